/** Links, facts, projects, versions, documents and notes, read back by what they are asked for. */
import type { LinkKind } from '../records.ts'
import type {
  DocumentReads,
  FactQuery,
  FactReads,
  LinkReads,
  Notes,
  ProjectReads,
  VersionReads,
} from '../store.ts'
import type { Bindable, Connections } from './connections.ts'
import type { Space } from './space.ts'
import { TABLES } from './tables.ts'
import { fromText, toText } from './texts.ts'
import { int } from './where.ts'

/** The space's number, once the store is ready. */
type Ready = () => Promise<number>

export function smallReads(db: Connections, space: Space) {
  const ready: Ready = async () => {
    await db.ready()
    return space.number
  }
  return {
    links: linkReads(db, ready),
    facts: factReads(db, ready),
    projects: projectReads(db, ready),
    versions: versionReads(db, ready),
    documents: documentReads(db, ready),
    notes: notes(db, ready),
  }
}

function linkReads(db: Connections, ready: Ready): LinkReads {
  const every = (kinds?: readonly LinkKind[]) => (kinds ? [...kinds] : null)
  return {
    of: async (ids, kinds) =>
      TABLES.link.select(
        db,
        await ready(),
        `WHERE link.space = $1 AND (link."from" = ANY($2::text[]) OR link."to" = ANY($2::text[]))
           AND ($3::text[] IS NULL OR link.kind = ANY($3::text[])) ORDER BY link.key`,
        ids.map(toText),
        every(kinds),
      ),
    all: async (kinds) =>
      TABLES.link.select(
        db,
        await ready(),
        `WHERE link.space = $1 AND ($2::text[] IS NULL OR link.kind = ANY($2::text[]))
         ORDER BY link.key`,
        every(kinds),
      ),
  }
}

function factReads(db: Connections, ready: Ready): FactReads {
  return {
    async find(query: FactQuery) {
      const parts = ['fact.space = $1']
      const values: Bindable[] = []
      const bind = (value: Bindable) => `$${values.push(value) + 1}`
      const equals = (column: string, value: string | undefined) => {
        if (value !== undefined) parts.push(`lower(fact.${column}) = lower(${bind(toText(value))})`)
      }
      equals('subject', query.subject)
      equals('predicate', query.predicate)
      equals('object', query.object)
      if (query.memory !== undefined) parts.push(`fact.memory = ${bind(toText(query.memory))}`)
      if (query.projects) {
        const projects = query.projects.map((project) => toText(project ?? ''))
        parts.push(`coalesce(fact.project, '') = ANY(${bind(projects)}::text[])`)
      }
      if (query.at !== undefined) {
        const at = bind(query.at)
        parts.push(`(fact.valid_from IS NULL OR fact.valid_from <= ${at})`)
        parts.push(`(fact.valid_to IS NULL OR fact.valid_to > ${at})`)
      }
      const limit = bind(int(query.limit))
      return TABLES.fact.select(
        db,
        await ready(),
        `WHERE ${parts.join(' AND ')}
         ORDER BY fact.created_at DESC, fact.id DESC LIMIT ${limit}::bigint`,
        ...values,
      )
    },
  }
}

function projectReads(db: Connections, ready: Ready): ProjectReads {
  return {
    all: async () =>
      TABLES.project.select(
        db,
        await ready(),
        'WHERE project.space = $1 ORDER BY project.created_at, project.id',
      ),
    get: async (id) => TABLES.project.get(db, await ready(), id),
  }
}

function versionReads(db: Connections, ready: Ready): VersionReads {
  const newest = 'ORDER BY version.at DESC, version.id DESC'
  return {
    of: async (memory) =>
      TABLES.version.select(
        db,
        await ready(),
        `WHERE version.space = $1 AND version.memory = $2 ${newest}`,
        toText(memory),
      ),
    get: async (id) => TABLES.version.get(db, await ready(), id),
    list: async ({ before, memory }, limit) =>
      TABLES.version.select(
        db,
        await ready(),
        `WHERE version.space = $1 AND ($2::text IS NULL OR version.at < $2)
           AND ($3::text IS NULL OR version.memory = $3) ${newest} LIMIT $4::bigint`,
        before ?? null,
        memory === undefined ? null : toText(memory),
        int(limit),
      ),
  }
}

function documentReads(db: Connections, ready: Ready): DocumentReads {
  return {
    get: async (kind, key) => TABLES.document.get(db, await ready(), `${kind}/${key}`),
    async list(kind, { project, session }, limit) {
      const parts = ['document.space = $1', 'document.kind = $2']
      const values: Bindable[] = [toText(kind)]
      const bind = (value: Bindable) => `$${values.push(value) + 1}`
      if (project === null) parts.push('document.project IS NULL')
      else if (project !== undefined) parts.push(`document.project = ${bind(toText(project))}`)
      if (session !== undefined) parts.push(`document.session = ${bind(toText(session))}`)
      const most = bind(int(limit))
      return TABLES.document.select(
        db,
        await ready(),
        `WHERE ${parts.join(' AND ')}
         ORDER BY document.at DESC, document.id DESC LIMIT ${most}::bigint`,
        ...values,
      )
    },
  }
}

function notes(db: Connections, ready: Ready): Notes {
  return {
    async get(key) {
      const sql = 'SELECT value FROM note WHERE space = $1 AND key = $2'
      const row = await db.get(sql, await ready(), toText(key))
      return row ? fromText(String(row.value)) : null
    },
    async set(key, value) {
      await db.run(
        `INSERT INTO note (space, key, value) VALUES ($1, $2, $3)
         ON CONFLICT (space, key) DO UPDATE SET value = excluded.value`,
        await ready(),
        toText(key),
        toText(value),
      )
    },
    async remove(key) {
      const sql = 'DELETE FROM note WHERE space = $1 AND key = $2'
      await db.run(sql, await ready(), toText(key))
    },
    async compareAndSet(key, expected, value) {
      const space = await ready()
      const [name, next] = [toText(key), toText(value)]
      if (expected === null) {
        const sql = `INSERT INTO note (space, key, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
        return (await db.runOnce(sql, space, name, next)) === 1
      }
      const sql = 'UPDATE note SET value = $3 WHERE space = $1 AND key = $2 AND value = $4'
      return (await db.runOnce(sql, space, name, next, toText(expected))) === 1
    },
    async removeUnder(prefix, before) {
      const sql = 'DELETE FROM note WHERE space = $1 AND key >= $2 AND starts_with(key, $2)'
      const bound = [await ready(), toText(prefix)] as const
      return before === undefined
        ? db.run(sql, ...bound)
        : db.run(`${sql} AND value COLLATE "C" < $3`, ...bound, toText(before))
    },
  }
}
