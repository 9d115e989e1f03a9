/** B-01. The embedded store: one SQLite file, nothing to start. */
import { join } from 'node:path'
import type { Corpus } from '../../search/corpus.ts'
import type { Batch } from '../change.ts'
import type { CommitStore } from '../commits.ts'
import type { MemoryFilter } from '../filter.ts'
import type { Moving } from '../moving.ts'
import type { SessionStore } from '../sessions.ts'
import { journalReads, outboxReads } from '../sql/journal.ts'
import { memoryReads } from '../sql/memories.ts'
import {
  documentReads,
  factReads,
  linkReads,
  noteReads,
  projectReads,
  versionReads,
} from '../sql/records.ts'
import { usageReads } from '../sql/usage.ts'
import type {
  Care,
  DocumentReads,
  FactReads,
  Journal,
  LinkReads,
  MemoryReads,
  Notes,
  Outbox,
  ProjectReads,
  Store,
  TextSearch,
  Vectors,
  VersionReads,
} from '../store.ts'
import type { Usage } from '../usage.ts'
import { BatchWriter, type Tables } from './apply.ts'
import { SqliteCare } from './care.ts'
import { SqliteCommits } from './commits.ts'
import { Database } from './database.ts'
import { sqliteRecords, sqliteRunner } from './dialect.ts'
import { MemoryCorpus } from './memory-corpus.ts'
import { ownMemoryReads } from './memory-reads.ts'
import { sqliteMoving } from './moving.ts'
import { sqliteSessions } from './sessions.ts'
import { Table } from './table.ts'
import { DOCUMENT, FACT, LINK, MEMORY, PROJECT, VERSION } from './tables.ts'
import { TextIndex } from './text-index.ts'
import { SqliteVectors } from './vectors.ts'

export interface SqliteOptions {
  readonly file: string
  readonly synchronous?: 'FULL' | 'NORMAL' | 'OFF'
  readonly busyTimeoutMs?: number
  /** B-15. Where a copy is put before a migration. */
  readonly backupFolder?: string
  /** F-02. How what was said is cut for the context table. */
}

const DEFAULT_BUSY_TIMEOUT_MS = 10_000

export function openSqliteStore(options: SqliteOptions): Store {
  return new SqliteStore(options)
}

class SqliteStore implements Store {
  readonly memories: MemoryReads
  readonly text: TextSearch
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
  readonly commits: CommitStore
  readonly usage: Usage
  readonly moving: Moving
  readonly #db: Database
  readonly #writer: BatchWriter
  #relaxed: Database | null = null

  constructor(options: SqliteOptions) {
    const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS
    this.#db = new Database({
      file: options.file,
      synchronous: options.synchronous ?? 'FULL',
      busyTimeoutMs,
      beforeMigration: (database, from) => copyBefore(database, from, options),
    })
    const tables: Tables = {
      memory: new Table(this.#db, MEMORY),
      version: new Table(this.#db, VERSION),
      link: new Table(this.#db, LINK),
      fact: new Table(this.#db, FACT),
      project: new Table(this.#db, PROJECT),
      document: new Table(this.#db, DOCUMENT),
    }
    const text = new TextIndex(this.#db, tables.memory)
    const relaxDurability = () => {
      const { file } = options
      this.#relaxed ??= new Database({
        file,
        synchronous: 'NORMAL',
        busyTimeoutMs,
        neverBlocks: true,
      })
      return this.#relaxed
    }
    this.#writer = new BatchWriter(this.#db, tables, text)
    const vectors = new SqliteVectors(this.#db)
    this.text = text
    this.vectors = vectors
    this.recall = new MemoryCorpus(this.#db, vectors)
    const runner = sqliteRunner(this.#db, relaxDurability)
    const records = sqliteRecords(tables)
    this.memories = memoryReads(runner, records, ownMemoryReads(relaxDurability))
    this.links = linkReads(records)
    this.facts = factReads(records)
    this.projects = projectReads(records)
    this.versions = versionReads(records)
    this.documents = documentReads(records)
    this.journal = journalReads(runner, async () => lastEntry(this.#db))
    this.outbox = outboxReads(runner)
    this.notes = noteReads(runner)
    const sessions = sqliteSessions(this.#db, runner, vectors)
    this.sessions = sessions
    this.commits = new SqliteCommits(this.#db, runner, vectors)
    this.care = new SqliteCare(this.#db, tables, text, this.#writer, sessions)
    this.usage = usageReads(runner)
    this.moving = sqliteMoving(this.#db, tables, text)
  }

  async apply(batch: Batch): Promise<void> {
    this.#writer.apply(batch)
  }

  async close(): Promise<void> {
    this.#relaxed?.close()
    this.#relaxed = null
    this.#db.close()
  }
}

function copyBefore(database: Database, from: number, { file, backupFolder }: SqliteOptions): void {
  const folder = backupFolder ?? join(file, '..', 'backups')
  database.copyTo(join(folder, `before-schema-${from + 1}-${Date.now()}.db`))
}

/** Not the largest there is: after pruning that would go back. */
function lastEntry(db: Database): number {
  return Number(db.get(`SELECT seq FROM sqlite_sequence WHERE name = 'journal'`)?.seq ?? 0)
}
