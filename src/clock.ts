/** Time and randomness enter the engine here and nowhere else, so that a test can simulate years. */

/** A moment, as ISO 8601 in UTC with milliseconds: readable in files, sortable as text. */
export type Timestamp = string

export interface Clock {
  now(): Timestamp
  /** A new ULID: unique, and sorted by the time it was made. */
  newId(): string
  /** Uniform in [0, 1). */
  random(): number
}

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/** Days from one moment to a later one; negative when the order is the other way round. */
export function daysBetween(from: Timestamp, to: Timestamp): number {
  return (Date.parse(to) - Date.parse(from)) / MS_PER_DAY
}

export function hoursBetween(from: Timestamp, to: Timestamp): number {
  return (Date.parse(to) - Date.parse(from)) / MS_PER_HOUR
}

export function addDays(at: Timestamp, days: number): Timestamp {
  return new Date(Date.parse(at) + days * MS_PER_DAY).toISOString()
}

/** The real clock. Ids made by one process within the same millisecond still sort in order. */
export function systemClock(): Clock {
  return clockFrom(() => Date.now(), Math.random)
}

/** A clock over any source of milliseconds and randomness. */
export function clockFrom(nowMs: () => number, random: () => number): Clock {
  let lastMs = -1
  let lastEntropy: number[] = []
  return {
    now: () => new Date(nowMs()).toISOString(),
    random,
    newId() {
      const ms = Math.max(nowMs(), lastMs)
      lastEntropy = ms === lastMs ? increment(lastEntropy) : freshEntropy(random)
      lastMs = ms
      return encodeTime(ms) + lastEntropy.map((digit) => CROCKFORD[digit]).join('')
    },
  }
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ENTROPY_DIGITS = 16
const TIME_DIGITS = 10

function encodeTime(ms: number): string {
  let rest = ms
  let text = ''
  for (let i = 0; i < TIME_DIGITS; i++) {
    text = CROCKFORD[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function freshEntropy(random: () => number): number[] {
  return Array.from({ length: ENTROPY_DIGITS }, () => Math.floor(random() * 32))
}

function increment(digits: readonly number[]): number[] {
  const next = [...digits]
  for (let i = next.length - 1; i >= 0; i--) {
    const digit = next[i] ?? 0
    if (digit < 31) {
      next[i] = digit + 1
      return next
    }
    next[i] = 0
  }
  return next
}
