/** How SQLite writes what the shared statements leave open, and how they are run. */
import type { RecordReads } from '../sql/records.ts'
import { type Bound, type Dialect, type Runner, render, type Sql } from '../sql/statement.ts'
import type { Tables } from './apply.ts'
import type { Bindable, Database } from './database.ts'
import type { Table } from './table.ts'

/** A piece of SQL with its values. */
export interface SqlCondition {
  readonly sql: string
  readonly values: readonly Bindable[]
}

/** Short lists are compared one by one; long ones are bound as one value. */
const FEW = 8
/**
 * The session a memory was kept in. Never give it the name `session` in a query: a WHERE clause
 * would read that as memory.session, which only session-scoped memories have.
 */
export const FROM_SESSION = `json_extract(memory.provenance, '$.session')`

export function inSqlite(statement: Sql): SqlCondition {
  const values: Bindable[] = []
  const text = render(sqliteDialect(values), statement)
  return { sql: text, values }
}

function sqliteDialect(values: Bindable[]): Dialect {
  const bind = (value: Bound) => {
    values.push(typeof value === 'boolean' ? Number(value) : value)
    return '?'
  }
  return {
    bind,
    among: (list) =>
      list.length <= FEW
        ? `IN (${list.map(bind).join(', ')})`
        : `IN (SELECT value FROM json_each(${bind(JSON.stringify(list))}))`,
    inSpace: () => 'true',
    spaceColumn: '',
    spaceValue: '',
    number: () => 'row',
    sameText: (column, value) => `${column} = ${bind(value)} COLLATE NOCASE`,
    startsWith: (column, start) =>
      `(${column} >= ${bind(start)} AND ${column} < ${bind(start)} || char(0x10ffff))`,
    isBefore: (column, value) => `${column} < ${bind(value)}`,
    fromSession: FROM_SESSION,
    origin: "json_extract(memory.provenance, '$.origin')",
    hasTags: (tags) =>
      tags
        .map(
          (tag) =>
            `EXISTS (SELECT 1 FROM memory_tag t WHERE t.memory = memory.row AND t.tag = ${bind(tag)})`,
        )
        .join(' AND '),
    hasConcepts: (concepts) =>
      concepts
        .map(
          (concept) =>
            `EXISTS (SELECT 1 FROM json_each(memory.concepts) c WHERE c.value = ${bind(concept)})`,
        )
        .join(' AND '),
    // '0' follows '/': everything below the folder
    touchesFile: (path) =>
      `EXISTS (SELECT 1 FROM memory_file f WHERE f.memory = memory.row AND (f.path = ${bind(path)}
        OR (f.path > ${bind(`${path}/`)} AND f.path < ${bind(`${path}0`)})
        OR substr(f.path, -length(${bind(path)}) - 1) = '/' || ${bind(path)}))`,
    commitTouches: (path) =>
      `git_commit.row IN (SELECT commit_row FROM git_commit_file
        WHERE path = ${bind(path)} OR (path >= ${bind(`${path}/`)} AND path < ${bind(`${path}/\u{10ffff}`)}))`,
    isWithin: (places) =>
      `message.row IN (SELECT said.row FROM json_each(${bind(
        JSON.stringify(places.map(({ session, fromTurn, toTurn }) => [session, fromTurn, toTurn])),
      )}) AS place JOIN message AS said ON said.session = place.value ->> 0
          AND said.turn BETWEEN place.value ->> 1 AND place.value ->> 2)`,
    isEmptyList: (column) => `${column} = '[]'`,
  }
}

/** `relaxed` is a connection that does not wait for the disk on each commit. */
export function sqliteRunner(db: Database, relaxed: () => Database): Runner {
  const run = (statement: Sql) => {
    const { sql, values } = inSqlite(statement)
    return db.run(sql, ...values).changes
  }
  return {
    async all(statement) {
      const { sql, values } = inSqlite(statement)
      return db.all(sql, ...values)
    },
    async get(statement) {
      const { sql, values } = inSqlite(statement)
      return db.get(sql, ...values)
    },
    run: async (statement) => run(statement),
    async count(statement) {
      const { sql, values } = inSqlite(statement)
      await relaxed().runWhenFree(sql, ...values)
    },
    runAll: async (statements) => {
      const [only] = statements
      if (only && statements.length === 1) return [run(only)]
      return db.transaction(() => statements.map(run))
    },
  }
}

export function sqliteRecords(tables: Tables): RecordReads {
  return {
    get: async (kind, key) => tables[kind].get(key) as never,
    async select(kind, rest) {
      const { sql, values } = inSqlite(rest)
      return (tables[kind] as unknown as Table<never>).select(sql, ...values)
    },
  }
}
