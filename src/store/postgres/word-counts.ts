/**
 * D-01. How often a word is in a tsvector, as SQL. For one word `ts_rank` is a strictly growing
 * function of its number of places, so that the number can be read back from it:
 *
 *   ts_rank of n places of weight 1 = (1 + 1/4 + 1/9 + … + 1/n²) / (π²/6)
 *
 * That is exact, and far cheaper than unfolding a tsvector for every passage that matches. But the
 * formula is PostgreSQL's own affair: whether this server has it is tried out once on texts that are
 * known, and where it has not, the places are counted one by one.
 */
import type { Bindable, Connections } from './connections.ts'
import { lexemeOf, quotedWord } from './words.ts'

type Bind = (value: Bindable) => string

/** SQL that counts a word of a space in the column `words`: all its places, or those of the head. */
export type WordCount = (
  bind: Bind,
  space: number,
) => (stem: string, where: 'all' | 'head') => string

const MAX_OF_A_WORD = 255
const LIMIT_OF_SUM = 1.64493406685

/** Half-way between what n - 1 and n places give, so that small errors of rounding change nothing. */
const THRESHOLDS = thresholds()

/** Whether the word is there at all is asked first: that is cheap, and mostly the answer is no. */
const countByRank: WordCount = (bind, space) => {
  const steps = bind(THRESHOLDS)
  return (stem, where) => {
    const word = quotedWord(space, stem)
    const [weights, asked] = where === 'all' ? ['{1,1,1,1}', word] : ['{0,0,0,1}', `${word}:A`]
    return `CASE WHEN words @@ ${bind(asked)}::tsquery THEN
      width_bucket(ts_rank('${weights}', words, ${bind(word)}::tsquery)::float8, ${steps}::float8[])
      ELSE 0 END`
  }
}

const countByPlaces: WordCount = (bind, space) => (stem, where) => {
  const places = where === 'all' ? 'positions' : `array_positions(weights, 'A')`
  return `coalesce((SELECT cardinality(${places}) FROM unnest(words)
    WHERE lexeme = ${bind(lexemeOf(space, stem))}), 0)`
}

const known = new Map<string, Promise<WordCount>>()

/** The cheapest way to count that is right on this server. */
export function wordCountFor(db: Connections): Promise<WordCount> {
  let found = known.get(db.location)
  if (found === undefined) {
    found = tryRank(db).then((isRight) => (isRight ? countByRank : countByPlaces))
    known.set(db.location, found)
    // A server that could not be asked is asked again.
    found.catch(() => known.delete(db.location))
  }
  return found
}

const PROBE_SPACE = 1
const PROBE_STEM = 'probe'
/** Places of a word, and how many of these are in the head. */
const PROBES = [
  [1, 0],
  [1, 1],
  [2, 1],
  [3, 3],
  [20, 5],
  [100, 0],
  [MAX_OF_A_WORD - 1, 100],
  [MAX_OF_A_WORD, MAX_OF_A_WORD],
] as const

async function tryRank(db: Connections): Promise<boolean> {
  const values: Bindable[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const vectors = PROBES.map(([all, head]) => {
    const places = Array.from({ length: all }, (_, at) => `${at + 1}${at < head ? 'A' : ''}`)
    return `${quotedWord(PROBE_SPACE, PROBE_STEM)}:${places.join(',')}`
  })
  const count = countByRank(bind, PROBE_SPACE)
  const rows = await db.all(
    `SELECT ${count(PROBE_STEM, 'all')} AS all, ${count(PROBE_STEM, 'head')} AS head
     FROM unnest(${bind(vectors)}::text[]) WITH ORDINALITY AS probe (text, number),
       LATERAL (SELECT text::tsvector AS words) AS vector ORDER BY number`,
    ...values,
  )
  const found = rows.map(({ all, head }) => [Number(all), Number(head)])
  return JSON.stringify(found) === JSON.stringify(PROBES)
}

function thresholds(): number[] {
  const steps: number[] = []
  let below = 0
  for (let n = 1; n <= MAX_OF_A_WORD; n += 1) {
    const value = below + 1 / (n * n)
    steps.push((below + value) / 2 / LIMIT_OF_SUM)
    below = value
  }
  return steps
}
