/** M-40. The commits of known projects: what was changed, when, and why. Not journaled, no diffs. */
import type { Timestamp } from '../clock.ts'
import type { MeaningCandidate, QueryVector } from '../search/corpus.ts'
import type { CountedHistory } from './evidence.ts'

export interface NewCommit {
  readonly hash: string
  readonly at: Timestamp
  readonly author: string
  readonly branch: string | null
  readonly message: string
  readonly files: readonly string[]
}

export interface StoredCommit extends NewCommit {
  readonly row: number
  readonly project: string
}

export interface CommitFilter {
  readonly project: string
  /** Only what touched this path, or something below it. */
  readonly file?: string
  readonly from?: Timestamp
  readonly to?: Timestamp
}

/** Each sentence here is a test in test/store/contract-history.ts. */
export interface CommitStore {
  /** Known ones stay as they are; says how many were new. */
  put(project: string, commits: readonly NewCommit[]): Promise<number>
  /** All but these are gone from the project's history; says how many were removed. */
  retain(project: string, hashes: ReadonlySet<string>): Promise<number>
  /** Newest first. */
  list(filter: CommitFilter, limit: number): Promise<StoredCommit[]>
  /** In the order asked for. */
  withRows(rows: readonly number[]): Promise<StoredCommit[]>
  count(
    tokens: readonly string[],
    filter: CommitFilter,
  ): Promise<CountedHistory<{ readonly row: number }>>
  /** By meaning, nearest first. */
  nearest(query: QueryVector, filter: CommitFilter, limit: number): Promise<MeaningCandidate[]>
  /** Rows spread evenly over the history. */
  sample(project: string, count: number): Promise<number[]>
}
