/**
 * One collection that recall can search. Memories are one, the messages of transcripts another
 * (F-02); both go through the same pipeline, which asks for no more than this.
 *
 * A *unit* is what is found: a memory, a message. It is known by its row number here and by its id
 * outside. A *passage* is a stretch of its text (text/passages.ts); scores belong to passages, and
 * a unit takes its best one.
 */
import type { Timestamp } from '../clock.ts'
import type { TextQuery } from '../store/store.ts'

export const CORPORA = ['memories', 'messages'] as const
export type CorpusName = (typeof CORPORA)[number]

/** Each sentence is a promise. Filters act before anything is ranked or cut. */
export interface Corpus<Filter> {
  readonly name: CorpusName

  /**
   * Units that hold any of the words, best first, each once with its best passage. A raw expression
   * that cannot be parsed gives null (D-10). BM25 here only chooses candidates: the part `text` is
   * computed again from the passages, so that it is the same whoever found the unit.
   */
  searchText(
    query: TextQuery,
    filter: Filter,
    limit: number,
  ): Promise<readonly TextCandidate[] | null>

  /** In how many passages each index token stands, for the rarity of words; the rest of the index. */
  termCounts(tokens: readonly string[]): Promise<TermCounts>

  /**
   * Units whose session neighbourhood holds the words, best first, each once with its best stretch
   * (sessions/stretches.ts). At most `limit` stretches are looked at. Empty where units stand alone.
   */
  searchContext(
    terms: readonly string[],
    filter: Filter,
    limit: number,
  ): Promise<readonly ContextCandidate[]>

  /** Units nearest in meaning, best first, each once with its nearest passage. */
  nearest(query: QueryVector, filter: Filter, limit: number): Promise<readonly VectorCandidate[]>

  /** The same for these units, in no order; units without a vector of this model are left out. */
  cosines(query: QueryVector, units: readonly number[]): Promise<readonly VectorCandidate[]>

  /** In the order asked for; units that are gone or that the filter leaves out are left out. */
  units(keys: readonly number[], filter: Filter): Promise<readonly Unit[]>

  /** The names of everybody who speaks here, for "what did Anna say"; empty where nobody does. */
  speakers(filter: Filter): Promise<readonly string[]>
}

export interface PassagePlace {
  readonly unit: number
  /** Offsets into the unit's text. */
  readonly start: number
  readonly end: number
}

export interface TextCandidate extends PassagePlace {
  /** Higher is better. */
  readonly score: number
}

export interface VectorCandidate extends PassagePlace {
  /** From -1 to 1. */
  readonly cosine: number
}

export interface ContextCandidate {
  readonly unit: number
  /** BM25 of the stretch, higher is better. */
  readonly score: number
  /** Where the stretch begins and ends, as ids, for `explain`. */
  readonly from: string
  readonly to: string
}

export interface TermCounts {
  readonly passages: number
  readonly averageCharacters: number
  /** Tokens that stand nowhere are left out. */
  readonly counts: ReadonlyMap<string, number>
}

/** D-12. A vector of another model or length is never compared with these. */
export interface QueryVector {
  readonly model: string
  readonly vector: Float32Array
}

export type Role = 'user' | 'assistant'

export interface Unit {
  readonly key: number
  readonly id: string
  readonly text: string
  /** What counts more than the text (D-01): name, type, title, tags. Empty for messages. */
  readonly head: string
  /** The speaker's name, or else the role. Null where nobody speaks. */
  readonly speaker: string | null
  readonly role: Role | null
  readonly session: string | null
  readonly at: Timestamp
  /** A rule, decision or preference: a newer one may stand for the same subject. */
  readonly isRule: boolean
  /** L. Archived units come last. */
  readonly archived: boolean
  /** The id of its successor (L: it is shown under that). */
  readonly supersededBy: string | null
}
