/** Moving in and out of one space of the shared store. */
import { type Insert, type Moving, REMAINS, type Remain, type RemainKind } from '../moving.ts'
import { wholeNumber } from '../sql/statement.ts'
import type { BatchWriter } from './apply.ts'
import type { Bindable, Connections } from './connections.ts'
import { transcriptPlace } from './messages-found.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'

/** Where each kind is, the column of its order, and the types of columns that are no text. */
const TABLES: {
  readonly [Kind in RemainKind]: {
    readonly table: string
    readonly order: string
    readonly types: Readonly<Record<string, string>>
  }
} = {
  batch: { table: 'batch', order: 'seq', types: { seq: 'bigint', parts: 'integer' } },
  journal: { table: 'journal', order: 'seq', types: { seq: 'bigint', erased: 'boolean' } },
  note: { table: 'note', order: 'key', types: {} },
  memory_use: { table: 'memory_use', order: 'number', types: {} },
  retrieval: { table: 'retrieval', order: 'number', types: {} },
  injection: {
    table: 'injection',
    order: 'number',
    types: { turn: 'integer', tokens: 'integer' },
  },
  transcript: { table: 'transcript', order: 'number', types: {} },
  forgotten: { table: 'session', order: 'number', types: {} },
}

export class PostgresMoving implements Moving {
  readonly #db: Connections
  readonly #space: Space
  readonly #writer: BatchWriter

  constructor(db: Connections, space: Space, writer: BatchWriter) {
    this.#db = db
    this.#space = space
    this.#writer = writer
  }

  async read(kind: RemainKind, after: string | number | null, limit: number): Promise<Remain[]> {
    await this.#db.ready()
    const { table, order } = TABLES[kind]
    const only = kind === 'forgotten' ? 'forgotten' : 'true'
    const columns = REMAINS[kind].map((column) => `"${column}"`).join(', ')
    const type = kind === 'note' ? 'text' : 'bigint'
    const rows = await this.#db.all(
      `SELECT "${order}" AS place, ${columns} FROM ${table}
       WHERE space = $1 AND ${only} AND ($2::${type} IS NULL OR "${order}" > $2::${type})
       ORDER BY "${order}" LIMIT $3::bigint`,
      this.#space.number,
      typeof after === 'string' ? toText(after) : after,
      wholeNumber(limit),
    )
    return rows.map(({ place, ...fields }) => ({
      place: plain(place) as string | number,
      fields: Object.fromEntries(
        Object.entries(fields).map(([column, value]) => [column, plain(value)]),
      ),
    }))
  }

  async write(kind: RemainKind, rows: readonly Remain[]): Promise<void> {
    if (rows.length === 0) return
    await this.#db.ready()
    const place = kind === 'forgotten' ? await this.#place() : 0
    await this.#db.transaction(async (db) => {
      const counters = await this.#space.take(db)
      const { table, order, types } = TABLES[kind]
      const columns = REMAINS[kind].map((name) => ({
        name: name as string,
        type: types[name] ?? 'text',
        values: rows.map(({ fields }) => bound(types[name], fields[name] ?? null)),
      }))
      const add = (name: string, type: string, value: (row: Remain, at: number) => Bindable) =>
        columns.push({ name, type, values: rows.map(value) })
      const isNumbered = kind === 'memory_use' || kind === 'retrieval' || kind === 'injection'
      if (isNumbered) add(order, 'bigint', (row) => Number(row.place))
      if (kind === 'transcript' || kind === 'forgotten') {
        // Written below everything that counts from one, so that neither takes the other's number.
        add('number', 'bigint', (row) => -Number(row.place) - 1)
      }
      if (kind === 'transcript') add('revision', 'bigint', () => 1)
      if (kind === 'forgotten') {
        add('place', 'integer', () => place)
        add('forgotten', 'boolean', () => true)
      }
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const lists = columns.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
      await db.run(
        `INSERT INTO ${table} (space, ${names}) OVERRIDING SYSTEM VALUE
         SELECT $1::integer, ${names} FROM unnest(${lists}) AS given(${names})
         ON CONFLICT DO NOTHING`,
        this.#space.number,
        ...columns.map(({ values }) => values),
      )
      if (isNumbered) {
        const sequence = `pg_get_serial_sequence('${table}', '${order}')`
        const last = Math.max(...rows.map((row) => Number(row.place)))
        await db.run(`SELECT setval(${sequence}, greatest(nextval(${sequence}), $1))`, last)
      }
      const last = Math.max(0, ...rows.map(({ fields }) => Number(fields.seq ?? 0)))
      if (kind === 'batch') counters.batches = Math.max(counters.batches, last)
      if (kind === 'journal') counters.entries = Math.max(counters.entries, last)
      this.#space.give(db, counters)
    })
    if (kind === 'journal') await this.#noteWhatItIsAbout(rows)
  }

  async documentKinds(): Promise<string[]> {
    await this.#db.ready()
    const rows = await this.#db.all(
      'SELECT DISTINCT kind FROM document WHERE space = $1 ORDER BY kind',
      this.#space.number,
    )
    return rows.map(({ kind }) => fromText(String(kind)))
  }

  async adopt(records: readonly Insert[]): Promise<void> {
    await this.#writer.adopt(records)
  }

  /** Erasing finds journal entries of versions, links and facts by their memory's id. */
  async #noteWhatItIsAbout(rows: readonly Remain[]): Promise<void> {
    const owners = rows.flatMap(({ fields }) => {
      if (!['version', 'fact', 'link'].includes(String(fields.kind))) return []
      const image = JSON.parse(String(fields.after ?? fields.before ?? '{}')) ?? {}
      const ids = [image.memory, image.from, image.to].filter((id) => typeof id === 'string')
      return ids.length === 0 ? [] : [{ seq: Number(fields.seq), ids: JSON.stringify(ids) }]
    })
    if (owners.length === 0) return
    await this.#db.run(
      `UPDATE journal SET about = ARRAY(SELECT jsonb_array_elements_text(owners.ids::jsonb))
       FROM unnest($2::bigint[], $3::text[]) AS owners(seq, ids)
       WHERE journal.space = $1 AND journal.seq = owners.seq`,
      this.#space.number,
      owners.map(({ seq }) => seq),
      owners.map(({ ids }) => ids),
    )
  }

  async #place(): Promise<number> {
    const key = transcriptPlace(null)
    return (await this.#space.placesOf(this.#db, [key])).get(key) as number
  }
}

function plain(value: unknown): string | number | boolean | null {
  return typeof value === 'string' ? fromText(value) : (value as number | boolean | null)
}

function bound(type: string | undefined, value: string | number | boolean | null): Bindable {
  if (value === null) return null
  if (type === 'boolean') return Boolean(value)
  return type === undefined ? toText(String(value)) : Number(value)
}
