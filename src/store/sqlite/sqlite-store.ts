/** B-01. The embedded store: one SQLite file, nothing to start. */
import { join } from 'node:path'
import { Bm25Settings } from '../../search/bm25.ts'
import type { Corpus } from '../../search/corpus.ts'
import { StretchSettings } from '../../sessions/stretches.ts'
import type { Batch } from '../change.ts'
import type { MemoryFilter } from '../filter.ts'
import type { Moving } from '../moving.ts'
import type { Document, Fact, Link, LinkKind, Project, Version } from '../records.ts'
import type { SessionStore } from '../sessions.ts'
import type {
  Abilities,
  Care,
  DocumentReads,
  FactQuery,
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
import { type Bindable, Database } from './database.ts'
import { SqliteJournal, SqliteOutbox } from './journal.ts'
import { MemoryCorpus } from './memory-corpus.ts'
import { SqliteMemories } from './memory-reads.ts'
import { sqliteMoving } from './moving.ts'
import { SqliteSessions } from './sessions.ts'
import { Table } from './table.ts'
import { DOCUMENT, FACT, LINK, MEMORY, PROJECT, VERSION } from './tables.ts'
import { TextIndex } from './text-index.ts'
import { SqliteUsage } from './usage.ts'
import { SqliteVectors } from './vectors.ts'

export interface SqliteOptions {
  readonly file: string
  readonly synchronous?: 'FULL' | 'NORMAL' | 'OFF'
  readonly busyTimeoutMs?: number
  /** B-15. Where a copy is put before a migration. */
  readonly backupFolder?: string
  /** F-02. How what was said is cut for the context table. */
  readonly stretches?: StretchSettings
  readonly bm25?: Bm25Settings
}

const DEFAULT_BUSY_TIMEOUT_MS = 10_000

export function openSqliteStore(options: SqliteOptions): Store {
  return new SqliteStore(options)
}

class SqliteStore implements Store {
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
    const relaxed = () => {
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
    this.recall = new MemoryCorpus(this.#db, vectors, options.bm25 ?? Bm25Settings.parse({}))
    this.memories = new SqliteMemories(this.#db, tables.memory, relaxed)
    this.links = linkReads(tables.link)
    this.facts = factReads(tables.fact)
    this.projects = projectReads(tables.project)
    this.versions = versionReads(tables.version)
    this.documents = documentReads(tables.document)
    this.journal = new SqliteJournal(this.#db)
    this.outbox = new SqliteOutbox(this.#db)
    this.notes = notes(this.#db)
    const sessions = new SqliteSessions(
      this.#db,
      vectors,
      options.stretches ?? StretchSettings.parse({}),
    )
    this.sessions = sessions
    this.care = new SqliteCare(this.#db, tables, text, this.#writer, sessions)
    this.usage = new SqliteUsage(this.#db, relaxed)
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

function linkReads(table: Table<Link>): LinkReads {
  const ofKinds = (kinds?: readonly LinkKind[]) => kindsCondition('link.kind', kinds)
  return {
    async of(ids, kinds) {
      const among = 'IN (SELECT value FROM json_each(?))'
      const list = JSON.stringify(ids)
      const { sql, values } = ofKinds(kinds)
      return table.select(
        `WHERE (link."from" ${among} OR link."to" ${among}) AND ${sql} ORDER BY link.key`,
        list,
        list,
        ...values,
      )
    },
    async all(kinds) {
      const { sql, values } = ofKinds(kinds)
      return table.select(`WHERE ${sql} ORDER BY link.key`, ...values)
    },
  }
}

function kindsCondition(column: string, kinds: readonly string[] | undefined) {
  return kinds
    ? { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(kinds)] }
    : { sql: '1', values: [] }
}

function factReads(table: Table<Fact>): FactReads {
  return {
    async find(query: FactQuery) {
      const parts = ['1']
      const values: Bindable[] = []
      const equals = (column: string, value: string | undefined) => {
        if (value === undefined) return
        parts.push(`fact.${column} = ? COLLATE NOCASE`)
        values.push(value)
      }
      equals('subject', query.subject)
      equals('predicate', query.predicate)
      equals('object', query.object)
      equals('memory', query.memory)
      if (query.projects) {
        parts.push(`coalesce(fact.project, '') IN (SELECT value FROM json_each(?))`)
        values.push(JSON.stringify(query.projects.map((project) => project ?? '')))
      }
      if (query.at !== undefined) {
        parts.push('(fact.valid_from IS NULL OR fact.valid_from <= ?)')
        parts.push('(fact.valid_to IS NULL OR fact.valid_to > ?)')
        values.push(query.at, query.at)
      }
      return table.select(
        `WHERE ${parts.join(' AND ')} ORDER BY fact.created_at DESC, fact.id DESC LIMIT ?`,
        ...values,
        query.limit,
      )
    },
  }
}

function projectReads(table: Table<Project>): ProjectReads {
  return {
    all: async () => table.select('ORDER BY project.created_at, project.id'),
    get: async (id) => table.get(id),
  }
}

function versionReads(table: Table<Version>): VersionReads {
  const newest = 'ORDER BY version.at DESC, version.id DESC'
  return {
    of: async (memory) => table.select(`WHERE version.memory = ? ${newest}`, memory),
    get: async (id) => table.get(id),
    list: async ({ before, memory }, limit) =>
      table.select(
        `WHERE (? IS NULL OR version.at < ?) AND (? IS NULL OR version.memory = ?) ${newest} LIMIT ?`,
        before ?? null,
        before ?? null,
        memory ?? null,
        memory ?? null,
        limit,
      ),
  }
}

function documentReads(table: Table<Document>): DocumentReads {
  return {
    get: async (kind, key) => table.get(`${kind}/${key}`),
    async list(kind, { project, session }, limit) {
      const parts = ['document.kind = ?']
      const values: Bindable[] = [kind]
      if (project !== undefined) {
        parts.push('document.project IS ?')
        values.push(project)
      }
      if (session !== undefined) {
        parts.push('document.session = ?')
        values.push(session)
      }
      return table.select(
        `WHERE ${parts.join(' AND ')} ORDER BY document.at DESC, document.id DESC LIMIT ?`,
        ...values,
        limit,
      )
    },
  }
}

function notes(db: Database): Notes {
  const put = `INSERT INTO note (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
  const read = (key: string) => {
    const row = db.get('SELECT value FROM note WHERE key = ?', key)
    return row ? String(row.value) : null
  }
  return {
    get: async (key) => read(key),
    async set(key, value) {
      db.run(put, key, value)
    },
    async remove(key) {
      db.run('DELETE FROM note WHERE key = ?', key)
    },
    compareAndSet: async (key, expected, value) =>
      db.transaction(() => {
        if (read(key) !== expected) return false
        db.run(put, key, value)
        return true
      }),
    async removeUnder(prefix, before) {
      const begins = 'DELETE FROM note WHERE key >= ? AND key < ? || char(0x10ffff)'
      return before === undefined
        ? db.run(begins, prefix, prefix).changes
        : db.run(`${begins} AND value < ?`, prefix, prefix, before).changes
    },
  }
}
