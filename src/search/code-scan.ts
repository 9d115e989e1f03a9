/**
 * D-03. The signs of all vectors, 1 bit a dimension, and which of them are most like a query's.
 * The vectors themselves stay in the store and are asked for the nearest few only:
 *
 *   all rows ── differing signs ──► the nearest few hundred ── exact cosine ──► best first
 *
 * Nothing is trained or tuned, rows come and go at once, a row takes 64 bytes of memory, and a
 * hundred thousand are there in the time that reading their signs takes.
 */
import { differingBits, wordsPerCode, writeCode } from './sign-codes.ts'

export interface ScannedRow {
  readonly id: number
  readonly unit: number
}

const WORD_BYTES = 4
/** Marks a row that is left out; no distance is as large. */
const LEFT_OUT = 0xffff
const GROWTH = 1.5

export class CodeScan {
  readonly dims: number
  readonly #words: number
  #ids = new Float64Array(0)
  #units = new Float64Array(0)
  #codes = new Uint32Array(0)
  #distances = new Uint16Array(0)
  #size = 0
  /** Made when the first row is taken away. */
  #rowOf: Map<number, number> | null = null

  constructor(dims: number) {
    this.dims = dims
    this.#words = wordsPerCode(dims)
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of one code. */
  get codeBytes(): number {
    return this.#words * WORD_BYTES
  }

  /** Rows that were not there, with their codes one after another. */
  add(ids: readonly number[], units: readonly number[], codes: Uint8Array): void {
    this.#makeRoom(this.#size + ids.length)
    this.#ids.set(ids, this.#size)
    this.#units.set(units, this.#size)
    new Uint8Array(this.#codes.buffer).set(codes, this.#size * this.codeBytes)
    if (this.#rowOf) for (const [at, id] of ids.entries()) this.#rowOf.set(id, this.#size + at)
    this.#size += ids.length
  }

  /** The last row takes its place, so that there are never holes to skip. */
  remove(id: number): void {
    this.#rowOf ??= new Map(
      Array.from({ length: this.#size }, (_, row) => [this.#ids[row] as number, row]),
    )
    const row = this.#rowOf.get(id)
    if (row === undefined) return
    const last = this.#size - 1
    if (row !== last) {
      const moved = this.#ids[last] as number
      this.#ids[row] = moved
      this.#units[row] = this.#units[last] as number
      this.#codes.copyWithin(row * this.#words, last * this.#words, (last + 1) * this.#words)
      this.#rowOf.set(moved, row)
    }
    this.#rowOf.delete(id)
    this.#size = last
  }

  /**
   * At least `wanted` rows with the fewest differing signs, if there are as many. All rows at the
   * last distance come along: to cut among equals would make the order of insertion count.
   */
  nearest(query: Float32Array, wanted: number, allows?: (unit: number) => boolean): ScannedRow[] {
    const atDistance = this.#measure(query, allows)
    let furthest = 0
    let reached = atDistance[0] as number
    while (reached < wanted && furthest < this.dims) {
      furthest += 1
      reached += atDistance[furthest] as number
    }
    const rows: ScannedRow[] = []
    for (let row = 0; row < this.#size; row += 1) {
      if ((this.#distances[row] as number) > furthest) continue
      rows.push({ id: this.#ids[row] as number, unit: this.#units[row] as number })
    }
    return rows
  }

  /** Fills `#distances`, and returns how many rows lie at each distance. */
  #measure(query: Float32Array, allows?: (unit: number) => boolean): Uint32Array {
    const code = new Uint32Array(this.#words)
    writeCode(query, code, 0)
    if (this.#distances.length < this.#size) this.#distances = new Uint16Array(this.#ids.length)
    const distances = this.#distances
    const codes = this.#codes
    const atDistance = new Uint32Array(this.dims + 1)
    for (let row = 0; row < this.#size; row += 1) {
      if (allows && !allows(this.#units[row] as number)) {
        distances[row] = LEFT_OUT
        continue
      }
      const distance = differingBits(code, codes, row * this.#words)
      distances[row] = distance
      atDistance[distance] = (atDistance[distance] as number) + 1
    }
    return atDistance
  }

  #makeRoom(rows: number): void {
    if (rows <= this.#ids.length) return
    const room = Math.max(rows, Math.ceil(this.#ids.length * GROWTH))
    this.#ids = grown(this.#ids, new Float64Array(room))
    this.#units = grown(this.#units, new Float64Array(room))
    this.#codes = grown(this.#codes, new Uint32Array(room * this.#words))
  }
}

/** The code of a vector as it is kept: 32-bit words, lowest byte first. */
export function codeOf(vector: Float32Array): Uint8Array {
  const words = new Uint32Array(wordsPerCode(vector.length))
  writeCode(vector, words, 0)
  return new Uint8Array(words.buffer)
}

function grown<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
