/**
 * M-31. What was said and committed, as the context asks for it at a prompt: words counted over
 * stretches of a project, the best stretches, and what is in them. Nothing here is ranked by more
 * than words; the pure room `context/evidence` decides.
 */
import type { Timestamp } from '../clock.ts'
import type { Origin } from '../memory/memory.ts'

/** Whose history, and from when. */
export interface HistoryFilter {
  readonly project: string | null
  /** A session gets nothing that it said itself; the sessions it started count as its own. */
  readonly exceptSession: string | null
  /** Only what was there before this moment. */
  readonly before: Timestamp
}

/** Words counted over all stretches of a history. */
export interface CountedHistory<Place> {
  /** How many stretches there are, and how many of them hold each word. */
  readonly total: number
  readonly holding: readonly number[]
  /** Best first by BM25 without regard to length, each word by its rarity. */
  best(rarities: readonly number[], limit: number): Promise<BestStretches<Place>>
}

export interface BestStretches<Place> {
  readonly best: readonly (Place & { readonly score: number })[]
  /** Over all stretches that hold a word of the prompt. */
  readonly spread: Spread
}

export interface Spread {
  readonly count: number
  readonly sum: number
  readonly squares: number
}

/** A stretch of a session, by its turns. */
export interface StretchPlace {
  /** The session by its number in this store. */
  readonly session: number
  readonly fromTurn: number
  readonly toTurn: number
}

export type SaidRole = 'user' | 'assistant'

/** A message that a person or the agent said. */
export interface SaidMessage {
  readonly row: number
  readonly key: string
  readonly host: string
  readonly session: string
  /** The session by its number in this store. */
  readonly sessionNumber: number
  readonly turn: number
  readonly role: SaidRole
  readonly origin: Origin
  readonly at: Timestamp
  readonly text: string
}

/** Each sentence here is a test in test/store/contract-history.ts. */
export interface SaidHistory {
  count(
    tokens: readonly string[],
    filter: HistoryFilter,
  ): Promise<CountedHistory<StretchPlace> & SurroundedBy>
  /** How many stretches hold each word; of many words roughly, for comparing stretches. */
  holding(tokens: readonly string[], filter: HistoryFilter): Promise<ReadonlyMap<string, number>>
  /** What was said in these stretches, each message once, in the order of the session; by one role if given. */
  messagesWithin(places: readonly StretchPlace[], role?: SaidRole): Promise<SaidMessage[]>
  /** These messages, as far as they belong to the history; of one role if given. */
  withRows(rows: readonly number[], filter: HistoryFilter, role?: SaidRole): Promise<SaidMessage[]>
  /** Rows of messages, spread evenly over the history. */
  sample(filter: HistoryFilter, count: number): Promise<number[]>
}

export interface SurroundedBy {
  /** The score of the best stretch around each of these turns, in their order. */
  around(
    rarities: readonly number[],
    turns: readonly { readonly session: number; readonly turn: number }[],
  ): Promise<number[]>
}
