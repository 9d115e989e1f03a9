/** M-21. What one language says when something is to be kept, and when not: one table a language, as data. */

export interface CueTable {
  readonly language: string
  /** Words that are common in this language and rare in the others; empty where the script decides. */
  readonly stopWords: readonly string[]
  /** M-20. "Remember that …": what follows is kept whatever it says. */
  readonly explicit: RegExp
  /** From here on, for good. */
  readonly standing: RegExp
  /** Always, never, at all times. */
  readonly absolute: RegExp
  readonly obligation: RegExp
  readonly decision: RegExp
  /** The speaker's own taste or habit. */
  readonly preference: RegExp
  /** What was done or believed was wrong, and this is right. */
  readonly correction: RegExp
  /** Was tried and did not work. */
  readonly deadEnd: RegExp
  readonly procedure: RegExp
  readonly question: RegExp
  readonly hypothetical: RegExp
  /** What happened, and what other people say. */
  readonly story: RegExp
  /** For the thing at hand, for now. */
  readonly momentary: RegExp
  /** Forbids something. */
  readonly forbids: RegExp
  /** How to talk to this person, or who this person is. */
  readonly person: RegExp
  readonly everywhere: RegExp
  /** For this session or today. */
  readonly session: RegExp
}

type Pattern = () => RegExp

type CueRow = {
  readonly [Key in keyof CueTable]: CueTable[Key] extends RegExp ? Pattern : CueTable[Key]
}

/**
 * A language's row as its table. Each pattern is made when it is first asked for: making all of them
 * takes longer than a search, and most processes need none.
 */
export function cueTable(row: CueRow): CueTable {
  const table = {}
  for (const [key, value] of Object.entries(row)) {
    if (typeof value !== 'function') {
      Object.defineProperty(table, key, { value, enumerable: true })
      continue
    }
    let made: RegExp | undefined
    const get = () => {
      made ??= value()
      return made
    }
    Object.defineProperty(table, key, { get, enumerable: true })
  }
  return table as CueTable // every key of the row
}

/** A whole word or phrase of a language with spaces, letters of every alphabet told from signs. */
export function words(...alternatives: readonly string[]): Pattern {
  return () =>
    new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
}

/** The same at the beginning of a sentence or of a clause. */
export function leads(...alternatives: readonly string[]): Pattern {
  const start = `(?:^|[,;:.!?…—–(-]\\s{0,4}|\\n)\\s{0,4}`
  return () => new RegExp(`${start}(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
}

/** Anywhere, for scripts without spaces. */
export function signs(...alternatives: readonly string[]): Pattern {
  return () => new RegExp(`(?:${alternatives.join('|')})`, 'u')
}
