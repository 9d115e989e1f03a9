/** H-13. Exactly what an agent would receive for a prompt, what it costs, and why. */
import { useState } from 'preact/hooks'
import type { Input } from '../api/call.ts'
import { useAsked } from '../api/use-asked.ts'
import { Decisions, Given } from '../parts/served.tsx'
import { Failed, Skeleton } from '../parts/states.tsx'
import { View } from '../parts/view.tsx'
import { amend, hrefOf, route } from '../state/route.ts'

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
      lead="Type a prompt to preview the context an agent would get. Previewing doesn't affect usage."
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
