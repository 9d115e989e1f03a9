/**
 * D-03. The nearest vectors to a query, in three steps that each look closer at fewer:
 *
 *   all rows in scope ── differing signs ──► 1000 ── int8 cosine ──► 50 ── float cosine ──► limit
 *
 * The last step is the store's, which has the floats. There is nothing to train, tune or corrupt,
 * rows come and go at once, and a filter acts before the ranking. A row takes 1 bit a dimension in
 * memory, and 1 byte more once it has been looked at closely; floats are asked for the last few only.
 * So a process that asks one question reads the signs and little else, and one that lives long soon
 * has all it needs.
 */
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { wholeNumber } from '../setting.ts'
import { type QueryRow, queryRow, writeInt8Products, writeInt8Row } from './int8-rows.ts'
import { wordsBetweenCodes, wordsPerCode, writeCode, writeDistances } from './sign-codes.ts'

export const VectorSettings = z.object({
  rescoreRows: wholeNumber(
    1_000,
    'Minimum rows, by similarity of signs, that are compared exactly',
  ),
  exactRows: wholeNumber(50, 'Top rows rescored with the exact vectors in the store'),
})
export type VectorSettings = z.infer<typeof VectorSettings>

export interface VectorHit {
  readonly key: number
  /** What the row belongs to; many may belong to one thing, as passages do to a text. */
  readonly owner: number
  /** The cosine as int8 tells it, from -1 to 1. */
  readonly score: number
}

/** Rows that were looked at closely. */
export interface Near {
  readonly size: number
  /** No other row can be among the nearest. */
  readonly isAll: boolean
  /** Best first, ties by key. */
  best(limit: number): VectorHit[]
}

/** Vectors as they were put, for many keys at once; keys that are gone are left out. */
type ReadVectors = (keys: readonly number[]) => ReadonlyMap<number, Float32Array>

/** Rows whose owner it says no to take no part. */
export type Belongs = (owner: number) => boolean

interface NearOptions {
  readonly read: ReadVectors
  readonly belongs?: Belongs
  /** Rows less similar than this are omitted. */
  readonly minCosine?: number
}

/** Cosines by int8 are right to about the third decimal. */
const INT8_ERROR = 0.005
/** So many standard deviations more signs differ in one of some hundred rows that are just near enough. */
const SIGN_DEVIATIONS = 2
/** Rows are kept in segments of this many, so that growing never copies what is there. */
const SEGMENT_ROWS = 1_024
/** Marks a row that takes no part; no distance is as large. */
const LEFT_OUT = 0xffff
/** In the place of the factor of a row whose int8 is not there yet. */
const UNKNOWN = Number.NaN

interface Segment {
  readonly keys: Float64Array
  readonly owners: Float64Array
  readonly codes: Uint32Array
  readonly rows: Int8Array
  readonly factors: Float32Array
}

export class VectorIndex {
  readonly dims: number
  /** D-12. The embedder these vectors came from; vectors of another do not belong here. */
  readonly model: string
  readonly #settings: VectorSettings
  readonly #words: number
  readonly #segments: Segment[] = []
  readonly #rowOf = new Map<number, number>()
  #distances = new Uint16Array(0)

  constructor(settings: VectorSettings, dims: number, model: string) {
    if (!Number.isInteger(dims) || dims < 1 || dims >= LEFT_OUT) {
      throw new MnemeError('invalid_input', `A vector cannot have ${dims} dimensions`)
    }
    this.dims = dims
    this.model = model
    this.#settings = settings
    this.#words = wordsBetweenCodes(dims)
  }

  get size(): number {
    return this.#rowOf.size
  }

  /**
   * Rows of which only the signs are at hand, one code after another; the rest is read when they
   * are looked at closely. The keys are new.
   */
  putCodes(keys: readonly number[], owners: readonly number[], codes: Uint8Array): void {
    const bytes = wordsPerCode(this.dims) * Uint32Array.BYTES_PER_ELEMENT
    if (codes.length !== keys.length * bytes) {
      throw new MnemeError(
        'store_corrupt',
        'The signs of the vectors are not as long as they were',
        {
          hint: 'Run: mneme reindex --recreate',
        },
      )
    }
    keys.forEach((key, number) => {
      const row = this.size
      this.#rowOf.set(key, row)
      const at = row % SEGMENT_ROWS
      const segment = this.#segmentFor(row)
      segment.keys[at] = key
      segment.owners[at] = owners[number] as number
      segment.factors[at] = UNKNOWN
      const place = at * this.#words * Uint32Array.BYTES_PER_ELEMENT
      new Uint8Array(segment.codes.buffer, place, bytes).set(
        codes.subarray(number * bytes, (number + 1) * bytes),
      )
    })
  }

  /** True if there was one. The last row takes its place, so there are never holes to skip. */
  remove(key: number): boolean {
    const row = this.#rowOf.get(key)
    if (row === undefined) return false
    const last = this.size - 1
    if (row !== last) this.#move(last, row)
    this.#rowOf.delete(key)
    if (last % SEGMENT_ROWS === 0) this.#segments.length = last / SEGMENT_ROWS
    return true
  }

  /**
   * The rows with the most alike signs by their int8 cosine: at least `wanted`, if there are as many.
   * What was never looked at closely is read first.
   */
  near(query: Float32Array, wanted: number, { read, belongs, minCosine = -1 }: NearOptions): Near {
    expectVector(query, this.dims)
    const furthest = differingSigns(minCosine, this.dims)
    const reach = Math.max(wanted, this.#settings.rescoreRows)
    const { rows, isAll } = this.#mostAlike(query, reach, furthest, belongs)
    this.#learn(rows, read)
    const unit = queryRow(unitOf(query))
    const there = rows.filter((row) => this.#isKnown(row)) // others are gone from the store since
    const scores = this.#scoresOf(there, unit)
    const hitAt = (at: number): VectorHit => {
      const row = there[at] as number
      const owner = this.#segmentAt(row).owners[row % SEGMENT_ROWS] as number
      return { key: this.#keyAt(row), owner, score: scores[at] as number }
    }
    const least = minCosine - INT8_ERROR
    return {
      size: there.length,
      isAll,
      best: (limit) => atLeast(scores, limit, least).map(hitAt).sort(bestFirst).slice(0, limit),
    }
  }

  #learn(rows: readonly number[], read: ReadVectors): void {
    const unknown = rows.filter((row) => !this.#isKnown(row)).map((row) => this.#keyAt(row))
    if (unknown.length === 0) return
    for (const [key, vector] of read(unknown)) {
      const row = this.#rowOf.get(key)
      if (row === undefined) continue
      expectVector(vector, this.dims)
      const segment = this.#segmentAt(row)
      const at = row % SEGMENT_ROWS
      segment.factors[at] = writeInt8Row(vector, segment.rows, at * this.dims)
    }
  }

  #isKnown(row: number): boolean {
    return !Number.isNaN(this.#segmentAt(row).factors[row % SEGMENT_ROWS])
  }

  /**
   * At least `wanted` rows with the fewest differing signs, if there are as many in which no more than
   * `most` differ. All rows at the last distance come along: to cut among equals would make the order
   * of insertion count.
   */
  #mostAlike(
    query: Float32Array,
    wanted: number,
    most: number,
    belongs?: Belongs,
  ): { readonly rows: number[]; readonly isAll: boolean } {
    const atDistance = this.#measureDistances(query, belongs)
    let furthest = 0
    let reached = atDistance[0] as number
    while (reached < wanted && furthest < most) {
      furthest++
      reached += atDistance[furthest] as number
    }
    const rows: number[] = []
    const [distances, { size }] = [this.#distances, this]
    for (let row = 0; row < size; row++) {
      if ((distances[row] as number) <= furthest) rows.push(row)
    }
    return { rows, isAll: furthest === most }
  }

  /** Fills `#distances`, and returns how many rows lie at each distance. */
  #measureDistances(query: Float32Array, belongs?: Belongs): Uint32Array {
    const code = new Uint32Array(this.#words)
    writeCode(query, code, 0)
    if (this.#distances.length < this.size) {
      this.#distances = new Uint16Array(this.#segments.length * SEGMENT_ROWS)
    }
    const distances = this.#distances
    const atDistance = new Uint32Array(this.dims + 1)
    this.#segments.forEach(({ owners, codes }, number) => {
      const first = number * SEGMENT_ROWS
      const count = Math.min(SEGMENT_ROWS, this.size - first)
      writeDistances(code, codes, count, distances, first)
      for (let at = 0; belongs && at < count; at++) {
        if (!belongs(owners[at] as number)) distances[first + at] = LEFT_OUT
      }
      for (let row = first; row < first + count; row++) {
        const distance = distances[row] as number
        if (distance !== LEFT_OUT) atDistance[distance] = (atDistance[distance] as number) + 1
      }
    })
    return atDistance
  }

  #scoresOf(rows: readonly number[], unitQuery: QueryRow): Float64Array {
    const scores = new Float64Array(rows.length + 1) // the last one may have no other beside it
    for (let at = 0; at < rows.length; at += 2) {
      const row = rows[at] as number
      const next = rows[at + 1] ?? row
      const [one, other] = [this.#segmentAt(row), this.#segmentAt(next)]
      const [i, j] = [row % SEGMENT_ROWS, next % SEGMENT_ROWS]
      const { dims } = this
      writeInt8Products(unitQuery, one.rows, i * dims, other.rows, j * dims, scores, at)
      scores[at] = (scores[at] as number) * (one.factors[i] as number)
      scores[at + 1] = (scores[at + 1] as number) * (other.factors[j] as number)
    }
    return scores.subarray(0, rows.length)
  }

  #keyAt(row: number): number {
    return this.#segmentAt(row).keys[row % SEGMENT_ROWS] as number
  }

  #move(from: number, to: number): void {
    const source = this.#segmentAt(from)
    const target = this.#segmentAt(to)
    const [a, b] = [from % SEGMENT_ROWS, to % SEGMENT_ROWS]
    const key = source.keys[a] as number
    target.keys[b] = key
    target.owners[b] = source.owners[a] as number
    target.factors[b] = source.factors[a] as number
    copyRow(source.codes, a, target.codes, b, this.#words)
    copyRow(source.rows, a, target.rows, b, this.dims)
    this.#rowOf.set(key, to)
  }

  #segmentFor(row: number): Segment {
    if (row >= this.#segments.length * SEGMENT_ROWS) {
      this.#segments.push({
        keys: new Float64Array(SEGMENT_ROWS),
        owners: new Float64Array(SEGMENT_ROWS),
        codes: new Uint32Array(SEGMENT_ROWS * this.#words),
        rows: new Int8Array(SEGMENT_ROWS * this.dims),
        factors: new Float32Array(SEGMENT_ROWS),
      })
    }
    return this.#segmentAt(row)
  }

  #segmentAt(row: number): Segment {
    return this.#segments[Math.floor(row / SEGMENT_ROWS)] as Segment // every row has one
  }
}

/** D-12. A vector of another model, or one that is not of numbers, is never compared. */
export function expectVector(vector: Float32Array, dims: number): void {
  if (vector.length !== dims) {
    throw new MnemeError(
      'invalid_input',
      `A vector of ${vector.length} numbers does not belong among those of ${dims}`,
      { hint: 'It is from another model; `mneme reindex` makes them alike again.' },
    )
  }
  if (!vector.every(Number.isFinite)) {
    throw new MnemeError('invalid_input', 'A vector must be made of finite numbers')
  }
}

/** The code of a vector as it is kept: 32-bit words, lowest byte first. */
export function codeOf(vector: Float32Array): Uint8Array {
  const words = new Uint32Array(wordsPerCode(vector.length))
  writeCode(vector, words, 0)
  return new Uint8Array(words.buffer)
}

/**
 * How many signs a row of this similarity may differ in: the share of signs in which two vectors
 * differ is about their angle's share of a half turn.
 */
function differingSigns(minCosine: number, dims: number): number {
  const share = Math.acos(minCosine) / Math.PI
  const deviation = Math.sqrt(dims * share * (1 - share))
  return Math.min(Math.ceil(dims * share + SIGN_DEVIATIONS * deviation), dims)
}

/**
 * Where the highest scores stand, and all that equal the last of them: only those need sorting. Lower
 * ones than `least` never.
 */
function atLeast(scores: Float64Array, count: number, least: number): number[] {
  const lowest = scores.toSorted()[Math.max(scores.length - count, 0)] ?? 0
  const places: number[] = []
  scores.forEach((score, at) => {
    if (score >= lowest && score >= least) places.push(at)
  })
  return places
}

function bestFirst(a: VectorHit, b: VectorHit): number {
  return b.score - a.score || a.key - b.key
}

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}

function copyRow<A extends Uint32Array | Int8Array>(
  source: A,
  from: number,
  target: A,
  to: number,
  width: number,
): void {
  target.set(source.subarray(from * width, (from + 1) * width), to * width)
}
