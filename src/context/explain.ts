/** D-16, H-13. Why each memory is in the context or out of it. */
import type { Form } from './budget.ts'
import type { Exclusion } from './eligibility.ts'
import type { Verdict } from './governor.ts'
import type { ContextLayer } from './layers.ts'
import type { SectionName } from './sections.ts'

/** Everything that can keep a memory out. */
export type OutRule =
  | Exclusion
  | 'governor'
  | 'already-surfaced'
  | 'below-threshold'
  | 'below-best'
  | 'said-here'
  | 'not-believed'
  | 'judged-irrelevant'
  | 'no-match'
  | 'beyond-top-k'
  | 'beyond-places'
  | 'over-budget'
  | 'over-host-cap'

interface Considered {
  readonly id: string
  readonly name: string
  readonly layer: ContextLayer | null
  /** Null where nothing was scored. */
  readonly score: number | null
  readonly parts: Readonly<Record<string, number>>
  readonly reason: string
}

export interface DecisionIn extends Considered {
  readonly outcome: 'in'
  readonly section: SectionName
  readonly verdict: Exclude<Verdict, 'withhold'>
  readonly form: Form
  readonly tokens: number
}

export interface DecisionOut extends Considered {
  readonly outcome: 'out'
  readonly rule: OutRule
}

export type Decision = DecisionIn | DecisionOut

/** For people: what is in first, in the order it is read. */
export function explainLines(decisions: readonly Decision[]): string[] {
  return [
    ...decisions.filter((decision) => decision.outcome === 'in'),
    ...decisions.filter((decision) => decision.outcome === 'out'),
  ].map(explainLine)
}

function explainLine(decision: Decision): string {
  const layer = decision.layer === null ? '' : ` layer ${decision.layer}`
  const score =
    decision.score === null ? '' : ` score ${decision.score.toFixed(3)}${partsOf(decision)}`
  return decision.outcome === 'in'
    ? `in   ${decision.name} · ${decision.section}${layer}${score} · ${decision.verdict}, ` +
        `${decision.form}, ${decision.tokens} tokens · ${decision.reason}`
    : `out  ${decision.name} · ${decision.rule}${layer}${score} · ${decision.reason}`
}

function partsOf({ parts }: Considered): string {
  const said = Object.entries(parts).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  return said.length === 0 ? '' : ` (${said.join(' × ')})`
}
