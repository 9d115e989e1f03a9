/** K-18. The shared store: PostgreSQL 15 or newer, without extensions, behind the same port. */
import type { Corpus } from '../../search/corpus.ts'
import type { Batch } from '../change.ts'
import type { CommitStore } from '../commits.ts'
import type { MemoryFilter } from '../filter.ts'
import type { Moving } from '../moving.ts'
import { PostgresSettings } from '../postgres-settings.ts'
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
import { raw } from '../sql/statement.ts'
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
import { BatchWriter } from './apply.ts'
import { PostgresCare } from './care.ts'
import { PostgresCommits } from './commits.ts'
import { Connections } from './connections.ts'
import { postgresRecords, postgresRunner } from './dialect.ts'
import { MemoryCorpus } from './memory-corpus.ts'
import { ownMemoryReads } from './memory-reads.ts'
import { migrate } from './migrate.ts'
import { PostgresMoving } from './moving.ts'
import { NeighbourIndex } from './pgvector.ts'
import { postgresSessions } from './sessions.ts'
import { Space } from './space.ts'
import { PostgresText } from './text-search.ts'
import { PostgresVectors } from './vectors.ts'

interface PostgresOptions {
  readonly url: string
  /** One store among many in the database. */
  readonly space?: string
  readonly settings?: PostgresSettings
  /** Run on every new connection, such as a role that sees less. */
  readonly onConnect?: readonly string[]
}

const OWN_SPACE = 'main'

/** Nothing is connected until the first call, which says what is wrong if something is. */
export function openPostgresStore(options: PostgresOptions): Store {
  const { url, space: name, settings, onConnect } = options
  const space = new Space(name ?? OWN_SPACE)
  const db = new Connections(
    {
      url,
      settings: settings ?? PostgresSettings.parse({}),
      ...(onConnect ? { onConnect } : {}),
    },
    async (bare) => {
      await migrate(bare, db.location)
      await space.prepare(bare)
    },
  )
  return new PostgresStore(db, space)
}

/** One space over connections that are open already, and stay so when this is closed. */
export function storeOver(db: Connections, space: Space): Store {
  return new PostgresStore(db, space)
}

class PostgresStore implements Store {
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
  readonly #db: Connections
  readonly #writer: BatchWriter

  constructor(db: Connections, space: Space) {
    const vectors = new PostgresVectors(db, space, new NeighbourIndex())
    const runner = postgresRunner(db, space)
    const records = postgresRecords(db, space)
    this.#db = db
    this.#writer = new BatchWriter(db, space)
    this.memories = memoryReads(runner, records, ownMemoryReads(db, space))
    this.text = new PostgresText(db, space)
    this.recall = new MemoryCorpus(db, space, vectors)
    this.vectors = vectors
    this.links = linkReads(records)
    this.facts = factReads(records)
    this.projects = projectReads(records)
    this.versions = versionReads(records)
    this.documents = documentReads(records)
    this.notes = noteReads(runner)
    // The counter, and not the last entry: pruning must not take it back.
    this.journal = journalReads(runner, async () => {
      const row = await runner.get(raw('SELECT entries FROM space WHERE id = $1'))
      return Number(row?.entries ?? 0)
    })
    this.outbox = outboxReads(runner)
    this.care = new PostgresCare(db, space, this.#writer)
    this.sessions = postgresSessions(db, space, runner, vectors)
    this.commits = new PostgresCommits(db, space, runner, vectors)
    this.usage = usageReads(runner)
    this.moving = new PostgresMoving(db, space, this.#writer)
  }

  async apply(batch: Batch): Promise<void> {
    await this.#writer.apply(batch)
  }

  async close(): Promise<void> {
    await this.#db.close()
  }
}
