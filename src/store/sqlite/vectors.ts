/** D-03, D-12, D-15. Vectors of passages in SQLite, with their signs in memory for the scan. */
import { MnemeError } from '../../errors.ts'
import type {
  CorpusName,
  MeaningCandidate,
  QueryVector,
  SignedPassage,
} from '../../search/corpus.ts'
import { floatsOf, product } from '../../search/unit-vectors.ts'
import {
  codeOf,
  expectVector,
  type Near,
  type VectorHit,
  VectorIndex,
  VectorSettings,
} from '../../search/vector-scan.ts'
import type { DueUnit, EmbeddedUnit, VectorCount, Vectors } from '../store.ts'
import type { Bindable, Database } from './database.ts'
import type { SqlCondition } from './dialect.ts'

/** Where the units of a corpus are, so that those without vectors can be found. */
const UNITS: {
  readonly [Name in CorpusName]: {
    readonly table: string
    readonly key: string
    readonly only: string
  }
} = {
  memories: { table: 'memory', key: 'row', only: '1' },
  // What was said; tool output is found by its words alone.
  messages: { table: 'message', key: 'row', only: 'turn IS NOT NULL' },
  commits: { table: 'git_commit', key: 'row', only: '1' },
}

/** Signs are read in blocks, so that the text they pass through stays small. */
const BLOCK_ROWS = 16_384
/** A reader that is further behind reads everything again. */
const GONE_KEPT = 10_000
/**
 * A list of numbers, bound as one value. Beside it is `+model`: the plus keeps the planner from
 * reading all vectors of the model, where those of a few units are wanted.
 */
const AMONG = 'SELECT value FROM json_each(?)'
/** Of a text of several passages more than one may be near; so many are compared for each hit. */
const PASSAGES_A_HIT = 1.5
/** In the place of the code of a row that was taken away. */
const GONE = 'gone'
/** Which units may be found. */
interface Allowed {
  /** Whether `vector.unit` is one, as a condition. */
  readonly where: SqlCondition
  all(): ReadonlySet<number>
}

interface Loaded {
  readonly index: VectorIndex
  lastId: number
  lastCode: string
  lastGone: number
}

export class SqliteVectors implements Vectors {
  readonly #db: Database
  readonly #settings: VectorSettings
  readonly #loaded = new Map<string, Loaded>()

  constructor(db: Database, settings: VectorSettings = VectorSettings.parse({})) {
    this.#db = db
    this.#settings = settings
  }

  async due(corpus: CorpusName, limit: number): Promise<DueUnit[]> {
    return this.#db.all(
      'SELECT unit, ticket FROM vector_due WHERE corpus = ? ORDER BY unit LIMIT ?',
      corpus,
      limit,
    ) as unknown as DueUnit[]
  }

  async backlog(corpus: CorpusName): Promise<number> {
    const row = this.#db.get('SELECT count(*) AS n FROM vector_due WHERE corpus = ?', corpus)
    return Number(row?.n ?? 0)
  }

  async enqueueMissing(corpus: CorpusName, model: string): Promise<number> {
    const { table, key, only } = UNITS[corpus]
    return this.#db.run(
      `INSERT OR IGNORE INTO vector_due (corpus, unit)
       SELECT ?, ${key} FROM ${table} WHERE ${only} AND NOT EXISTS (
         SELECT 1 FROM vector INDEXED BY vector_unit
         WHERE vector.corpus = ? AND vector.unit = ${table}.${key} AND vector.model = (
           SELECT id FROM vector_model WHERE name = ?))
       ORDER BY ${key}`,
      corpus,
      corpus,
      model,
    ).changes
  }

  async put(
    corpus: CorpusName,
    model: { readonly id: string; readonly dims: number },
    units: readonly EmbeddedUnit[],
  ): Promise<number> {
    for (const { passages } of units) {
      for (const { vector } of passages) expectVector(vector, model.dims)
    }
    return this.#db.transaction(() => {
      const number = this.#modelNumber(model)
      let written = 0
      for (const { unit, ticket, passages } of units) {
        const { changes } = this.#db.run(
          'DELETE FROM vector_due WHERE corpus = ? AND unit = ? AND ticket = ?',
          corpus,
          unit,
          ticket,
        )
        if (changes === 0) continue // its text has changed, or another process was faster
        this.#db.run('DELETE FROM vector WHERE corpus = ? AND unit = ?', corpus, unit)
        for (const { start, end, vector, signs } of passages) {
          const { lastId } = this.#db.run(
            `INSERT INTO vector (corpus, unit, "start", "end", model, code, data)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            corpus,
            unit,
            start,
            end,
            number,
            codeOf(vector),
            bytesOf(vector),
          )
          if (!signs) continue
          this.#db.run('INSERT INTO vector_signs (vector, signs) VALUES (?, ?)', lastId, signs)
        }
        written += 1
      }
      this.#db.run(
        'DELETE FROM vector_gone WHERE seq <= (SELECT max(seq) FROM vector_gone) - ?',
        GONE_KEPT,
      )
      return written
    })
  }

  async hasAny(corpus: CorpusName): Promise<boolean> {
    return this.#db.get('SELECT 1 FROM vector WHERE corpus = ? LIMIT 1', corpus) !== undefined
  }

  async counts(corpus: CorpusName): Promise<VectorCount[]> {
    return this.#db.all(
      `SELECT vector_model.name AS model, vector_model.dims AS dims, count(*) AS vectors,
              count(DISTINCT vector.unit) AS units
       FROM vector JOIN vector_model ON vector_model.id = vector.model
       WHERE vector.corpus = ? GROUP BY vector.model ORDER BY vectors DESC`,
      corpus,
    ) as unknown as VectorCount[]
  }

  async of(corpus: CorpusName, model: string, units: readonly number[]) {
    const rows = this.#rowsOf(corpus, this.#model(model)?.number ?? -1, units)
    const signs = new Map(
      (corpus === 'memories' ? this.tokenSigns(model, units) : []).map((each) => [
        `${each.unit} ${each.start}`,
        each.signs,
      ]),
    )
    return rows.map(({ unit, start, end, data }) => {
      const own = signs.get(`${unit} ${start}`)
      return { unit, start, end, vector: floatsOf(data), ...(own ? { signs: own } : {}) }
    })
  }

  /** Of memories alone: transcripts are long, and their tokens would take more room than they do. */
  tokenSigns(model: string, units: readonly number[]): SignedPassage[] {
    return this.#db
      .lists(
        `SELECT vector.unit, vector."start", vector."end",
                json_extract(memory.provenance, '$.session'), vector_signs.signs
         FROM vector JOIN vector_signs ON vector_signs.vector = vector.id
         JOIN memory ON memory.row = vector.unit
         WHERE vector.corpus = 'memories' AND +vector.model = ? AND vector.unit IN (${AMONG})
         ORDER BY vector.unit, vector."start"`,
        this.#model(model)?.number ?? -1,
        JSON.stringify(units),
      )
      .map(
        ([unit, start, end, session, signs]) =>
          ({ unit, start, end, session, signs }) as SignedPassage,
      )
  }

  /** Best first, each unit once with its nearest passage. */
  nearest(
    corpus: CorpusName,
    query: QueryVector,
    limit: number,
    allowed: Allowed,
  ): MeaningCandidate[] {
    const model = this.#model(query.model)
    if (!model || limit <= 0) return []
    expectVector(query.vector, model.dims)
    const index = this.#upToDate(corpus, model)
    const { vector, minCosine = -1 } = query
    const wanted = Math.max(this.#settings.exactRows, Math.ceil(limit * PASSAGES_A_HIT))
    const options = { read: (ids: readonly number[]) => this.#floatsOf(ids), minCosine }
    const found = index.near(vector, wanted, options)
    let rows = this.#permitted(found, wanted, allowed.where)
    // Where few of the nearest may be found, the filter goes first and everything is scanned anew.
    if (rows.length < wanted && !found.isAll && found.size < index.size) {
      const all = allowed.all()
      const near = index.near(vector, wanted, { ...options, belongs: (unit) => all.has(unit) })
      rows = this.#rowsWith(`id IN (${AMONG})`, idsOf(near.best(wanted)))
    }
    return this.#bestOfEach(query, rows).sort(nearestFirst).slice(0, limit)
  }

  /** The first `wanted` that may be found; read a few at a time, since most of the time most may. */
  #permitted(near: Near, wanted: number, { sql, values }: SqlCondition): VectorRow[] {
    const kept: VectorRow[] = []
    let hits = near.best(wanted)
    for (let at = 0; at < near.size && kept.length < wanted; at += wanted) {
      if (at >= hits.length) hits = near.best(near.size)
      if (at >= hits.length) break
      const some = hits.slice(at, at + wanted)
      const condition = `id IN (${AMONG}) AND ${sql}`
      const rows = this.#rowsWith(condition, idsOf(some), ...values)
      const byId = new Map(rows.map((row) => [row.id, row]))
      kept.push(...some.flatMap(({ key }) => byId.get(key) ?? []))
    }
    return kept.slice(0, wanted)
  }

  /** These units, in no order. */
  cosines(corpus: CorpusName, query: QueryVector, units: readonly number[]): MeaningCandidate[] {
    const model = this.#model(query.model)
    if (!model) return []
    expectVector(query.vector, model.dims)
    return this.#bestOfEach(query, this.#rowsOf(corpus, model.number, units))
  }

  #bestOfEach(query: QueryVector, rows: readonly VectorRow[]): MeaningCandidate[] {
    const best = new Map<number, MeaningCandidate>()
    for (const { unit, start, end, data } of rows) {
      const cosine = product(query.vector, floatsOf(data))
      if (cosine > (best.get(unit)?.cosine ?? Number.NEGATIVE_INFINITY)) {
        best.set(unit, { unit, start, end, cosine })
      }
    }
    return [...best.values()]
  }

  #rowsOf(corpus: CorpusName, model: number, units: readonly number[]): VectorRow[] {
    return this.#rowsWith(
      `corpus = ? AND +model = ? AND unit IN (${AMONG})`,
      corpus,
      model,
      JSON.stringify(units),
    )
  }

  #floatsOf(ids: readonly number[]): ReadonlyMap<number, Float32Array> {
    const rows = this.#db.all(
      `SELECT id, data FROM vector WHERE id IN (${AMONG})`,
      JSON.stringify(ids),
    )
    return new Map(rows.map(({ id, data }) => [Number(id), floatsOf(data as Uint8Array)]))
  }

  #rowsWith(condition: string, ...values: Bindable[]): VectorRow[] {
    return this.#db
      .lists(`SELECT id, unit, "start", "end", data FROM vector WHERE ${condition}`, ...values)
      .map(([id, unit, start, end, data]) => ({ id, unit, start, end, data }) as VectorRow)
  }

  #model(name: string): KnownModel | null {
    const row = this.#db.get('SELECT id, dims FROM vector_model WHERE name = ?', name)
    return row ? { name, number: Number(row.id), dims: Number(row.dims) } : null
  }

  #modelNumber(model: { readonly id: string; readonly dims: number }): number {
    this.#db.run(
      'INSERT INTO vector_model (name, dims) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
      model.id,
      model.dims,
    )
    const found = this.#model(model.id)
    if (found?.dims === model.dims) return found.number
    throw new MnemeError('invalid_input', `${model.id} had vectors of ${found?.dims} numbers`, {
      hint: 'A model of another length needs another name.',
    })
  }

  /** D-15. What other processes added or took away since the last look is caught up with. */
  #upToDate(corpus: CorpusName, model: KnownModel): VectorIndex {
    const key = `${corpus} ${model.number}`
    const known = this.#loaded.get(key)
    if (known && this.#follow(corpus, model.number, known)) return known.index
    const index = new VectorIndex(this.#settings, model.dims, model.name)
    const fresh: Loaded = { index, lastId: 0, lastCode: '', lastGone: this.#lastGone() }
    this.#read(corpus, model.number, fresh)
    this.#loaded.set(key, fresh)
    return index
  }

  /** False when the store is another than it was, or too much has happened. */
  #follow(corpus: CorpusName, model: number, known: Loaded): boolean {
    const last = this.#lastGone()
    if (last < known.lastGone) return false
    if (last > known.lastGone) {
      const gone = this.#db.all(
        'SELECT seq, vector FROM vector_gone WHERE seq > ? ORDER BY seq',
        known.lastGone,
      )
      if (gone.length < last - known.lastGone) return false
      for (const { vector } of gone) {
        known.index.remove(Number(vector))
        if (vector === known.lastId) known.lastCode = GONE
      }
      known.lastGone = last
    }
    if (known.lastCode !== this.#codeAt(known.lastId)) return false
    this.#read(corpus, model, known)
    return true
  }

  #read(corpus: CorpusName, model: number, into: Loaded): void {
    for (;;) {
      const row = this.#db.get(
        `SELECT json_group_array(id) AS ids, json_group_array(unit) AS units,
                group_concat(hex(code), '') AS codes
         FROM (SELECT id, unit, code FROM vector WHERE corpus = ? AND model = ? AND id > ?
               ORDER BY id LIMIT ?)`,
        corpus,
        model,
        into.lastId,
        BLOCK_ROWS,
      )
      const ids = JSON.parse(String(row?.ids ?? '[]')) as number[]
      if (ids.length === 0) break
      const units = JSON.parse(String(row?.units)) as number[]
      into.index.putCodes(ids, units, Buffer.from(String(row?.codes), 'hex'))
      into.lastId = ids.at(-1) ?? into.lastId
      if (ids.length < BLOCK_ROWS) break
    }
    into.lastCode = this.#codeAt(into.lastId)
  }

  /** Knows a row again: after a restore the same id may be another vector. */
  #codeAt(id: number): string {
    if (id === 0) return ''
    const row = this.#db.get('SELECT unit, hex(code) AS code FROM vector WHERE id = ?', id)
    return row ? `${row.unit} ${row.code}` : GONE
  }

  #lastGone(): number {
    return Number(this.#db.get('SELECT max(seq) AS seq FROM vector_gone')?.seq ?? 0)
  }
}

interface KnownModel {
  readonly name: string
  readonly number: number
  readonly dims: number
}

interface VectorRow {
  readonly id: number
  readonly unit: number
  readonly start: number
  readonly end: number
  readonly data: Uint8Array
}

function idsOf(hits: readonly VectorHit[]): string {
  return JSON.stringify(hits.map(({ key }) => key))
}

function nearestFirst(a: MeaningCandidate, b: MeaningCandidate): number {
  return b.cosine - a.cosine || a.unit - b.unit
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
