/**
 * Where memories live. Each sentence here is a test in test/store/contract.ts, and every adapter
 * passes the same suite. Reads see what was applied before them; nothing holds a transaction open
 * across an await.
 */
import type { Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import type { Corpus, CorpusName } from '../search/corpus.ts'
import type { Batch, JournalEntry } from './change.ts'
import type { CommitStore } from './commits.ts'
import type { ListPage, MemoryFilter } from './filter.ts'
import type { Moving } from './moving.ts'
import type { Document, Fact, Link, LinkKind, Project, Version } from './records.ts'
import type { SessionStore } from './sessions.ts'
import type { Usage } from './usage.ts'

export interface Store {
  /**
   * All or nothing, journaled, and durable when the promise resolves. A batch id that was applied
   * before is not applied again. A missed expectation, a taken name or text, and a memory that goes
   * while a link, a fact or a superseded memory points at it reject with `conflict`.
   */
  apply(batch: Batch): Promise<void>

  readonly memories: MemoryReads
  readonly text: TextSearch
  /** Memories as recall searches them. */
  readonly recall: Corpus<MemoryFilter>
  readonly vectors: Vectors
  readonly links: LinkReads
  readonly facts: FactReads
  readonly projects: ProjectReads
  readonly versions: VersionReads
  readonly documents: DocumentReads
  readonly journal: Journal
  readonly outbox: Outbox
  readonly notes: Notes
  readonly care: Care
  readonly sessions: SessionStore
  /** M-40. */
  readonly commits: CommitStore
  readonly usage: Usage
  readonly moving: Moving

  /** Safe to call twice. */
  close(): Promise<void>
}

export interface MemoryReads {
  /** In the order asked for; ids we do not have are left out. */
  get(ids: readonly string[]): Promise<Memory[]>
  /** The living memory of that name in exactly that place, if any. */
  findByName(place: Place, name: string): Promise<Memory | null>
  /** The living, unsuperseded memory with that content in exactly that place, if any. */
  withHash(place: Place, contentHash: string): Promise<Memory | null>
  /** Newest first unless asked otherwise; ties by id. */
  list(filter: MemoryFilter, page: ListPage): Promise<Memory[]>
  count(filter: MemoryFilter): Promise<number>
  /** Numbers by one column. */
  countBy(
    filter: MemoryFilter,
    by: 'type' | 'state' | 'scope' | 'project' | 'sensitivity',
  ): Promise<ValueCount[]>
  /** How long all their texts are together. */
  characters(filter: MemoryFilter): Promise<number>
  /** Every tag with the number of memories that carry it, most first. */
  tags(filter: MemoryFilter): Promise<ValueCount[]>
  /** Names of living memories that begin so, in order. */
  namesLike(filter: MemoryFilter, prefix: string, limit: number): Promise<string[]>
  /** Memories whose id begins so, in order. */
  withIdStart(filter: MemoryFilter, start: string, limit: number): Promise<Memory[]>
  /** The numbers by which recall and vectors know these memories. */
  unitsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** B-10. Counts a use; not journaled. Session memories live on from here. */
  touch(ids: readonly string[], at: Timestamp, sessionExpiresAt: Timestamp): Promise<void>
  /** B-10. Counts an injection; not journaled. */
  countInjections(ids: readonly string[]): Promise<void>
}

/** Exactly one place, where names and contents are unique. */
export interface Place {
  readonly scope: Memory['scope']
  readonly project: string | null
  readonly session: string | null
}

export interface ValueCount {
  readonly value: string
  readonly count: number
}

export interface TextSearch {
  /**
   * B-03. Memories of exactly that place that share the most of these words, most first. A text
   * that shares at least `share` of n words holds one of any `(1 - share) n + 1` of them, so only so many
   * are looked up, the first ones, and only as far as they are rare: this costs the same in any
   * store. Those that share next to nothing may be left out.
   */
  sharingWords(
    place: Place,
    words: readonly string[],
    options: { readonly share: number; readonly limit: number },
  ): Promise<Memory[]>
  /** B-05. Memories of exactly that place that are about something, the newest first. */
  holdingWords(place: Place, about: About, limit: number): Promise<Memory[]>
}

/** What one passage of a memory has to hold. */
export interface About {
  /** One of each of these; where there are none, nothing is about it. */
  readonly each: readonly (readonly string[])[]
  /** And one of these, where there are any. */
  readonly any?: readonly string[]
  /** Memories of these types are not meant. */
  readonly exceptTypes?: readonly string[]
}

/** D-12. Vectors of passages, and which units still wait for theirs. Not journaled (B-07). */
export interface Vectors {
  /**
   * Units whose text is new or has changed since it was embedded, those from long ago first. A
   * ticket belongs to the text as it is now: the next change invalidates it.
   */
  due(corpus: CorpusName, limit: number): Promise<DueUnit[]>
  backlog(corpus: CorpusName): Promise<number>
  /** Every unit without a vector of this model is due from now on; says how many that are more. */
  enqueueMissing(corpus: CorpusName, model: string): Promise<number>
  /**
   * Takes the place of all vectors these units had, of whatever model, and they are due no more. A
   * unit whose ticket is worth nothing is left as it is; says how many were written.
   */
  put(
    corpus: CorpusName,
    model: { readonly id: string; readonly dims: number },
    units: readonly EmbeddedUnit[],
  ): Promise<number>
  /** Whether there is any, of whatever model: counting them takes longer the more there are. */
  hasAny(corpus: CorpusName): Promise<boolean>
  /** What there is, by model, most first. */
  counts(corpus: CorpusName): Promise<VectorCount[]>
  /** The vectors of this model that these units have, by passage. */
  of(
    corpus: CorpusName,
    model: string,
    units: readonly number[],
  ): Promise<readonly (EmbeddedPassage & { readonly unit: number })[]>
}

export interface DueUnit {
  readonly unit: number
  readonly ticket: number
}

export interface EmbeddedUnit extends DueUnit {
  readonly passages: readonly EmbeddedPassage[]
}

export interface EmbeddedPassage {
  /** Offsets into the unit's text. */
  readonly start: number
  readonly end: number
  /** Of length 1. */
  readonly vector: Float32Array
  /** The signs of its tokens, where the model shows them. */
  readonly signs?: Uint8Array
}

export interface VectorCount {
  readonly model: string
  readonly dims: number
  readonly vectors: number
  readonly units: number
}

export interface LinkReads {
  /** Links that touch any of these memories, either way. */
  of(ids: readonly string[], kinds?: readonly LinkKind[]): Promise<Link[]>
  all(kinds?: readonly LinkKind[]): Promise<Link[]>
}

interface FactQuery {
  readonly subject?: string
  readonly predicate?: string
  readonly object?: string
  readonly memory?: string
  /** Left out: every project. Null: facts of no project only. */
  readonly projects?: readonly (string | null)[]
  /** True at this moment. */
  readonly at?: Timestamp
  readonly limit: number
}

export interface FactReads {
  /** Newest first. */
  find(query: FactQuery): Promise<Fact[]>
}

export interface ProjectReads {
  all(): Promise<Project[]>
  get(id: string): Promise<Project | null>
}

export interface VersionReads {
  /** Newest first. */
  of(memory: string): Promise<Version[]>
  get(id: string): Promise<Version | null>
  list(
    filter: { readonly before?: Timestamp; readonly memory?: string },
    limit: number,
  ): Promise<Version[]>
}

export interface DocumentReads {
  get(kind: string, key: string): Promise<Document | null>
  /** Newest first. */
  list(
    kind: string,
    filter: { readonly project?: string | null; readonly session?: string },
    limit: number,
  ): Promise<Document[]>
}

interface JournalFilter {
  readonly key?: string
  readonly actor?: string
  readonly cause?: string
  readonly since?: Timestamp
  readonly until?: Timestamp
}

export interface BatchInfo {
  readonly id: string
  readonly at: Timestamp
  readonly actor: string
  readonly cause: string
  readonly undoes: string | null
  readonly undoneBy: string | null
  /** The run it belongs to; null if it belongs to none. */
  readonly run: string | null
  readonly changes: number
}

export interface Journal {
  /** In the order they happened. */
  entries(batch: string): Promise<JournalEntry[]>
  /** Newest first. */
  list(filter: JournalFilter, page: ListPage): Promise<JournalEntry[]>
  batch(id: string): Promise<BatchInfo | null>
  /** Every batch of that run, in the order they happened. */
  ofRun(run: string): Promise<BatchInfo[]>
  /** Newest first. */
  batches(page: ListPage): Promise<BatchInfo[]>
  /** Grows with every applied change; equal numbers mean nothing changed (D-15). */
  position(): Promise<number>
  /** The newest entry's place and batch; null where there is none. */
  last(): Promise<{ readonly seq: number; readonly batch: string } | null>
  /** Whether a change of this kind came after that position. */
  changedSince(position: number, kind: JournalEntry['kind']): Promise<boolean>
}

/** DESIGN. Events still to be delivered: one log, each consumer with its own position. */
export interface Outbox {
  /**
   * What this consumer has not confirmed yet, oldest first. A new consumer starts with the oldest
   * there is; what every known consumer has confirmed is gone.
   */
  pending(consumer: string, limit: number): Promise<OutboxItem[]>
  /** Everything up to here is done. Never goes back. */
  confirm(consumer: string, seq: number): Promise<void>
  backlog(consumer: string): Promise<number>
}

export interface OutboxItem {
  readonly seq: number
  readonly batch: string
  readonly kind: string
  readonly key: string
  readonly op: 'insert' | 'update' | 'delete'
  readonly at: Timestamp
}

/** Small values that are no memories: cursors, leases, switches. Not journaled. */
export interface Notes {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
  /** Sets only if the present value is `expected`; says whether it did. */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>
  /**
   * Removes the notes whose key begins so; with `before` only those whose value, read as text, is
   * less. Says how many.
   */
  removeUnder(prefix: string, before?: string): Promise<number>
}

export interface ErasedCounts {
  readonly memories: number
  readonly versions: number
  readonly links: number
  readonly facts: number
  readonly journalEntries: number
}

/** B-14 to B-16. Looking after the store itself. */
export interface Care {
  /**
   * B-14. Removes the rows and every trace of their content from indexes, versions and journal;
   * tombstones without content stay. Not undoable.
   */
  erase(ids: readonly string[], batch: Omit<Batch, 'changes'>): Promise<ErasedCounts>
  /** B-15. A consistent copy while others write. */
  backup(path: string): Promise<void>
  /** Puts the copy in the place of everything that is here; others see it at once. */
  restore(path: string): Promise<void>
  /** Empty when all is well; else one finding a line. */
  check(): Promise<Finding[]>
  /** B-15. Builds every derived index again from the rows. */
  rebuildIndexes(progress?: (done: number, total: number) => void): Promise<void>
  /** B-16. Forgets journal entries before this moment; they can no longer be undone. */
  pruneJournal(before: Timestamp): Promise<number>
  /** For good: their words go from the journal too, so what they replaced can no longer be undone. */
  pruneVersions(ids: readonly string[]): Promise<number>
  info(): Promise<StoreInfo>
  /** What the room on disk is spent on. Looks at every page: for statistics, not for every call. */
  sizes(): Promise<StoreSizes>
}

/** In bytes. */
export interface StoreSizes {
  readonly memories: number
  /** Words, tags and files. */
  readonly index: number
  readonly vectors: number
  /** Journal and earlier versions. */
  readonly journal: number
  readonly transcripts: number
  readonly other: number
}

export interface Finding {
  readonly what: string
  readonly repairable: boolean
}

export interface StoreInfo {
  readonly engine: string
  readonly schema: number
  readonly bytes: number
  readonly location: string
}
