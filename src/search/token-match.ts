/**
 * RECALL "word-level comparison". How well each word of a question finds its like in a text: for each
 * token of the question the best among the text's tokens, added up by what the token counts. Texts
 * are kept as signs, the question as numbers; a table of partial sums per byte of signs makes one
 * comparison a row of look-ups.
 */
import type { QueryTokens, SignedPassage, Unit } from './corpus.ts'

/** The best likeness of each token of the question, from -1 to 1, among some tokens of texts. */
type TokenBests = Float32Array

interface TokenMatcher {
  /** Of the tokens whose signs these are. */
  bests(signs: Uint8Array): TokenBests
  /** What the likenesses come to, from -1 to 1. */
  total(bests: TokenBests): number
}

const BYTE = 256

export function tokenMatcher({ floats, weights }: QueryTokens): TokenMatcher {
  const count = weights.length
  const dims = count === 0 ? 0 : floats.length / count
  const width = Math.ceil(dims / 8)
  const sums = partialSums(floats, count, dims, width)
  const scale = 1 / Math.sqrt(dims || 1)
  return {
    bests(signs) {
      const bests = new Float32Array(count).fill(-1)
      const rows = width === 0 ? 0 : Math.floor(signs.length / width)
      for (let token = 0; token < count; token += 1) {
        let best = Number.NEGATIVE_INFINITY
        for (let row = 0; row < rows; row += 1) {
          best = Math.max(best, sumOf(sums, token * width * BYTE, signs, row * width, width))
        }
        if (rows > 0) bests[token] = best * scale
      }
      return bests
    },
    total(bests) {
      let sum = 0
      for (let token = 0; token < count; token += 1) {
        sum += (weights[token] as number) * (bests[token] as number)
      }
      return sum
    },
  }
}

/** Four sums side by side: one alone would wait for each addition. */
function sumOf(
  sums: Float32Array,
  table: number,
  signs: Uint8Array,
  row: number,
  width: number,
): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let byte = 0
  let base = table
  for (; byte + 4 <= width; byte += 4, base += 4 * BYTE) {
    a += sums[base + (signs[row + byte] as number)] as number
    b += sums[base + BYTE + (signs[row + byte + 1] as number)] as number
    c += sums[base + 2 * BYTE + (signs[row + byte + 2] as number)] as number
    d += sums[base + 3 * BYTE + (signs[row + byte + 3] as number)] as number
  }
  for (; byte < width; byte += 1, base += BYTE) {
    a += sums[base + (signs[row + byte] as number)] as number
  }
  return a + b + c + d
}

/** For every token, byte of signs and value of that byte: the sum of ± its eight numbers. */
function partialSums(
  floats: Float32Array,
  count: number,
  dims: number,
  width: number,
): Float32Array {
  const sums = new Float32Array(count * width * BYTE)
  const low = new Float64Array(16)
  const high = new Float64Array(16)
  for (let token = 0, at = 0; token < count; token += 1) {
    const own = floats.subarray(token * dims, (token + 1) * dims)
    for (let byte = 0; byte < width; byte += 1) {
      writeHalf(low, own, byte * 8)
      writeHalf(high, own, byte * 8 + 4)
      for (let value = 0; value < BYTE; value += 1, at += 1) {
        sums[at] = (high[value >> 4] as number) + (low[value & 15] as number)
      }
    }
  }
  return sums
}

/** The sums of ± four numbers, by their signs. */
function writeHalf(into: Float64Array, floats: Float32Array, first: number): void {
  const a = floats[first] ?? 0
  const b = floats[first + 1] ?? 0
  const c = floats[first + 2] ?? 0
  const d = floats[first + 3] ?? 0
  for (let value = 0; value < into.length; value += 1) {
    into[value] =
      (value & 1 ? a : -a) + (value & 2 ? b : -b) + (value & 4 ? c : -c) + (value & 8 ? d : -d)
  }
}

/** What a text says by itself, and together with what stands right beside it. */
export interface TokenScores {
  readonly match: number
  /** Null where nothing stands beside it: a memory of no session. */
  readonly window: number | null
}

/** Texts kept right before and after one in its session that count for its window. */
const WINDOW_UNITS = 2
/** Passages of a long text right before and after the best one. */
const WINDOW_PASSAGES = 1

/** A passage whose tokens were compared with those of the question. */
export interface ComparedPassage extends Pick<SignedPassage, 'unit' | 'session'> {
  readonly bests: TokenBests
}

/** The scores of `units`, given their own passages and those of the units beside them. */
export function scoreTokens(
  matcher: TokenMatcher,
  units: readonly number[],
  passages: readonly ComparedPassage[],
): ReadonlyMap<number, TokenScores> {
  const byUnit = new Map<number, { session: string | null; bests: TokenBests[] }>()
  for (const { unit, session, bests } of passages) {
    const known = byUnit.get(unit) ?? { session, bests: [] }
    known.bests.push(bests)
    byUnit.set(unit, known)
  }
  const scores = new Map<number, TokenScores>()
  for (const unit of units) {
    const own = byUnit.get(unit)
    if (!own) continue
    const match = Math.max(...own.bests.map((bests) => matcher.total(bests)))
    const around = own.bests.length > 1 ? stretches(own.bests) : [beside(byUnit, unit)]
    const window =
      own.session === null ? null : Math.max(...around.map((bests) => matcher.total(bests)))
    scores.set(unit, { match, window })
  }
  return scores
}

function stretches(passages: readonly TokenBests[]): TokenBests[] {
  return passages.map((_, at) =>
    bestOf(passages.slice(Math.max(0, at - WINDOW_PASSAGES), at + WINDOW_PASSAGES + 1)),
  )
}

function beside(
  byUnit: ReadonlyMap<number, { session: string | null; bests: readonly TokenBests[] }>,
  unit: number,
): TokenBests {
  const own = byUnit.get(unit)
  const near: TokenBests[] = [...(own?.bests ?? [])]
  for (let step = -WINDOW_UNITS; step <= WINDOW_UNITS; step += 1) {
    const other = step === 0 ? undefined : byUnit.get(unit + step)
    if (other && own?.session !== null && other.session === own?.session) near.push(...other.bests)
  }
  return bestOf(near)
}

function bestOf(all: readonly TokenBests[]): TokenBests {
  const best = new Float32Array(all[0]?.length ?? 0).fill(-1)
  for (const bests of all) {
    for (let token = 0; token < best.length; token += 1) {
      best[token] = Math.max(best[token] as number, bests[token] as number)
    }
  }
  return best
}

/** Units whose tokens are needed to score these; nothing stands beside a text of no session. */
export function withWindow(units: readonly Pick<Unit, 'key' | 'session'>[]): number[] {
  const keys = new Set<number>()
  for (const { key, session } of units) {
    const reach = session === null ? 0 : WINDOW_UNITS
    for (let step = -reach; step <= reach; step += 1) keys.add(key + step)
  }
  return [...keys].filter((key) => key > 0)
}
