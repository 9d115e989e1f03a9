/** A table that holds records of one kind: fields to columns and back, written once as a list. */
import { BoundedMap } from '../../bounded-map.ts'
import { type Bindable, type Database, MAX_STATEMENTS, type Row } from './database.ts'

/** How a field is kept. Names follow: `createdAt` is the column `created_at`. */
type Shape = 'text' | 'number' | 'boolean' | 'json'

export interface TableTraits<Record_> {
  readonly name: string
  /** The column that holds the record's key. */
  readonly keyColumn: string
  readonly fields: { readonly [Field in keyof Record_]: Shape }
  /** Set when the key is not itself a field. */
  readonly keyOf?: (record: Record_) => string
}

export class Table<Record_ extends object> {
  readonly #db: Database
  readonly #traits: TableTraits<Record_>
  readonly #fields: readonly (keyof Record_ & string)[]
  /** For `SELECT`, qualified so that joins stay unambiguous. */
  readonly columns: string
  readonly #insertion: string
  readonly #deletion: string
  /** Statements are looked up by their text: one that is put together anew is read through each time. */
  readonly #selections = new BoundedMap<string, string>(MAX_STATEMENTS)
  readonly #byKey: string

  constructor(db: Database, traits: TableTraits<Record_>) {
    this.#db = db
    this.#traits = traits
    this.#fields = Object.keys(traits.fields) as (keyof Record_ & string)[]
    const { name, keyColumn, keyOf } = traits
    this.columns = this.#fields.map((field) => `${name}."${columnOf(field)}"`).join(', ')
    const names = this.#fields.map((field) => `"${columnOf(field)}"`)
    if (keyOf) names.push(keyColumn)
    const marks = names.map(() => '?').join(', ')
    this.#insertion = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${marks})`
    this.#byKey = `WHERE ${keyColumn} = ?`
    this.#deletion = `DELETE FROM ${name} ${this.#byKey}`
  }

  get(key: string): Record_ | null {
    return this.select(this.#byKey, key)[0] ?? null
  }

  insert(record: Record_): number {
    const { keyOf } = this.#traits
    const values = this.#fields.map((field) => this.#bind(field, record[field]))
    if (keyOf) values.push(keyOf(record))
    return this.#db.run(this.#insertion, ...values).lastId
  }

  update(key: string, set: Partial<Record_>): void {
    const fields = this.#fields.filter((field) => set[field] !== undefined)
    if (fields.length === 0) return
    const { name, keyColumn } = this.#traits
    const assignments = fields.map((field) => `"${columnOf(field)}" = ?`).join(', ')
    const values = fields.map((field) => this.#bind(field, set[field] as Record_[typeof field]))
    this.#db.run(`UPDATE ${name} SET ${assignments} WHERE ${keyColumn} = ?`, ...values, key)
  }

  delete(key: string): void {
    this.#db.run(this.#deletion, key)
  }

  /** `rest` begins after FROM, with joins, WHERE, ORDER and LIMIT; every value is bound. */
  select(rest: string, ...values: Bindable[]): Record_[] {
    return this.#db.lists(this.#selection(rest), ...values).map((row) => this.#fromList(row))
  }

  #selection(rest: string): string {
    return this.#selections.of(
      rest,
      () => `SELECT ${this.columns} FROM ${this.#traits.name} ${rest}`,
    )
  }

  #fromList(row: readonly unknown[]): Record_ {
    const record: Record<string, unknown> = {}
    this.#fields.forEach((field, at) => {
      record[field] = this.#read(field, row[at])
    })
    return record as Record_
  }

  /** Rows were written by this very table, so they have the record's shape. */
  fromRow(row: Row): Record_ {
    const record: Record<string, unknown> = {}
    for (const field of this.#fields) record[field] = this.#read(field, row[columnOf(field)])
    return record as Record_
  }

  #bind(field: keyof Record_, value: unknown): Bindable {
    if (value === null || value === undefined) return null
    switch (this.#traits.fields[field]) {
      case 'json':
        return JSON.stringify(value)
      case 'boolean':
        return value ? 1 : 0
      default:
        return value as Bindable
    }
  }

  #read(field: keyof Record_, value: unknown): unknown {
    if (value === null || value === undefined) return null
    switch (this.#traits.fields[field]) {
      case 'json':
        return value === '[]' ? NO_ITEMS : JSON.parse(value as string)
      case 'boolean':
        return value === 1
      default:
        return value
    }
  }
}

/** Most lists are empty; one shared value spares parsing them. */
const NO_ITEMS: readonly never[] = Object.freeze([])

const columnNames = new Map<string, string>()

export function columnOf(field: string): string {
  let column = columnNames.get(field)
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columnNames.set(field, column)
  }
  return column
}
