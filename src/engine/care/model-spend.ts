/** K-01. What the language model has cost today, and what it may cost. */
import { type Spend, spentToday, troubleWith } from '../../model/budget.ts'
import type { Engine } from '../engine.ts'

interface ModelSpend extends Spend {
  readonly provider: string
  readonly dailyCalls: number
  readonly dailyTokens: number
  /** After repeated failures it is not asked before this moment. */
  readonly pausedUntil: string | null
  /** The last failure; empty when nothing has failed since. */
  readonly lastFailure: string
}

export async function modelSpend({ store, clock, config }: Engine): Promise<ModelSpend> {
  const { provider, dailyCalls, dailyTokens } = config.model
  const purse = { notes: store.notes, clock }
  const [spend, { until, said }] = await Promise.all([spentToday(purse), troubleWith(purse)])
  const pausedUntil = until !== null && until > clock.now() ? until : null
  return { provider, ...spend, dailyCalls, dailyTokens, pausedUntil, lastFailure: said }
}
