/** How PostgreSQL writes what the shared statements leave open, and how they are run. */
import type { RecordReads } from '../sql/records.ts'
import {
  type Bound,
  type Dialect,
  type Row,
  type Runner,
  render,
  type Sql,
} from '../sql/statement.ts'
import type { Bindable, Connections } from './connections.ts'
import type { Space } from './space.ts'
import type { Table } from './table.ts'
import { TABLES } from './tables.ts'
import { fromText, toText } from './texts.ts'

/** A piece of SQL with everything bound so far, the space at `$1`. */
interface Where {
  readonly sql: string
  readonly values: readonly Bindable[]
}

const NUMBERS = {
  memory: 'unit',
  message: 'unit',
  session: 'number',
  transcript: 'number',
  git_commit: 'unit',
} as const

/** `bound` are the values in front; the first is the space. */
export function inPostgres(statement: Sql, bound: readonly Bindable[]): Where {
  const values: Bindable[] = [...bound]
  return { sql: render(postgresDialect(values), statement), values }
}

function postgresDialect(values: Bindable[]): Dialect {
  const put = (value: Bindable) => `$${values.push(value)}`
  const bind = (value: Bound) => put(typeof value === 'string' ? toText(value) : value)
  const texts = (list: readonly string[]) => `${put(list.map(toText))}::text[]`
  return {
    bind,
    among: (list) =>
      typeof list[0] === 'number'
        ? `= ANY(${put(list)}::bigint[])`
        : `= ANY(${texts(list as readonly string[])})`,
    inSpace: (table) => `${table}.space = $1`,
    spaceColumn: 'space, ',
    spaceValue: '$1, ',
    number: (table) => NUMBERS[table],
    sameText: (column, value) => `lower(${column}) = lower(${bind(value)})`,
    startsWith: (column, start) => {
      const value = bind(start)
      return `(${column} >= ${value} AND starts_with(${column}, ${value}))`
    },
    isBefore: (column, value) => `${column} COLLATE "C" < ${bind(value)}`,
    fromSession: 'memory.from_session',
    origin: "memory.rest::json -> 'provenance' ->> 'origin'",
    hasTags: (tags) => `memory.tags @> ${texts(tags)}`,
    hasConcepts: (concepts) => `memory.concepts @> ${texts(concepts)}`,
    touchesFile: (asked) => {
      const path = bind(asked)
      return `EXISTS (SELECT 1 FROM unnest(memory.files_read || memory.files_modified) AS path
        WHERE path = ${path} OR starts_with(path, ${path} || '/')
          OR right(path, length(${path}) + 1) = '/' || ${path})`
    },
    commitTouches: (path) =>
      `(git_commit.files @> ARRAY[${bind(path)}::text] OR EXISTS (
        SELECT 1 FROM unnest(git_commit.files) AS path WHERE starts_with(path, ${bind(`${path}/`)})))`,
    isWithin: (places) =>
      `message.unit IN (SELECT said.unit
        FROM unnest(${put(places.map(({ session }) => session))}::bigint[],
          ${put(places.map(({ fromTurn }) => fromTurn))}::bigint[],
          ${put(places.map(({ toTurn }) => toTurn))}::bigint[]) AS place(session, first, last)
        JOIN message AS said ON said.space = $1 AND said.session = place.session
          AND said.turn BETWEEN place.first AND place.last)`,
    isEmptyList: (column) => `${column} = '{}'`,
  }
}

export function postgresRunner(db: Connections, space: Space): Runner {
  const execute = async (statement: Sql) => {
    await db.ready()
    return inPostgres(statement, [space.number])
  }
  const runner: Runner = {
    async all(statement) {
      const { sql, values } = await execute(statement)
      return (await db.all(sql, ...values)).map(decodeTexts)
    },
    get: async (statement) => (await runner.all(statement))[0],
    async run(statement) {
      const { sql, values } = await execute(statement)
      return db.run(sql, ...values)
    },
    async count(statement) {
      const { sql, values } = await execute(statement)
      await db.runOnce(sql, ...values)
    },
    async runAll(statements) {
      const all = await Promise.all(statements.map(execute))
      const [only] = all
      if (only && all.length === 1) return [await db.runOnce(only.sql, ...only.values)]
      return db.transaction((transaction) =>
        Promise.all(all.map(({ sql, values }) => transaction.run(sql, ...values))),
      )
    },
  }
  return runner
}

function decodeTexts(row: Row): Row {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string') row[column] = fromText(value)
    else if (Array.isArray(value)) row[column] = value.map((each) => fromText(String(each)))
  }
  return row
}

export function postgresRecords(db: Connections, space: Space): RecordReads {
  return {
    async get(kind, key) {
      await db.ready()
      return (await TABLES[kind].get(db, space.number, key)) as never
    },
    async select(kind, rest) {
      await db.ready()
      const { sql, values } = inPostgres(rest, [space.number])
      return (TABLES[kind] as unknown as Table<never>).select(db, sql, ...values)
    },
  }
}
