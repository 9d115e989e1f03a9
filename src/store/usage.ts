/**
 * B-10, I-10, K-08. What became of memories once they were asked for: uses, retrievals, injections.
 * Like access counts it is not journaled (B-07): losing the last moments of it loses no memory.
 */
import type { Timestamp } from '../clock.ts'

/** Each sentence here is a test in test/store/contract-usage.ts. */
export interface Usage {
  /** One row for each memory that was used. */
  recordUses(uses: readonly Use[]): Promise<void>
  /** How often each of these was used after that moment; those that were not are left out. */
  countSince(ids: readonly string[], after: Timestamp): Promise<ReadonlyMap<string, number>>
  /** In which sessions each of these was used. */
  sessionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>

  recordRetrieval(retrieval: NewRetrieval): Promise<void>
  /** In order, beginning after that number. Left out: of every project. */
  retrievals(
    filter: { readonly after: number; readonly project?: string | null },
    limit: number,
  ): Promise<Retrieval[]>
  /** The number of the last retrieval, 0 before the first. */
  lastRetrieval(): Promise<number>

  recordInjections(injections: readonly Injection[]): Promise<void>
  /** Not known to be used yet, since that moment, oldest first. */
  unsettledInjections(since: Timestamp, limit: number): Promise<StoredInjection[]>
  /** The first use is kept. */
  markEarned(number: number, at: Timestamp, how: string): Promise<void>
  /** By memory, the most expensive first. */
  ledger(filter: LedgerFilter, limit: number): Promise<LedgerLine[]>
  ledgerTotal(filter: LedgerFilter): Promise<LedgerTotal>

  /** Forgets what happened before that moment. */
  prune(before: Timestamp): Promise<number>
}

export interface Use {
  readonly memory: string
  readonly at: Timestamp
  readonly session: string | null
}

/** One question to memory, by a search or by a turn of a session. */
export interface NewRetrieval {
  readonly at: Timestamp
  readonly project: string | null
  readonly session: string | null
  /** What was asked, shortened. */
  readonly query: string
  /** Best first. */
  readonly relevant: readonly string[]
  /** Found, and judged to be beside the point. */
  readonly rejected: readonly string[]
}

export interface Retrieval extends NewRetrieval {
  readonly number: number
}

/** In the place of a memory: the part of a context that is none, such as its frame, indexes and quotes. */
export const NO_MEMORY = '-'

interface Injection {
  readonly at: Timestamp
  readonly project: string | null
  readonly session: string | null
  readonly turn: number
  /** Or `NO_MEMORY`, whose tokens count and which is no injection of a memory. */
  readonly memory: string
  readonly tokens: number
}

export interface StoredInjection extends Injection {
  readonly number: number
}

export interface LedgerFilter {
  readonly project?: string | null
  readonly session?: string
  readonly memory?: string
  readonly since?: Timestamp
}

export interface LedgerTotal {
  readonly injections: number
  readonly tokens: number
  readonly used: number
  /** Tokens of injections that were used afterwards. */
  readonly usedTokens: number
  readonly memories: number
}

export interface LedgerLine extends Omit<LedgerTotal, 'memories'> {
  readonly memory: string
  readonly lastAt: Timestamp
}
