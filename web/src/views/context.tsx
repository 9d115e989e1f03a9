/** H-13. Exactly what an agent would receive for a prompt, what it costs, and why. */
import { useState } from 'preact/hooks'
import type { Input, Output } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { Empty, Failed, Skeleton } from '../parts/states.tsx'
import { Stored, StoredBlock } from '../parts/stored.tsx'
import { Card, View } from '../parts/view.tsx'
import { amend, hrefOf, route } from '../state/route.ts'
import { counted, many, points } from '../text/figures.ts'

const HOSTS = ['', 'claude-code', 'codex', 'gemini', 'opencode'] as const
const PARTS = ['all', 'stable', 'tail'] as const
const SETTLE_MS = 250

export function ContextView() {
  const { query } = route.value
  const prompt = query.get('prompt') ?? ''
  const [host, setHost] = useState('')
  const [part, setPart] = useState<(typeof PARTS)[number]>('all')
  const [budget, setBudget] = useState('')
  const input: Input<'context'> = {
    prompt,
    part,
    preview: true,
    explain: true,
    ...(host === '' ? {} : { host }),
    ...(Number(budget) >= 1 ? { budget: Math.floor(Number(budget)) } : {}),
  }
  const { answer, refusal, isWaiting } = useAsked('context', input, { settleMs: SETTLE_MS })
  return (
    <View
      title="Context"
      lead="Type a prompt and see what an agent would be given with it. Looking counts as no use."
    >
      <div class="prompt-box">
        <label class="prompt-label">
          Prompt
          <textarea
            id="prompt"
            rows={3}
            dir="auto"
            placeholder="Why do the integration tests fail?"
            value={prompt}
            onInput={(event) => amend(hrefOf('context', '', { prompt: event.currentTarget.value }))}
          />
        </label>
        <div class="filters">
          <label class="select-chip">
            <span>host</span>
            <select value={host} onChange={(event) => setHost(event.currentTarget.value)}>
              {HOSTS.map((each) => (
                <option key={each} value={each}>
                  {each === '' ? 'any' : each}
                </option>
              ))}
            </select>
          </label>
          <label class="select-chip">
            <span>part</span>
            <select
              value={part}
              onChange={(event) =>
                setPart(PARTS.find((each) => each === event.currentTarget.value) ?? 'all')
              }
            >
              {PARTS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <label class="select-chip">
            <span>budget</span>
            <input
              type="number"
              min="1"
              inputMode="numeric"
              placeholder="default"
              value={budget}
              onInput={(event) => setBudget(event.currentTarget.value)}
            />
          </label>
        </div>
      </div>
      {refusal && <Failed refusal={refusal} />}
      {!answer && !refusal && <Skeleton lines={6} />}
      {answer && (
        <div class={isWaiting ? 'columns waiting' : 'columns'} aria-busy={isWaiting}>
          <Given answer={answer} />
          <Decisions answer={answer} />
        </div>
      )}
    </View>
  )
}

type Served = Output<'context'>

function Given({ answer }: { readonly answer: Served }) {
  return (
    <Card
      title="What the agent receives"
      aside={
        <span class="small" role="status">
          <b id="context-tokens">{counted(answer.tokens)}</b> tokens · {counted(answer.bytes)} bytes
        </span>
      }
    >
      {answer.notices.map((notice) => (
        <p key={notice} class="banner">
          <Stored text={notice} />
        </p>
      ))}
      {answer.text === '' ? (
        <Empty icon="context" title="Nothing would be given for that" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
        <section class="given" tabIndex={0} aria-label="The text">
          <StoredBlock text={answer.text} />
        </section>
      )}
    </Card>
  )
}

type Decision = NonNullable<Served['decisions']>[number]

function Decisions({ answer }: { readonly answer: Served }) {
  const decisions = answer.decisions ?? []
  const inside = decisions.filter(({ outcome }) => outcome === 'in')
  const outside = decisions.filter(({ outcome }) => outcome === 'out')
  const most = Math.max(...inside.map(({ tokens }) => tokens ?? 0), 1)
  return (
    <div class="stack">
      <Card
        title="In"
        aside={<span class="small">{many(inside.length, 'memory', 'memories')}</span>}
      >
        {inside.length === 0 && <p class="small">No memory fits this prompt.</p>}
        <ul class="decisions">
          {inside.map((decision) => (
            <DecisionLine key={decision.id} decision={decision} most={most} />
          ))}
        </ul>
      </Card>
      {outside.length > 0 && (
        <Card
          title="Out"
          aside={<span class="small">{many(outside.length, 'memory', 'memories')}</span>}
        >
          <ul class="decisions">
            {outside.slice(0, MOST_OUT).map((decision) => (
              <DecisionLine key={decision.id} decision={decision} most={most} />
            ))}
          </ul>
          {outside.length > MOST_OUT && (
            <p class="small">and {many(outside.length - MOST_OUT, 'more', 'more')}</p>
          )}
        </Card>
      )}
    </div>
  )
}

const MOST_OUT = 40

function DecisionLine({ decision, most }: { readonly decision: Decision; readonly most: number }) {
  const { id, name, tokens, section, layer, rule, score, reason, parts } = decision
  const said = Object.entries(parts).map(([part, value]) => `${part} ${points(value)}`)
  return (
    <li>
      <div class="decision-line">
        <a data-row href={hrefOf('memory', id)}>
          <Stored text={name} />
        </a>
        {tokens !== undefined && (
          <span class="token-bar" title={many(tokens, 'token')}>
            <span class="fill" style={{ width: `${(100 * tokens) / most}%` }} />
            <span>{tokens}</span>
          </span>
        )}
      </div>
      <p class="small">
        <span class={`chip flag ${decision.outcome === 'in' ? 'good' : 'mute'}`}>
          {section ?? rule ?? layer ?? decision.outcome}
        </span>{' '}
        <Stored text={reason} />
        {score !== null && <span title={said.join(', ')}> · score {points(score)}</span>}
      </p>
    </li>
  )
}
