/** M-32. From what was measured to what the gate looks at. */
import type { Chosen } from './choose.ts'
import type { GateFeatures } from './gate.ts'
import type { ScoredUnit } from './unit.ts'
import { type PromptWords, tokenCounts } from './words.ts'

interface ScoreSpread {
  readonly mean: number
  readonly deviation: number
}

/** What is known of a history besides its units. */
export interface HistoryMeasures {
  /** Rarity of each word of the prompt. */
  readonly rarities: readonly number[]
  readonly isKnown: readonly boolean[]
  /**
   * BM25 against the most there could be, over what shares a word with the prompt, without these sources:
   * a subject that much was said about must not hide itself.
   */
  readonly spreadBeside: (sources: ReadonlySet<string>) => ScoreSpread
}

/** One stretch alone must not stand out endlessly. */
const MIN_DEVIATION = 0.03

export function promptFeatures(
  {
    words,
    units,
    chosen,
    nearness,
  }: {
    readonly words: PromptWords
    readonly units: readonly ScoredUnit[]
    readonly chosen: Chosen
    readonly nearness: number | null
  },
  measures: HistoryMeasures,
): GateFeatures {
  const { lead } = chosen
  const others = units.filter(({ unit }) => unit.source !== lead.unit.source)
  const spread = measures.spreadBeside(new Set(chosen.quotes.map(({ unit }) => unit.source)))
  const held = tokenCounts(lead.unit.text.slice(lead.unit.start, lead.unit.end))
  const all = measures.rarities.reduce((sum, each) => sum + each, 0)
  const known = measures.rarities.reduce(
    (sum, each, at) => sum + (measures.isKnown[at] ? each : 0),
    0,
  )
  return {
    nearness,
    meaning: lead.measured.meaning,
    prominence: (lead.measured.surroundings - spread.mean) / (spread.deviation + MIN_DEVIATION),
    known: all > 0 ? known / all : 0,
    strange: all > 0 ? (1 - known / all) * fewness(words.tokens.length) : 0,
    length: Math.log(1 + words.tokens.length),
    shared: words.tokens.filter((token) => held.has(token)).length,
    covered: lead.measured.words,
    margin: lead.score - Math.max(0, ...others.map(({ score }) => score)),
  }
}

/** From so many words on, a prompt has some that no history knows. */
const MANY_WORDS = 10

function fewness(count: number): number {
  return Math.max(0, 1 - count / MANY_WORDS)
}
