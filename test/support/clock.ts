/** A clock that stands still until a test moves it, with the same ids in every run. */
import { type Clock, clockFrom } from '../../src/clock.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
}

export function testClock(start = '2026-01-01T00:00:00.000Z', seed = 1): TestClock {
  let ms = Date.parse(start)
  const clock = clockFrom(() => ms, seededRandom(seed))
  return { ...clock, advance: (by) => (ms += by) }
}

/** Mulberry32: small, fast, and the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
