/** Queries of links, facts, projects, versions, documents and notes. */
import type { RecordKind, RecordTypes } from '../records.ts'
import type {
  DocumentReads,
  FactReads,
  LinkReads,
  Notes,
  ProjectReads,
  VersionReads,
} from '../store.ts'
import {
  allOf,
  among,
  hole,
  inSpace,
  limitClause,
  type Runner,
  raw,
  SPACE_COLUMN,
  SPACE_VALUE,
  type Sql,
  sql,
} from './statement.ts'

/** Records of each kind, as the adapter keeps them. */
export interface RecordReads {
  get<Kind extends RecordKind>(kind: Kind, key: string): Promise<RecordTypes[Kind] | null>
  /** `rest` begins after FROM: joins, WHERE, ORDER and LIMIT. */
  select<Kind extends RecordKind>(kind: Kind, rest: Sql): Promise<RecordTypes[Kind][]>
}

export function linkReads(records: RecordReads): LinkReads {
  const select = (conditions: readonly Sql[], kinds: readonly string[] | undefined) => {
    const ofKind = kinds ? [sql`link.kind ${among(kinds)}`] : []
    const where = allOf([inSpace('link'), ...conditions, ...ofKind])
    return records.select('link', sql`WHERE ${where} ORDER BY link.key`)
  }
  return {
    of: (ids, kinds) => {
      const touching = sql`(link."from" ${among(ids)} OR link."to" ${among(ids)})`
      return select([touching], kinds)
    },
    all: (kinds) => select([], kinds),
  }
}

export function factReads(records: RecordReads): FactReads {
  return {
    find(query) {
      const parts = [inSpace('fact')]
      for (const column of ['subject', 'predicate', 'object'] as const) {
        const value = query[column]
        if (value !== undefined) parts.push(hole((d) => d.sameText(`fact.${column}`, value)))
      }
      if (query.memory !== undefined) parts.push(sql`fact.memory = ${query.memory}`)
      if (query.projects) {
        const projects = query.projects.map((project) => project ?? '')
        parts.push(sql`coalesce(fact.project, '') ${among(projects)}`)
      }
      if (query.at !== undefined) {
        parts.push(sql`(fact.valid_from IS NULL OR fact.valid_from <= ${query.at})`)
        parts.push(sql`(fact.valid_to IS NULL OR fact.valid_to > ${query.at})`)
      }
      return records.select(
        'fact',
        sql`WHERE ${allOf(parts)} ORDER BY fact.created_at DESC, fact.id DESC ${limitClause(query.limit)}`,
      )
    },
  }
}

export function projectReads(records: RecordReads): ProjectReads {
  return {
    all: () =>
      records.select(
        'project',
        sql`WHERE ${inSpace('project')} ORDER BY project.created_at, project.id`,
      ),
    get: (id) => records.get('project', id),
  }
}

export function versionReads(records: RecordReads): VersionReads {
  const newest = raw('ORDER BY version.at DESC, version.id DESC')
  const ofMemory = (memory: string) => sql`version.memory = ${memory}`
  return {
    of: (memory) =>
      records.select('version', sql`WHERE ${inSpace('version')} AND ${ofMemory(memory)} ${newest}`),
    get: (id) => records.get('version', id),
    list({ before, memory }, limit) {
      const parts = [inSpace('version')]
      if (before !== undefined) parts.push(sql`version.at < ${before}`)
      if (memory !== undefined) parts.push(ofMemory(memory))
      return records.select('version', sql`WHERE ${allOf(parts)} ${newest} ${limitClause(limit)}`)
    },
  }
}

export function documentReads(records: RecordReads): DocumentReads {
  return {
    get: (kind, key) => records.get('document', `${kind}/${key}`),
    list(kind, { project, session }, limit) {
      const parts = [inSpace('document'), sql`document.kind = ${kind}`]
      if (project === null) parts.push(raw('document.project IS NULL'))
      else if (project !== undefined) parts.push(sql`document.project = ${project}`)
      if (session !== undefined) parts.push(sql`document.session = ${session}`)
      return records.select(
        'document',
        sql`WHERE ${allOf(parts)} ORDER BY document.at DESC, document.id DESC ${limitClause(limit)}`,
      )
    },
  }
}

export function noteReads(db: Runner): Notes {
  const at = (key: string) => sql`${inSpace('note')} AND key = ${key}`
  const insert = (key: string, value: string) =>
    sql`INSERT INTO note (${SPACE_COLUMN}key, value) VALUES (${SPACE_VALUE}${key}, ${value})
        ON CONFLICT (${SPACE_COLUMN}key)`
  return {
    async get(key) {
      const row = await db.get(sql`SELECT value FROM note WHERE ${at(key)}`)
      return row ? String(row.value) : null
    },
    async set(key, value) {
      await db.run(sql`${insert(key, value)} DO UPDATE SET value = excluded.value`)
    },
    async remove(key) {
      await db.run(sql`DELETE FROM note WHERE ${at(key)}`)
    },
    async compareAndSet(key, expected, value) {
      const [changed] = await db.runAll([
        expected === null
          ? sql`${insert(key, value)} DO NOTHING`
          : sql`UPDATE note SET value = ${value} WHERE ${at(key)} AND value = ${expected}`,
      ])
      return changed === 1
    },
    removeUnder(prefix, before) {
      const parts = [inSpace('note'), hole((d) => d.startsWith('key', prefix))]
      if (before !== undefined) parts.push(hole((d) => d.isBefore('value', before)))
      return db.run(sql`DELETE FROM note WHERE ${allOf(parts)}`)
    },
  }
}
