/** H-13. What an agent is given, what it costs, and why each memory is in or out. */
import type { Output } from '../api/call.ts'
import { hrefOf } from '../state/route.ts'
import { counted, many, points } from '../text/figures.ts'
import { Empty } from './states.tsx'
import { Stored, StoredBlock } from './stored.tsx'
import { Card } from './view.tsx'

type Served = Output<'context'>

export function Given({ answer }: { readonly answer: Served }) {
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
        <Empty icon="context" title="Nothing would be injected for this prompt" />
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

export function Decisions({ answer }: { readonly answer: Served }) {
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
        {inside.length === 0 && <p class="small">No memory is relevant to this prompt.</p>}
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
            {outside.slice(0, MAX_OUT).map((decision) => (
              <DecisionLine key={decision.id} decision={decision} most={most} />
            ))}
          </ul>
          {outside.length > MAX_OUT && (
            <p class="small">and {many(outside.length - MAX_OUT, 'more', 'more')}</p>
          )}
        </Card>
      )}
    </div>
  )
}

const MAX_OUT = 40

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
