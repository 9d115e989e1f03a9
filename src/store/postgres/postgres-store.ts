/** K-18. The shared store: PostgreSQL 15 or newer, without extensions, behind the same port. */
import { Bm25Settings } from '../../search/bm25.ts'
import type { Corpus } from '../../search/corpus.ts'
import type { Batch } from '../change.ts'
import type { MemoryFilter } from '../filter.ts'
import type { Moving } from '../moving.ts'
import { PostgresSettings } from '../postgres-settings.ts'
import type { SessionStore } from '../sessions.ts'
import type {
  Abilities,
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
import { Connections } from './connections.ts'
import { PostgresJournal, PostgresOutbox } from './journal.ts'
import { PostgresMemories } from './memories.ts'
import { MemoryCorpus } from './memory-corpus.ts'
import { migrate } from './migrate.ts'
import { PostgresMoving } from './moving.ts'
import { NeighbourIndex } from './pgvector.ts'
import { PostgresSessions } from './sessions.ts'
import { smallReads } from './small-reads.ts'
import { Space } from './space.ts'
import { PostgresText } from './text-search.ts'
import { PostgresUsage } from './usage.ts'
import { PostgresVectors } from './vectors.ts'

export interface PostgresOptions {
  readonly url: string
  /** One store among many in the database. */
  readonly space?: string
  readonly settings?: PostgresSettings
  readonly bm25?: Bm25Settings
  /** Run on every new connection, such as a role that sees less. */
  readonly onConnect?: readonly string[]
}

const OWN_SPACE = 'main'

/** Nothing is connected until the first call, which says what is wrong if something is. */
export function openPostgresStore(options: PostgresOptions): Store {
  const { url, space: name, settings, bm25, onConnect } = options
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
  return new PostgresStore(db, space, bm25)
}

/** One space over connections that are open already, and stay so when this is closed. */
export function storeOver(db: Connections, space: Space, bm25?: Bm25Settings): Store {
  return new PostgresStore(db, space, bm25)
}

class PostgresStore implements Store {
  readonly can: Abilities = { backup: true }
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
  readonly usage: Usage
  readonly moving: Moving
  readonly #db: Connections
  readonly #writer: BatchWriter

  constructor(db: Connections, space: Space, bm25: Bm25Settings | undefined) {
    const vectors = new PostgresVectors(db, space, new NeighbourIndex())
    const ranking = bm25 ?? Bm25Settings.parse({})
    const small = smallReads(db, space)
    this.#db = db
    this.#writer = new BatchWriter(db, space)
    this.memories = new PostgresMemories(db, space)
    this.text = new PostgresText(db, space)
    this.recall = new MemoryCorpus(db, space, vectors, ranking)
    this.vectors = vectors
    this.links = small.links
    this.facts = small.facts
    this.projects = small.projects
    this.versions = small.versions
    this.documents = small.documents
    this.notes = small.notes
    this.journal = new PostgresJournal(db, space)
    this.outbox = new PostgresOutbox(db, space)
    this.care = new PostgresCare(db, space, this.#writer)
    this.sessions = new PostgresSessions(db, space, vectors, ranking)
    this.usage = new PostgresUsage(db, space)
    this.moving = new PostgresMoving(db, space, this.#writer)
  }

  async apply(batch: Batch): Promise<void> {
    await this.#writer.apply(batch)
  }

  async close(): Promise<void> {
    await this.#db.close()
  }
}
