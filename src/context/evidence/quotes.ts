/** M-31, M-34. What is said of the chosen evidence, in the order it is read. */
import { type Chosen, MAX_QUOTES } from './choose.ts'
import { quoteOf } from './quote.ts'
import type { EvidenceUnit, ScoredUnit } from './unit.ts'

export interface EvidenceQuote {
  readonly unit: EvidenceUnit
  readonly text: string
  readonly isCut: boolean
  /** It came up again later, and that stands above it. */
  readonly isOlder: boolean
}

/** What is left to quote once it is known what was said later. */
export interface SettledEvidence {
  readonly chosen: Chosen
  /** The later talk about what the lead says. */
  readonly later: readonly ScoredUnit[] | null
  /** Those of the chosen quotes that another of them came after. */
  readonly outdated: ReadonlySet<ScoredUnit>
}

/** The later talk first, then what it may have changed; two quotes of one text are one. */
export function quotesFor({ chosen, later, outdated }: SettledEvidence): EvidenceQuote[] {
  const all =
    later === null
      ? newestFirst(chosen.quotes, outdated).map((quote, at) =>
          quoted(quote.unit, { isOlder: outdated.has(quote), isFirst: at === 0 }),
        )
      : [
          ...later.map(({ unit }, at) => quoted(unit, { isOlder: false, isFirst: at === 0 })),
          quoted(chosen.lead.unit, { isOlder: true, isFirst: false }),
        ]
  const kept: EvidenceQuote[] = []
  for (const quote of all) {
    const isSaid = kept.some(
      ({ unit, text }) => unit.message === quote.unit.message || text.includes(quote.text),
    )
    if (!isSaid) kept.push(quote)
  }
  return bySource(kept.slice(0, MAX_QUOTES))
}

/** Sources of which something came after another's go to the end; within each nothing moves. */
function newestFirst(
  quotes: readonly ScoredUnit[],
  outdated: ReadonlySet<ScoredUnit>,
): readonly ScoredUnit[] {
  const sources = new Set([...outdated].map(({ unit }) => unit.source))
  const isOld = ({ unit }: ScoredUnit) => sources.has(unit.source)
  return [...quotes.filter((quote) => !isOld(quote)), ...quotes.filter(isOld)]
}

/** Those of one source follow one another, in the order in which the sources come up. */
function bySource(quotes: readonly EvidenceQuote[]): EvidenceQuote[] {
  const sources = [...new Set(quotes.map(({ unit }) => unit.source))]
  return sources.flatMap((source) => quotes.filter(({ unit }) => unit.source === source))
}

function quoted(
  unit: EvidenceUnit,
  { isOlder, isFirst }: { readonly isOlder: boolean; readonly isFirst: boolean },
): EvidenceQuote {
  return { unit, ...quoteOf(unit, isFirst), isOlder }
}
