/** M-31. From scored units to what would be quoted: the best one, its closing reply, and few others. */
import { quoteOf } from './quote.ts'
import { countWords, type ScoredUnit } from './unit.ts'

export const MAX_QUOTES = 4
/** Another source is quoted beside the lead only if it is nearly as good. */
const SHARE_OF_LEAD = 0.8
const SHARE_OF_LEADING_MEMORY = 0.75
/** A commit says all of it; what is quoted beside it must be about the very same thing. */
const SHARE_OF_LEADING_COMMIT = 0.9
const SHARE_OF = {
  session: SHARE_OF_LEAD,
  memory: SHARE_OF_LEADING_MEMORY,
  commit: SHARE_OF_LEADING_COMMIT,
} as const
/** What else the lead's own source says is quoted with it unless it has little to do with the prompt. */
const SHARE_WITHIN_SOURCE = 0.6
/** A reply that closes the matter needs less: it belongs to the lead. */
const SHARE_OF_CLOSING_REPLY = 0.5

export interface Chosen {
  readonly lead: ScoredUnit
  /** In the order they are said; the lead comes first. */
  readonly quotes: readonly ScoredUnit[]
}

export function chooseUnits(units: readonly ScoredUnit[]): Chosen | null {
  const ranked = units.toSorted(bestFirst)
  const [lead] = ranked
  if (lead === undefined) return null
  const share = SHARE_OF[lead.unit.kind]
  const others: ScoredUnit[] = []
  for (const each of ranked.slice(1)) {
    if (others.length >= MAX_QUOTES - 1) break
    const { message, source } = each.unit
    if ([lead, ...others].some((one) => one.unit.message === message)) continue
    const least = source === lead.unit.source ? SHARE_WITHIN_SOURCE : share
    if (each.score < least * lead.score || saysNothing(each.unit)) continue
    others.push(each)
  }
  const rival = others.find(({ unit }) => unit.source !== lead.unit.source)
  // Two sources that are nearly as good are both heard before one of them is heard twice.
  if (rival !== undefined && others[0] !== rival) others.splice(0, others.length, rival)
  return { lead, quotes: [lead, ...others] }
}

/** What came up again later gives way to what was said then. */
export function givingWay(
  { lead, quotes }: Chosen,
  laterOf: ReadonlyMap<ScoredUnit, ScoredUnit>,
): Chosen {
  const byMessage = new Map<string, ScoredUnit>()
  for (const quote of quotes) {
    const said = laterOf.get(quote) ?? quote
    if (!byMessage.has(said.unit.message)) byMessage.set(said.unit.message, said)
  }
  return { lead, quotes: [...byMessage.values()] }
}

/** `replies` holds the passages of the replies that followed the lead in its stretch. */
export function withClosingReply(chosen: Chosen, replies: readonly ScoredUnit[]): Chosen {
  const { lead } = chosen
  const [, second] = chosen.quotes
  const hasRoom = chosen.quotes.length < MAX_QUOTES || second?.unit.source === lead.unit.source
  const kept = [lead, ...chosen.quotes.slice(1, MAX_QUOTES - 1)] as const
  const reply = hasRoom ? closingReply(kept, replies) : undefined
  return reply === undefined ? chosen : { lead, quotes: [...kept, reply] }
}

/** Of the replies that are near enough one that follows all that is quoted; else any of them. */
function closingReply(
  [lead, ...beside]: readonly [ScoredUnit, ...ScoredUnit[]],
  replies: readonly ScoredUnit[],
): ScoredUnit | undefined {
  const near = replies
    .filter(
      ({ unit, score }) =>
        score >= SHARE_OF_CLOSING_REPLY * lead.score && !isOpen(unit) && !saysNothing(unit),
    )
    .toSorted(bestFirst)
  const own = [lead, ...beside].filter(({ unit }) => unit.source === lead.unit.source)
  const last = Math.max(...own.map(({ unit }) => unit.turn))
  return near.find(({ unit }) => unit.turn > last) ?? near[0]
}

/** "Ok.", "Noted, thanks.": no evidence of anything. */
const MIN_WORDS = 4

function saysNothing({ text, start, end }: ScoredUnit['unit']): boolean {
  return countWords(text.slice(start, end)) < MIN_WORDS
}

/** What asks or announces closes nothing: "should the bare domain match?", "let me fix both:". */
function isOpen(unit: ScoredUnit['unit']): boolean {
  return /[?？:：][*_\s]*$/.test(quoteOf(unit, false).text)
}

export function bestFirst(a: ScoredUnit, b: ScoredUnit): number {
  return (
    b.score - a.score ||
    (a.unit.message < b.unit.message ? -1 : a.unit.message > b.unit.message ? 1 : 0) ||
    a.unit.start - b.unit.start
  )
}
