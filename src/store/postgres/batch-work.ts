/** B-07, B-13. What a batch does to the records: worked through in memory, in order, then sent together. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../change.ts'
import { asksForNewEntry } from '../indexed-fields.ts'
import { changedFields, expectUnchanged, type Image } from '../present.ts'
import { RECORD_KINDS, type RecordKind } from '../records.ts'
import type { Transaction } from './connections.ts'
import { insertPassages, type PassageRow, passageRows } from './passages.ts'
import type { Counters } from './space.ts'
import type { Table } from './table.ts'
import { TABLES } from './tables.ts'
import { toText } from './texts.ts'

/** A change as the journal keeps it. */
export interface JournalLine {
  readonly op: Change['op']
  readonly kind: RecordKind
  readonly key: string
  readonly before: Image | null
  readonly after: Image | null
}

export class BatchWork {
  readonly entries: JournalLine[] = []
  readonly #db: Transaction
  readonly #space: number
  readonly #counters: Counters
  readonly #present = new Map<string, object | null>()
  readonly #units = new Map<string, number>()
  readonly #linked = new Map<string, Set<string>>()
  /** Inserts that wait for the next change of another sort. */
  #waiting: { kind: RecordKind; rows: object[] } | null = null
  /** Memories whose words are written anew, with how many passages and tokens they had. */
  readonly #rewritten = new Map<string, Memory | null>()
  readonly #had = new Map<string, { passages: number; tokens: number }>()
  #rows: PassageRow[] = []

  constructor(db: Transaction, space: number, counters: Counters) {
    this.#db = db
    this.#space = space
    this.#counters = counters
  }

  /** Everything that the changes speak of, as it is now. */
  async read(changes: readonly Change[]): Promise<void> {
    const reads: Promise<void>[] = []
    for (const kind of RECORD_KINDS) {
      const keys = new Set(
        changes.flatMap((each) => (each.kind === kind && each.op !== 'insert' ? [each.key] : [])),
      )
      if (keys.size > 0) reads.push(this.#read(kind, [...keys]))
    }
    const removed = changes.flatMap((each) =>
      each.kind === 'memory' && each.op === 'delete' ? [each.key] : [],
    )
    if (removed.length > 0) reads.push(this.#readLinks(removed))
    await Promise.all(reads)
  }

  change(change: Change): void {
    if (change.op === 'insert') {
      const table = TABLES[change.kind] as unknown as Table<object>
      const key = table.keyOf(change.row)
      if (this.#waiting?.kind !== change.kind) this.flush()
      this.#waiting ??= { kind: change.kind, rows: [] }
      this.#waiting.rows.push(change.row)
      this.#present.set(`${change.kind}/${key}`, change.row)
      if (change.kind === 'memory') {
        this.#units.set(key, ++this.#counters.units)
        this.#rewritten.set(key, change.row)
      }
      if (change.kind === 'link') this.#noteLink(change.row, key)
      this.#note(change, key, null, change.row as unknown as Image)
      return
    }
    this.flush()
    const present = this.#present.get(`${change.kind}/${change.key}`) as Image | null | undefined
    if (present == null) {
      throw new MnemeError('conflict', `${change.kind} ${change.key} is not there any more`)
    }
    expectUnchanged(change, present)
    if (change.op === 'delete') this.#delete(change, present)
    else this.#update(change, present)
  }

  /** Inserts of one kind that follow each other go together. */
  flush(): void {
    if (this.#waiting === null) return
    const { kind, rows } = this.#waiting
    this.#waiting = null
    const table = TABLES[kind] as unknown as Table<object>
    const more =
      kind === 'memory'
        ? {
            unit: {
              type: 'bigint',
              values: rows.map((row) => this.#units.get(table.keyOf(row)) as number),
            },
          }
        : {}
    const { sql, values } = table.insertion(this.#space, rows, more)
    this.#db.send(sql, ...values)
    if (kind !== 'memory') return
    this.#db.send(
      `INSERT INTO vector_due (space, corpus, unit) SELECT $1, 'memories', unnest($2::bigint[])`,
      this.#space,
      rows.map((row) => this.#units.get(table.keyOf(row)) as number),
    )
  }

  /** Places without a number yet: of memories that moved. */
  keysWithoutPlace(known: ReadonlyMap<string, number>): string[] {
    for (const [key, memory] of this.#rewritten) {
      const had = this.#had.get(key)
      const unit = this.#units.get(key) as number
      if (had) {
        this.#db.send('DELETE FROM passage WHERE space = $1 AND memory = $2', this.#space, unit)
        this.#counters.passages -= had.passages
        this.#counters.tokens -= had.tokens
      }
      if (memory === null) continue
      const rows = passageRows(this.#space, memory, unit)
      this.#rows.push(...rows)
      this.#counters.passages += rows.length
      this.#counters.tokens += rows.reduce((sum, row) => sum + row.tokens, 0)
    }
    return [...new Set(this.#rows.map(({ place }) => place))].filter((place) => !known.has(place))
  }

  sendWords(places: ReadonlyMap<string, number>): void {
    insertPassages(this.#db, this.#space, this.#rows, places)
    this.#rows = []
  }

  async #read(kind: RecordKind, keys: readonly string[]): Promise<void> {
    const table = TABLES[kind] as unknown as Table<object>
    const units = kind === 'memory' ? this.#readUnits(keys) : null
    const records = await table.getAll(this.#db, this.#space, keys)
    await units
    for (const key of keys) this.#present.set(`${kind}/${key}`, records.get(key) ?? null)
  }

  async #readUnits(ids: readonly string[]): Promise<void> {
    const rows = await this.#db.all(
      `SELECT memory.id, memory.unit, count(passage.number) AS passages,
         coalesce(sum(passage.tokens), 0) AS tokens
       FROM memory LEFT JOIN passage ON passage.space = $1 AND passage.memory = memory.unit
       WHERE memory.space = $1 AND memory.id = ANY($2::text[]) GROUP BY memory.id, memory.unit`,
      this.#space,
      ids.map(toText),
    )
    for (const { id, unit, passages, tokens } of rows) {
      this.#units.set(String(id), Number(unit))
      this.#had.set(String(id), { passages: Number(passages), tokens: Number(tokens) })
    }
  }

  async #readLinks(ids: readonly string[]): Promise<void> {
    const rows = await this.#db.all(
      `SELECT key, "from", "to" FROM link
       WHERE space = $1 AND ("from" = ANY($2::text[]) OR "to" = ANY($2::text[]))`,
      this.#space,
      ids.map(toText),
    )
    for (const { key, from, to } of rows) {
      this.#noteLink({ from: String(from), to: String(to) }, String(key))
    }
  }

  #noteLink({ from, to }: { readonly from: string; readonly to: string }, key: string): void {
    for (const end of [from, to]) {
      this.#linked.set(end, (this.#linked.get(end) ?? new Set()).add(key))
    }
  }

  #delete(change: Extract<Change, { op: 'delete' }>, present: Image): void {
    const table = TABLES[change.kind]
    if (change.kind === 'memory') {
      if ((this.#linked.get(change.key)?.size ?? 0) > 0) {
        throw new MnemeError('conflict', `memory ${change.key} has links that lead to it`, {
          hint: 'Take the links away first.',
        })
      }
      this.#dropTraces(change.key)
      this.#rewritten.set(change.key, null)
    }
    if (change.kind === 'link') {
      for (const links of this.#linked.values()) links.delete(change.key)
    }
    this.#db.send(table.deletion(), this.#space, toText(change.key))
    this.#present.set(`${change.kind}/${change.key}`, null)
    this.#note(change, change.key, present, null)
  }

  #update(change: Extract<Change, { op: 'update' }>, present: Image): void {
    const table = TABLES[change.kind] as unknown as Table<object>
    const set = change.set as Image
    const { before, after } = changedFields(change.kind, present, set)
    const next = { ...present, ...withoutUndefined(set) }
    const update = table.update(this.#space, change.key, set, next)
    if (update) this.#db.send(update.sql, ...update.values)
    this.#present.set(`${change.kind}/${change.key}`, next)
    if (change.kind === 'memory') {
      if (asksForNewEntry(present as unknown as Memory, change.set)) {
        this.#rewritten.set(change.key, next as unknown as Memory)
      }
      if ('title' in after || 'content' in after) this.#renewVectors(change.key)
    }
    if (Object.keys(after).length > 0) this.#note(change, change.key, before, after)
  }

  #renewVectors(id: string): void {
    const unit = this.#units.get(id) as number
    this.#dropVectors(unit)
    this.#db.send(
      `INSERT INTO vector_due (space, corpus, unit) VALUES ($1, 'memories', $2)
       ON CONFLICT (space, corpus, unit) DO UPDATE SET ticket = nextval('vector_ticket')`,
      this.#space,
      unit,
    )
  }

  #dropTraces(id: string): void {
    const unit = this.#units.get(id) as number
    this.#dropVectors(unit)
    this.#db.send(
      `DELETE FROM vector_due WHERE space = $1 AND corpus = 'memories' AND unit = $2`,
      this.#space,
      unit,
    )
    for (const table of ['memory_use', 'injection']) {
      this.#db.send(
        `DELETE FROM ${table} WHERE space = $1 AND memory = $2`,
        this.#space,
        toText(id),
      )
    }
  }

  #dropVectors(unit: number): void {
    this.#db.send(
      `WITH gone AS (DELETE FROM embedding WHERE space = $1 AND corpus = 'memories' AND unit = $2
         RETURNING id)
       DELETE FROM vector_code WHERE space = $1 AND id IN (SELECT id FROM gone)`,
      this.#space,
      unit,
    )
  }

  #note(change: Change, key: string, before: Image | null, after: Image | null): void {
    this.entries.push({ op: change.op, kind: change.kind, key, before, after })
  }
}

function withoutUndefined(set: Image): Image {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
}
