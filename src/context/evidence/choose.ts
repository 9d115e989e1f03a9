/** M-31. From scored units to what would be quoted: the best one, its closing reply, and few others. */
import type { ScoredUnit } from './unit.ts'

export const MAX_QUOTES = 3
/** Another source is quoted beside the lead only if it is nearly as good. */
const SHARE_OF_LEAD = 0.8
const SHARE_OF_LEADING_MEMORY = 0.75
/** A reply that closes the matter needs less: it belongs to the lead. */
const SHARE_OF_CLOSING_REPLY = 0.5

export interface Chosen {
  readonly lead: ScoredUnit
  /** In the order they are said; the lead comes first. */
  readonly quotes: readonly ScoredUnit[]
}

/** `closing` holds the passages of the replies that followed a unit in its stretch. */
export function chooseUnits(
  units: readonly ScoredUnit[],
  closing: (lead: ScoredUnit) => readonly ScoredUnit[],
): Chosen | null {
  const ranked = units.toSorted(bestFirst)
  const [lead] = ranked
  if (lead === undefined) return null
  const share = lead.unit.kind === 'memory' ? SHARE_OF_LEADING_MEMORY : SHARE_OF_LEAD
  const others: ScoredUnit[] = []
  for (const each of ranked.slice(1)) {
    if (others.length >= MAX_QUOTES - 1) break
    const { message, source } = each.unit
    if ([lead, ...others].some((one) => one.unit.message === message)) continue
    if (source !== lead.unit.source && each.score < share * lead.score) continue
    others.push(each)
  }
  const [second] = others
  const hasRoom = others.length < MAX_QUOTES - 1 || second?.unit.source === lead.unit.source
  if (!hasRoom) return { lead, quotes: [lead, ...others] }
  const [reply] = closing(lead)
    .filter(({ score }) => score >= SHARE_OF_CLOSING_REPLY * lead.score)
    .toSorted(bestFirst)
  const kept = reply === undefined ? others : [...others.slice(0, MAX_QUOTES - 2), reply]
  return { lead, quotes: [lead, ...kept] }
}

export function bestFirst(a: ScoredUnit, b: ScoredUnit): number {
  return (
    b.score - a.score ||
    (a.unit.message < b.unit.message ? -1 : a.unit.message > b.unit.message ? 1 : 0) ||
    a.unit.start - b.unit.start
  )
}
