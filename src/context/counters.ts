/**
 * H-03. Two ways to count. The exact one has the last word; the quick one, which remembers what
 * each line costs, does the trying, so that filling a budget does not count the same text again
 * and again.
 */
import type { TokenCounter } from '../text/token-count.ts'

export interface Counters {
  readonly exact: TokenCounter
  readonly quick: TokenCounter
}

/** What a line costs is true for good, and most lines of a turn were in the one before. */
const known = new WeakMap<TokenCounter, Counters>()
const MOST_TEXTS = 64
const MOST_LINES = 8_192

export function countersOf(counter: TokenCounter): Counters {
  // An estimate is quick already, and adding up rounded lines would only spoil it.
  if (!counter.exact) return { exact: counter, quick: counter }
  let counters = known.get(counter)
  if (!counters) {
    counters = {
      exact: remembering(counter, MOST_TEXTS),
      quick: byLine(remembering(counter, MOST_LINES)),
    }
    known.set(counter, counters)
  }
  return counters
}

/** The two never differ by as much as this share; nearer to a limit the exact one is asked. */
const DIFFERENCE = 0.05

export function isAtMost({ exact, quick }: Counters, text: string, tokens: number): boolean {
  const about = quick.count(text)
  if (about > tokens) return false
  return about <= tokens * (1 - DIFFERENCE) || exact.count(text) <= tokens
}

/** A tokenizer ends a token at the end of a line, as good as always. */
function byLine(counter: TokenCounter): TokenCounter {
  return {
    exact: false,
    count(text) {
      let total = 0
      for (let start = 0; start < text.length; ) {
        const end = lineEnd(text, start)
        total += counter.count(text.slice(start, end))
        start = end
      }
      return total
    },
  }
}

/** Behind the line that begins here, and behind the empty ones that follow it. */
function lineEnd(text: string, start: number): number {
  let end = text.indexOf('\n', start) + 1
  if (end === 0) return text.length
  while (text.charAt(end) === '\n') end += 1
  return end
}

/** Forgets everything when it is full: counting a few again costs less than keeping an order. */
function remembering(counter: TokenCounter, most: number): TokenCounter {
  const known = new Map<string, number>()
  return {
    exact: counter.exact,
    count(text) {
      const before = known.get(text)
      if (before !== undefined) return before
      const count = counter.count(text)
      if (known.size >= most) known.clear()
      known.set(text, count)
      return count
    },
  }
}
