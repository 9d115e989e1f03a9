/**
 * SQL that both databases understand, written once. A statement is text with placeholders; each adapter's
 * dialect renders them, and every value is bound.
 */

import type { StretchPlace } from '../evidence.ts'

export type Bound = string | number | boolean | null
export type Row = Record<string, unknown>

/** The parts of SQL that differ between the databases. */
export interface Dialect {
  bind(value: Bound): string
  /** Behind a column: whether its value is one of these. */
  among(values: readonly string[] | readonly number[]): string
  /** True for the rows of this store. */
  inSpace(table: string): string
  /** In front of the columns of an insertion or a key, and of its values. */
  readonly spaceColumn: string
  readonly spaceValue: string
  /** The number by which rows of this table are known to each other and to recall. */
  number(table: 'memory' | 'message' | 'session' | 'transcript' | 'git_commit'): string
  /** Equal, whatever the case of ASCII letters. */
  sameText(column: string, value: string): string
  startsWith(column: string, start: string): string
  /** Compared byte by byte. */
  isBefore(column: string, value: string): string
  /** The session that a memory was kept in. */
  readonly fromSession: string
  /** Whose words a memory is in. */
  readonly origin: string
  hasTags(tags: readonly string[]): string
  hasConcepts(concepts: readonly string[]): string
  /** The path itself, a path below it, or one that ends in it. */
  touchesFile(path: string): string
  /** A commit changed the path itself, or something below it. */
  commitTouches(path: string): string
  /** A message is within one of these stretches. */
  isWithin(places: readonly StretchPlace[]): string
  isEmptyList(column: string): string
}

type SqlValue = (dialect: Dialect) => string
export interface Sql {
  readonly parts: readonly (string | SqlValue)[]
}

/** Values are bound; statements are put in as they are. */
export function sql(texts: TemplateStringsArray, ...holes: readonly (Bound | Sql)[]): Sql {
  const parts: (string | SqlValue)[] = [texts[0] ?? '']
  holes.forEach((hole, at) => {
    if (typeof hole === 'object' && hole !== null) parts.push(...hole.parts)
    else parts.push((dialect) => dialect.bind(hole))
    parts.push(texts[at + 1] ?? '')
  })
  return { parts }
}

/** A name or a piece of SQL from our own code; never user input. */
export function raw(text: string): Sql {
  return { parts: [text] }
}

export function hole(write: SqlValue): Sql {
  return { parts: [write] }
}

export function among(values: readonly string[] | readonly number[]): Sql {
  return hole((dialect) => dialect.among(values))
}

export function inSpace(table: string): Sql {
  return hole((dialect) => dialect.inSpace(table))
}

export function numberOf(table: Parameters<Dialect['number']>[0]): Sql {
  return hole((dialect) => dialect.number(table))
}

export const SPACE_COLUMN = hole((dialect) => dialect.spaceColumn)
export const SPACE_VALUE = hole((dialect) => dialect.spaceValue)

export function join(statements: readonly Sql[], between: string): Sql {
  return {
    parts: statements.flatMap(({ parts }, at) => (at === 0 ? parts : [between, ...parts])),
  }
}

export function allOf(conditions: readonly Sql[]): Sql {
  return join(conditions, ' AND ')
}

export function render(dialect: Dialect, { parts }: Sql): string {
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : part(dialect)
  return text
}

/** A page's figures as a database takes them. */
export function wholeNumber(value: number): number {
  return Math.min(Math.max(0, Math.trunc(value)), Number.MAX_SAFE_INTEGER)
}

export function limitClause(limit: number, offset?: number): Sql {
  return offset === undefined
    ? sql`LIMIT ${wholeNumber(limit)}`
    : sql`LIMIT ${wholeNumber(limit)} OFFSET ${wholeNumber(offset)}`
}

/** Runs statements on either database. Texts come back exactly as they were stored. */
export interface Runner {
  all(statement: Sql): Promise<Row[]>
  get(statement: Sql): Promise<Row | undefined>
  /** How many rows were touched. These may be carried out twice without harm. */
  run(statement: Sql): Promise<number>
  /** For rows that count something: carried out once, and the last ones may be lost in a power cut. */
  count(statement: Sql): Promise<void>
  /** All or nothing; gives how many rows each touched. */
  runAll(statements: readonly Sql[]): Promise<readonly number[]>
}
