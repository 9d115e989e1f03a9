/**
 * RECALL "word-level comparison". How well each word of a question finds its like in a text: for each
 * token of the question the best among the text's tokens, added up by what the token counts. Texts
 * are kept as signs, the question as numbers; a table of partial sums per four signs makes one
 * comparison a row of look-ups. A look-up serves two tokens of the question at once: their sums are
 * whole numbers in the upper and the lower half of one double.
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

/** Four signs have so many values: tables of them stay in the processor's nearest memory. */
const VALUES = 16
/** No sum of a token is larger, so that two of them keep apart in one double. */
const MAX_SUM = 2 ** 24
/** What one step of the upper sum is worth. */
const UPPER = 4 * MAX_SUM

export function tokenMatcher({ floats, weights }: QueryTokens): TokenMatcher {
  const count = weights.length
  const dims = count === 0 ? 0 : floats.length / count
  const width = Math.ceil(dims / 8)
  const step = stepOf(floats, count, dims)
  const sums = pairedSums(floats, count, width, step)
  const scale = step / Math.sqrt(dims || 1)
  return {
    bests(signs) {
      const bests = new Float32Array(count).fill(-1)
      const rows = width === 0 ? 0 : Math.floor(signs.length / width)
      if (rows === 0) return bests
      for (let token = 0, table = 0; token < count; token += 2, table += 2 * width * VALUES) {
        let upper = Number.NEGATIVE_INFINITY
        let lower = Number.NEGATIVE_INFINITY
        for (let row = 0; row < rows; row += 1) {
          const both = sumOf(sums, table, signs, row * width, width)
          const high = Math.round(both / UPPER)
          const low = both - high * UPPER
          if (high > upper) upper = high
          if (low > lower) lower = low
        }
        bests[token] = upper * scale
        if (token + 1 < count) bests[token + 1] = lower * scale
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
  sums: Float64Array,
  table: number,
  signs: Uint8Array,
  row: number,
  width: number,
): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = row
  let base = table
  const end = row + width
  for (; at + 2 <= end; at += 2, base += 4 * VALUES) {
    const one = signs[at] as number
    const next = signs[at + 1] as number
    a += sums[base + (one & 15)] as number
    b += sums[base + VALUES + (one >> 4)] as number
    c += sums[base + 2 * VALUES + (next & 15)] as number
    d += sums[base + 3 * VALUES + (next >> 4)] as number
  }
  if (at < end) {
    const one = signs[at] as number
    a += sums[base + (one & 15)] as number
    b += sums[base + VALUES + (one >> 4)] as number
  }
  return a + b + c + d
}

/** What one step of a whole number is worth: fine enough that the largest sum just fits. */
function stepOf(floats: Float32Array, count: number, dims: number): number {
  let largest = 0
  for (let token = 0; token < count; token += 1) {
    let sum = 0
    for (let at = token * dims; at < (token + 1) * dims; at += 1) {
      sum += Math.abs(floats[at] as number)
    }
    largest = Math.max(largest, sum)
  }
  // Each number is rounded, by half a step at most.
  return largest / (MAX_SUM - dims) || 1
}

/** For every two tokens, every four signs and each of their values: the two sums of ± four numbers. */
function pairedSums(
  floats: Float32Array,
  count: number,
  width: number,
  step: number,
): Float64Array {
  const sums = new Float64Array(Math.ceil(count / 2) * 2 * width * VALUES)
  const dims = count === 0 ? 0 : floats.length / count
  for (let token = 0; token < count; token += 1) {
    const own = floats.subarray(token * dims, (token + 1) * dims)
    const unit = token % 2 === 0 ? UPPER : 1
    let at = (token >> 1) * 2 * width * VALUES
    for (let first = 0; first < width * 8; first += 4, at += VALUES) {
      addSums(sums, at, own, first, step, unit)
    }
  }
  return sums
}

/** The sums of ± four numbers, by their signs, in steps. */
function addSums(
  into: Float64Array,
  at: number,
  floats: Float32Array,
  first: number,
  step: number,
  unit: number,
): void {
  const inSteps = (place: number) => Math.round((floats[first + place] ?? 0) / step) * unit
  const a = inSteps(0)
  const b = inSteps(1)
  const c = inSteps(2)
  const d = inSteps(3)
  for (let value = 0; value < VALUES; value += 1) {
    into[at + value] =
      (into[at + value] as number) +
      (value & 1 ? a : -a) +
      (value & 2 ? b : -b) +
      (value & 4 ? c : -c) +
      (value & 8 ? d : -d)
  }
}

/** Token similarity of a text alone, and together with its adjacent texts. */
export interface TokenScores {
  readonly match: number
  /** Null for a memory of no session, which has no adjacent texts. */
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

/** Units whose tokens are needed to score these: themselves and their adjacent texts. */
export function withWindow(units: readonly Pick<Unit, 'key' | 'session'>[]): number[] {
  const keys = new Set<number>()
  for (const { key, session } of units) {
    const reach = session === null ? 0 : WINDOW_UNITS
    for (let step = -reach; step <= reach; step += 1) keys.add(key + step)
  }
  return [...keys].filter((key) => key > 0)
}
