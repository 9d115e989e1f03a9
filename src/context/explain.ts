/** D-16, H-13. Why each memory is in the context or out of it. */
import type { Form } from './budget.ts'
import type { Exclusion } from './eligibility.ts'
import type { GovernorVerdict } from './governor.ts'
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

interface DecisionIn extends Considered {
  readonly outcome: 'in'
  readonly section: SectionName
  readonly verdict: Exclude<GovernorVerdict, 'withhold'>
  readonly form: Form
  readonly tokens: number
}

interface DecisionOut extends Considered {
  readonly outcome: 'out'
  readonly rule: OutRule
}

export type ContextDecision = DecisionIn | DecisionOut
