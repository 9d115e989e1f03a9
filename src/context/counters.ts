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

/** For the length of one composition: the memory in it is never emptied. */
export function countersOf(counter: TokenCounter): Counters {
  // An estimate is quick already, and adding up rounded lines would only spoil it.
  if (!counter.exact) return { exact: counter, quick: counter }
  return { exact: remembering(counter), quick: byLine(remembering(counter)) }
}

/** A tokenizer ends a token at the end of a line, as good as always. */
function byLine(counter: TokenCounter): TokenCounter {
  return {
    exact: false,
    count(text) {
      let total = 0
      for (const line of text.split(LINE_START)) total += counter.count(line)
      return total
    },
  }
}

const LINE_START = /(?<=\n)(?!\n)/

function remembering(counter: TokenCounter): TokenCounter {
  const known = new Map<string, number>()
  return {
    exact: counter.exact,
    count(text) {
      const before = known.get(text)
      if (before !== undefined) return before
      const count = counter.count(text)
      known.set(text, count)
      return count
    },
  }
}
