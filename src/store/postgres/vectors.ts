/**
 * D-03, D-12. Vectors of passages in PostgreSQL. The nearest are chosen by how many signs differ,
 * which `bit_count` counts over one narrow table, and compared exactly here:
 *
 *   all signs ── bit_count(code # query) ──► the nearest few hundred ── exact cosine ──► best first
 *
 * Where pgvector is installed its index chooses instead (pgvector.ts); the rest is the same.
 */
import { MnemeError } from '../../errors.ts'
import type {
  CorpusName,
  MeaningCandidate,
  QueryVector,
  SignedPassage,
} from '../../search/corpus.ts'
import { floatsOf } from '../../search/unit-vectors.ts'
import { expectVector } from '../../search/vector-scan.ts'
import { wholeNumber } from '../sql/statement.ts'
import type { DueUnit, EmbeddedUnit, VectorCount, Vectors } from '../store.ts'
import type { Bindable, Connections, Transaction } from './connections.ts'
import type { NeighbourIndex, NeighbourTable } from './pgvector.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import { bitsOf, bytesOf, nearestOf, type VectorRow } from './vector-rows.ts'

const UNITS: { readonly [Name in CorpusName]: string } = {
  memories: 'memory',
  messages: 'message',
  commits: 'git_commit',
}

/** How many of the nearest signs are compared exactly, at least and for each hit that is wanted. */
const CLOSE_ROWS = 400
const CLOSE_ROWS_A_HIT = 4

/** SQL over the unit's own table, joined to `near`, that says who may be found. */
interface Allowed {
  readonly joins: string
  readonly where: (bound: readonly Bindable[]) => { sql: string; values: readonly Bindable[] }
}

interface Asked {
  readonly corpus: CorpusName
  readonly model: number
  readonly vector: Float32Array
  readonly close: number
  readonly allowed: Allowed
}

interface Model {
  readonly number: number
  readonly dims: number
}

export class PostgresVectors implements Vectors {
  readonly #db: Connections
  readonly #space: Space
  readonly #neighbours: NeighbourIndex
  readonly #models = new Map<string, Model>()

  constructor(db: Connections, space: Space, neighbours: NeighbourIndex) {
    this.#db = db
    this.#space = space
    this.#neighbours = neighbours
  }

  async due(corpus: CorpusName, limit: number): Promise<DueUnit[]> {
    return (await this.#db.all(
      `SELECT unit, ticket FROM vector_due WHERE space = $1 AND corpus = $2
       ORDER BY ticket LIMIT $3::bigint`,
      await this.#number(),
      corpus,
      wholeNumber(limit),
    )) as unknown as DueUnit[]
  }

  async backlog(corpus: CorpusName): Promise<number> {
    const sql = 'SELECT count(*) AS n FROM vector_due WHERE space = $1 AND corpus = $2'
    return Number((await this.#db.get(sql, await this.#number(), corpus))?.n ?? 0)
  }

  async enqueueMissing(corpus: CorpusName, model: string): Promise<number> {
    const table = UNITS[corpus]
    const wanted = corpus === 'messages' ? 'AND unit.turn IS NOT NULL' : ''
    return this.#db.run(
      `INSERT INTO vector_due (space, corpus, unit)
       SELECT $1, $2, unit.unit FROM ${table} AS unit WHERE unit.space = $1 ${wanted}
         AND NOT EXISTS (SELECT 1 FROM embedding WHERE embedding.space = $1 AND embedding.corpus = $2
           AND embedding.unit = unit.unit AND embedding.model =
             (SELECT number FROM vector_model WHERE space = $1 AND name = $3))
       ORDER BY unit.unit ON CONFLICT DO NOTHING`,
      await this.#number(),
      corpus,
      toText(model),
    )
  }

  async put(
    corpus: CorpusName,
    model: { readonly id: string; readonly dims: number },
    units: readonly EmbeddedUnit[],
  ): Promise<number> {
    for (const { passages } of units) {
      for (const { vector } of passages) expectVector(vector, model.dims)
    }
    await this.#db.ready()
    const known = await this.#modelFor(model)
    const index = await this.#neighbours.prepare(this.#db, model.dims)
    const order = [...units].sort((a, b) => a.unit - b.unit)
    return this.#db.transaction(async (db) => {
      const taken = await this.#take(db, corpus, order)
      const written = order.filter(({ unit }) => taken.has(unit))
      if (written.length === 0) return 0
      await this.#removeIn(db, corpus, [...taken])
      const rows = written.flatMap(({ unit, passages }) =>
        passages.map((passage) => ({ unit, ...passage })),
      )
      this.#insert(db, corpus, known, rows, index)
      return written.length
    })
  }

  async hasAny(corpus: CorpusName): Promise<boolean> {
    const rows = await this.#db.all(
      'SELECT 1 FROM embedding WHERE space = $1 AND corpus = $2 LIMIT 1',
      await this.#number(),
      corpus,
    )
    return rows.length > 0
  }

  async counts(corpus: CorpusName): Promise<VectorCount[]> {
    const rows = await this.#db.all(
      `SELECT vector_model.name AS model, vector_model.dims AS dims, count(*) AS vectors,
         count(DISTINCT embedding.unit) AS units
       FROM embedding JOIN vector_model ON vector_model.number = embedding.model
       WHERE embedding.space = $1 AND embedding.corpus = $2
       GROUP BY vector_model.number ORDER BY vectors DESC`,
      await this.#number(),
      corpus,
    )
    return rows.map((row) => ({
      model: fromText(String(row.model)),
      dims: Number(row.dims),
      vectors: Number(row.vectors),
      units: Number(row.units),
    }))
  }

  async of(corpus: CorpusName, model: string, units: readonly number[]) {
    const known = await this.#model(model)
    if (!known) return []
    const rows = await this.#rowsOf(corpus, known.number, units)
    return rows.map(({ unit, start, end, data, signs }) => ({
      unit,
      start,
      end,
      vector: floatsOf(data),
      ...(signs ? { signs } : {}),
    }))
  }

  /** Of memories alone: transcripts are long, and their tokens would take more room than they do. */
  async tokenSigns(model: string, units: readonly number[]): Promise<SignedPassage[]> {
    const known = await this.#model(model)
    if (!known || units.length === 0) return []
    const rows = await this.#db.all(
      `SELECT embedding.unit, embedding."start", embedding."end", memory.from_session AS session,
         embedding.signs
       FROM embedding JOIN memory ON memory.space = $1 AND memory.unit = embedding.unit
       WHERE embedding.space = $1 AND embedding.corpus = 'memories' AND embedding.model = $2
         AND embedding.unit = ANY($3::bigint[]) AND embedding.signs IS NOT NULL
       ORDER BY embedding.unit, embedding."start"`,
      this.#space.number,
      known.number,
      units,
    )
    return rows.map((row) => ({
      unit: Number(row.unit),
      start: Number(row.start),
      end: Number(row.end),
      session: row.session === null ? null : fromText(String(row.session)),
      signs: row.signs as Uint8Array, // as `put` wrote it
    }))
  }

  /** Best first, each unit once with its nearest passage. */
  async nearest(
    corpus: CorpusName,
    query: QueryVector,
    limit: number,
    allowed: Allowed,
  ): Promise<MeaningCandidate[]> {
    const model = await this.#model(query.model)
    if (!model || limit <= 0) return []
    expectVector(query.vector, model.dims)
    const close = Math.max(CLOSE_ROWS, limit * CLOSE_ROWS_A_HIT)
    const chosen = await this.#neighbours.choose(this.#db, model.dims)
    const asked = { corpus, model: model.number, vector: query.vector, close, allowed }
    if (chosen) {
      const near = await this.#chosenBy(chosen, asked)
      if (near.length >= limit) return near.slice(0, limit)
    }
    const near = await this.#scanned(asked, 'close')
    if (near.units.length >= limit || near.rows < close) return near.units.slice(0, limit)
    // Where few of the nearest may be found, the filter goes first.
    return (await this.#scanned(asked, 'allowed')).units.slice(0, limit)
  }

  /** By the signs: the closest of all and then those allowed, or the closest of those allowed. */
  async #scanned(asked: Asked, first: 'close' | 'allowed') {
    const values = this.#bound(asked)
    const order = `bit_count(near.code # $${values.push(bitsOf(asked.vector))}::bit varying), near.id`
    const where = asked.allowed.where(values)
    const here = 'near.space = $1 AND near.corpus = $2 AND near.model = $3'
    const [joins, condition] =
      first === 'allowed' ? [asked.allowed.joins, `AND ${where.sql}`] : ['', '']
    const rows = await this.#db.all(
      `SELECT embedding.unit, embedding."start", embedding."end", embedding.data, near.wanted
       FROM (SELECT near.*, coalesce(${first === 'close' ? where.sql : 'true'}, false) AS wanted
             FROM (SELECT near.space, near.id, near.unit FROM vector_code AS near ${joins}
                   WHERE ${here} ${condition} ORDER BY ${order} LIMIT $4) AS near
             ${first === 'close' ? asked.allowed.joins : ''}) AS near
       JOIN embedding ON embedding.space = $1 AND embedding.id = near.id`,
      ...where.values,
    )
    const wanted = rows.filter((row) => row.wanted === true)
    return { rows: rows.length, units: nearestOf(asked.vector, wanted) }
  }

  /** By pgvector's index, which returns as many rows as it is set to examine. */
  async #chosenBy(chosen: NeighbourTable, asked: Asked): Promise<MeaningCandidate[]> {
    const values = this.#bound(asked)
    const order = chosen.order(values, asked.vector)
    const where = asked.allowed.where(values)
    const rows = await this.#db.transaction(async (db) => {
      for (const setting of chosen.settings(asked.close)) db.send(setting)
      return db.all(
        `SELECT embedding.unit, embedding."start", embedding."end", embedding.data
         FROM (SELECT near.space, near.id, near.unit FROM ${chosen.from}
               WHERE near.space = $1 AND near.corpus = $2 AND near.model = $3
               ORDER BY ${order} LIMIT $4) AS near
         ${asked.allowed.joins}
         JOIN embedding ON embedding.space = $1 AND embedding.id = near.id WHERE ${where.sql}`,
        ...where.values,
      )
    })
    return nearestOf(asked.vector, rows)
  }

  #bound({ corpus, model, close }: Asked): Bindable[] {
    return [this.#space.number, corpus, model, close]
  }

  /** These units, in no order. */
  async cosines(
    corpus: CorpusName,
    query: QueryVector,
    units: readonly number[],
  ): Promise<MeaningCandidate[]> {
    const model = await this.#model(query.model)
    if (!model) return []
    expectVector(query.vector, model.dims)
    return nearestOf(query.vector, await this.#rowsOf(corpus, model.number, units))
  }

  async #rowsOf(corpus: CorpusName, model: number, units: readonly number[]): Promise<VectorRow[]> {
    if (units.length === 0) return []
    return (await this.#db.all(
      `SELECT unit, "start", "end", data, signs FROM embedding
       WHERE space = $1 AND corpus = $2 AND model = $3 AND unit = ANY($4::bigint[])`,
      this.#space.number,
      corpus,
      model,
      units,
    )) as unknown as VectorRow[]
  }

  /** Whose tickets still hold; they are due no more. In order, so that there is no deadlock. */
  async #take(
    db: Transaction,
    corpus: CorpusName,
    units: readonly EmbeddedUnit[],
  ): Promise<Set<number>> {
    const rows = await db.all(
      `WITH held AS (
         SELECT due.unit FROM vector_due AS due
         JOIN unnest($3::bigint[], $4::bigint[]) AS given(unit, ticket)
           ON given.unit = due.unit AND given.ticket = due.ticket
         WHERE due.space = $1 AND due.corpus = $2 ORDER BY due.unit FOR UPDATE OF due)
       DELETE FROM vector_due USING held
       WHERE vector_due.space = $1 AND vector_due.corpus = $2 AND vector_due.unit = held.unit
       RETURNING vector_due.unit`,
      this.#space.number,
      corpus,
      units.map(({ unit }) => unit),
      units.map(({ ticket }) => ticket),
    )
    return new Set(rows.map(({ unit }) => Number(unit)))
  }

  async #removeIn(db: Transaction, corpus: CorpusName, units: readonly number[]): Promise<void> {
    const gone = await db.all(
      `DELETE FROM embedding WHERE space = $1 AND corpus = $2 AND unit = ANY($3::bigint[]) RETURNING id`,
      this.#space.number,
      corpus,
      units,
    )
    if (gone.length === 0) return
    const ids = gone.map(({ id }) => Number(id))
    db.send(
      'DELETE FROM vector_code WHERE space = $1 AND id = ANY($2::bigint[])',
      this.#space.number,
      ids,
    )
  }

  #insert(
    db: Transaction,
    corpus: CorpusName,
    model: Model,
    rows: readonly (EmbeddedUnit['passages'][number] & { readonly unit: number })[],
    index: string | null,
  ): void {
    if (rows.length === 0) return
    const added = index === null ? '' : `, near AS (${index})`
    db.send(
      `WITH given AS (
         SELECT nextval('vector_id') AS id, * FROM unnest($4::bigint[], $5::integer[],
           $6::integer[], $7::bytea[], $8::text[], $9::text[], $10::bytea[])
           AS given(unit, "start", "end", data, code, numbers, signs)),
       kept AS (
         INSERT INTO embedding (space, id, corpus, unit, "start", "end", model, data, signs)
         SELECT $1, id, $2, unit, "start", "end", $3, data, signs FROM given) ${added}
       INSERT INTO vector_code (space, model, corpus, id, unit, code)
       SELECT $1, $3, $2, id, unit, code::bit varying FROM given`,
      this.#space.number,
      corpus,
      model.number,
      rows.map(({ unit }) => unit),
      rows.map(({ start }) => start),
      rows.map(({ end }) => end),
      rows.map(({ vector }) => bytesOf(vector)),
      rows.map(({ vector }) => bitsOf(vector)),
      rows.map(({ vector }) => (index === null ? null : `[${vector.join(',')}]`)),
      rows.map(({ signs }) => (signs ? Buffer.from(signs) : null)),
    )
  }

  async #model(name: string): Promise<Model | null> {
    await this.#db.ready()
    const known = this.#models.get(name)
    if (known) return known
    const row = await this.#db.get(
      'SELECT number, dims FROM vector_model WHERE space = $1 AND name = $2',
      this.#space.number,
      toText(name),
    )
    if (!row) return null
    const found = { number: Number(row.number), dims: Number(row.dims) }
    this.#models.set(name, found)
    return found
  }

  async #modelFor(model: { readonly id: string; readonly dims: number }): Promise<Model> {
    if (!(await this.#model(model.id))) {
      await this.#db.run(
        `INSERT INTO vector_model (space, name, dims) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        this.#space.number,
        toText(model.id),
        model.dims,
      )
    }
    const found = await this.#model(model.id)
    if (found?.dims === model.dims) return found
    throw new MnemeError('invalid_input', `${model.id} had vectors of ${found?.dims} numbers`, {
      hint: 'A model of another length needs another name.',
    })
  }

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}
