/**
 * One collection that recall can search. Memories are one, the messages of transcripts another
 * (F-02); both go through the same pipeline, which asks for no more than this.
 *
 * A *unit* is what is found: a memory, a message. It is known by its row number here and by its id
 * outside. A *passage* is a stretch of its text (text/passages.ts); scores belong to passages, and
 * a unit takes its best one.
 */
import type { Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'

/** Hits of a raw expression that are ranked. */
export const RAW_HITS = 200

export const CORPORA = ['memories', 'messages', 'commits'] as const
export type CorpusName = (typeof CORPORA)[number]

/** Each sentence is a promise. Filters act before anything is ranked or cut. */
export interface Corpus<Filter> {
  readonly name: CorpusName

  /** By words (D-01). A raw expression that cannot be parsed gives null (D-10). */
  byText(query: WordQuery, filter: Filter): Promise<Ranked<TextCandidate> | null>

  /**
   * By the words of a unit's neighbourhood in its session (sessions/stretches.ts); a unit takes its
   * best stretch. Nothing where units stand alone.
   */
  byContext(terms: readonly WordGroup[], filter: Filter): Promise<Ranked<ContextCandidate>>

  /** By meaning (D-03). Units without a vector of this model take no part (D-12). */
  byMeaning(query: QueryVector, filter: Filter): Promise<Ranked<MeaningCandidate>>

  /** In the order of `keys`; missing units and those the filter excludes are left out. */
  units(keys: readonly number[], filter: Filter): Promise<readonly Unit[]>

  /**
   * The rarest of these words, as many as stand in so many texts together; at least one. Absent where
   * that cannot be asked.
   */
  rarest?(words: readonly WordGroup[], maxPlaces: number): Promise<readonly WordGroup[]>

  /**
   * Words of the index that may have been meant by these tokens, nearest first; only for tokens that
   * stand nowhere in it. Absent where that cannot be asked.
   */
  nearWords?(tokens: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>

  /**
   * The signs of the tokens of these units' passages, in the order of units and passages; nothing
   * for units without any. Absent where none are kept.
   */
  tokenSigns?(model: string, units: readonly number[]): Promise<readonly SignedPassage[]>
}

/** The tokens of one passage, as signs: some bytes for each token. */
export interface SignedPassage {
  readonly unit: number
  readonly start: number
  readonly end: number
  /** The session it was kept in. */
  readonly session: string | null
  readonly signs: Uint8Array
}

/**
 * What one source found. The best ones make the candidates; then every source is asked for what it
 * thinks of the candidates of all, so that none lacks a part because another source found it.
 */
export interface Ranked<Candidate> {
  /** Best first, ties by unit; each unit once. */
  best(limit: number): Promise<readonly Candidate[]>
  /** These units, wherever they rank, in no order; a unit that scores nothing may be left out. */
  of(units: readonly number[]): Promise<readonly Candidate[]>
}

/** Words to look for, or a person's own expression in the syntax of the index (D-10). */
export type WordQuery =
  | { readonly kind: 'terms'; readonly terms: readonly WordGroup[] }
  | { readonly kind: 'raw'; readonly expression: string }

/** A word of the query and what may stand in its place. The best of them counts, once. */
export interface WordGroup {
  /** Tokens as the index holds them (text/index-text.ts), the word itself first. */
  readonly tokens: readonly { readonly token: string; readonly weight: number }[]
}

export interface TextCandidate {
  readonly unit: number
  /** The best passage, as offsets into the unit's text. */
  readonly start: number
  readonly end: number
  /** BM25, higher is better. */
  readonly score: number
  /** The share of the query's words that it holds, each by its rarity, from 0 to 1. */
  readonly coverage: number
  /** How many of the query's own words it holds. */
  readonly overlap: number
}

export interface MeaningCandidate {
  readonly unit: number
  /** The nearest passage. */
  readonly start: number
  readonly end: number
  /** From -1 to 1. */
  readonly cosine: number
}

export interface ContextCandidate {
  readonly unit: number
  /** BM25 of the stretch, higher is better. */
  readonly score: number
}

/** D-12. A vector of another model or length is never compared with these. */
export interface QueryVector {
  readonly model: string
  readonly vector: Float32Array
  /** Candidates less similar than this are not needed and may be omitted. */
  readonly minCosine?: number
  /** Its words one by one, where the model shows them. */
  readonly tokens?: QueryTokens
}

/** The vectors of a question's tokens, one after the other, and what each counts; all count 1. */
export interface QueryTokens {
  readonly floats: Float32Array
  readonly weights: Float32Array
}

export type SpokenRole = 'user' | 'assistant'

/** Facts about a memory besides its match: its place and its use (D-06). */
type Standing = Pick<Memory, 'name' | 'scope' | 'vitality' | 'accessCount'>

export interface Unit {
  readonly key: number
  readonly id: string
  readonly text: string
  /** What counts more than the text (D-01): name, type, title, tags. Empty for messages. */
  readonly head: string
  /** The speaker's name where there is one. */
  readonly speaker: string | null
  readonly role: SpokenRole | null
  readonly session: string | null
  readonly at: Timestamp
  /** A rule, decision or preference: a newer one may stand for the same subject. */
  readonly isRule: boolean
  /** L. Archived units come last. */
  readonly archived: boolean
  /** The id of its successor (L: it is shown under that). */
  readonly supersededBy: string | null
  /** Null for what is no memory. */
  readonly standing: Standing | null
}
