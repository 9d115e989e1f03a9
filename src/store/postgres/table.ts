/**
 * A table that holds records of one kind. Fields that something is looked up by have a column of
 * their own, all others are in `rest` as JSON, so that a new field needs no migration.
 */
import { MnemeError } from '../../errors.ts'
import type { Bindable, Queries, Row } from './connections.ts'
import { fromText, toText } from './texts.ts'

/** How a field is kept. Names follow: `createdAt` is the column `created_at`. */
type Shape = 'text' | 'texts' | 'number' | 'boolean' | 'json'

const SQL_TYPES: { readonly [Kind in Shape]: string } = {
  text: 'text',
  texts: 'text[]',
  number: 'double precision',
  boolean: 'boolean',
  json: 'text',
}

export interface TableTraits<Record_> {
  readonly name: string
  /** The column that holds the record's key. */
  readonly keyColumn: string
  readonly keyOf: (record: Record_) => string
  readonly columns: { readonly [Field in keyof Record_]?: Shape }
  /** Columns that are derived from the record, such as a part of it that is looked up by. */
  readonly derived?: { readonly [Column: string]: (record: Record_) => Bindable }
}

type AnyRecord = Record<string, unknown>

export class Table<Record_ extends object> {
  readonly name: string
  readonly #traits: TableTraits<Record_>
  readonly #fields: readonly string[]
  readonly #shapes: ReadonlyMap<string, Shape>
  /** For `SELECT`, qualified so that joins stay unambiguous. */
  readonly columns: string

  constructor(traits: TableTraits<Record_>) {
    this.name = traits.name
    this.#traits = traits
    this.#shapes = new Map(Object.entries(traits.columns) as [string, Shape][])
    this.#fields = [...this.#shapes.keys()]
    this.columns = [...this.#fields.map(columnOf), 'rest']
      .map((column) => `${traits.name}."${column}"`)
      .join(', ')
  }

  keyOf(record: Record_): string {
    return this.#traits.keyOf(record)
  }

  async get(db: Queries, space: number, key: string): Promise<Record_ | null> {
    const row = await db.get(
      `SELECT ${this.columns} FROM ${this.name} WHERE space = $1 AND ${this.#key} = $2`,
      space,
      toText(key),
    )
    return row ? this.fromRow(row) : null
  }

  async getAll(
    db: Queries,
    space: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Record_>> {
    const rows = await db.all(
      `SELECT ${this.columns} FROM ${this.name} WHERE space = $1 AND ${this.#key} = ANY($2::text[])`,
      space,
      keys.map(toText),
    )
    const records = rows.map((row) => this.fromRow(row))
    return new Map(records.map((record) => [this.#traits.keyOf(record), record]))
  }

  /** `rest` begins after FROM. */
  async select(db: Queries, rest: string, ...values: readonly Bindable[]): Promise<Record_[]> {
    const rows = await db.all(`SELECT ${this.columns} FROM ${this.name} ${rest}`, ...values)
    return rows.map((row) => this.fromRow(row))
  }

  /** One statement for any number of rows. `more` are columns that no record has. */
  insertion(
    space: number,
    records: readonly Record_[],
    more: Readonly<
      Record<string, { readonly type: string; readonly values: readonly Bindable[] }>
    > = {},
  ): { readonly sql: string; readonly values: Bindable[] } {
    const columns: { name: string; type: string; values: readonly Bindable[] }[] = []
    const add = (name: string, type: string, values: readonly Bindable[]) =>
      columns.push({ name, type, values })
    for (const field of this.#fields) {
      const shape = this.#shapes.get(field) as Shape
      const values = records.map((record) => bound(shape, (record as AnyRecord)[field]))
      // A list of lists is no list in SQL: each goes as text and is read back there.
      if (shape === 'texts')
        add(
          columnOf(field),
          'text',
          values.map((each) => arrayText(each)),
        )
      else add(columnOf(field), SQL_TYPES[shape], values)
    }
    if (!this.#shapes.has(this.#traits.keyColumn)) {
      add(
        this.#traits.keyColumn,
        'text',
        records.map((record) => toText(this.keyOf(record))),
      )
    }
    for (const [name, derive] of Object.entries(this.#traits.derived ?? {})) {
      add(name, 'text', records.map(derive))
    }
    add(
      'rest',
      'text',
      records.map((record) => this.#restOf(record as AnyRecord)),
    )
    for (const [name, { type, values }] of Object.entries(more)) add(name, type, values)
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const taken = columns
      .map(({ name }) => (this.#isList(name) ? `given."${name}"::text[]` : `given."${name}"`))
      .join(', ')
    const lists = columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
    return {
      sql: `INSERT INTO ${this.name} (space, ${names})
            SELECT $1::integer, ${taken} FROM unnest(${lists}) AS given(${names})`,
      values: [space, ...columns.map(({ values }) => values)],
    }
  }

  /** The fields that changed, on one row. `present` is the whole record as it is afterwards. */
  update(
    space: number,
    key: string,
    set: Partial<Record_>,
    present: Record_,
  ): { readonly sql: string; readonly values: Bindable[] } | null {
    const said = Object.keys(set).filter((field) => (set as AnyRecord)[field] !== undefined)
    if (said.length === 0) return null
    const assignments: string[] = []
    const values: Bindable[] = [space, toText(key)]
    const assign = (column: string, value: Bindable) => {
      values.push(value)
      assignments.push(`"${column}" = $${values.length}`)
    }
    for (const field of this.#fields) {
      const value = (set as AnyRecord)[field]
      if (value !== undefined)
        assign(columnOf(field), bound(this.#shapes.get(field) as Shape, value))
    }
    if (said.some((field) => !this.#shapes.has(field))) {
      assign('rest', this.#restOf(present as AnyRecord))
      for (const [name, derive] of Object.entries(this.#traits.derived ?? {})) {
        assign(name, derive(present))
      }
    }
    return {
      sql: `UPDATE ${this.name} SET ${assignments.join(', ')} WHERE space = $1 AND ${this.#key} = $2`,
      values,
    }
  }

  deletion(): string {
    return `DELETE FROM ${this.name} WHERE space = $1 AND ${this.#key} = $2`
  }

  /** Rows were written by this very table, so they have the record's shape. */
  fromRow(row: Row): Record_ {
    const record: AnyRecord = {}
    for (const field of this.#fields) {
      record[field] = read(this.#shapes.get(field) as Shape, row[columnOf(field)])
    }
    return Object.assign(record, JSON.parse(String(row.rest))) as Record_
  }

  get #key(): string {
    return `${this.name}."${this.#traits.keyColumn}"`
  }

  #isList(column: string): boolean {
    return this.#fields.some(
      (field) => columnOf(field) === column && this.#shapes.get(field) === 'texts',
    )
  }

  #restOf(record: AnyRecord): string {
    const rest: AnyRecord = {}
    for (const [field, value] of Object.entries(record)) {
      if (!this.#shapes.has(field)) rest[field] = value ?? null
    }
    return JSON.stringify(rest)
  }
}

function bound(shape: Shape, value: unknown): Bindable {
  if (value === null || value === undefined) return null
  switch (shape) {
    case 'json':
      return JSON.stringify(value)
    case 'text':
      return toText(String(value))
    case 'texts':
      return (value as readonly string[]).map(toText)
    default:
      return value as Bindable
  }
}

function read(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (shape) {
    case 'json':
      return JSON.parse(value as string)
    case 'text':
      return fromText(value as string)
    case 'texts':
      return (value as string[]).map(fromText)
    default:
      return value
  }
}

/** As PostgreSQL writes a list of texts. */
function arrayText(value: Bindable): string | null {
  if (value === null) return null
  if (!Array.isArray(value)) throw new MnemeError('internal', 'a list of texts was expected')
  return `{${value.map((each) => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

const columnNames = new Map<string, string>()

function columnOf(field: string): string {
  let column = columnNames.get(field)
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columnNames.set(field, column)
  }
  return column
}
