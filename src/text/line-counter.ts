/**
 * H-03. Counts a text line by line and remembers what each line costs: filling a budget asks about the
 * same lines again and again. No token reaches from one of these stretches into the next, so the sum
 * is what the whole text costs.
 */
import type { TokenCounter } from './token-count.ts'

const MOST_KNOWN = 8_192
/** Longer ones are rarely seen twice, and would cost more room than they spare. */
const MOST_CHARACTERS = 2_000

export function lineCounter(count: (text: string) => number): TokenCounter {
  const known = new Map<string, number>()
  const costOf = (line: string) => {
    if (line.length > MOST_CHARACTERS) return count(line)
    const before = known.get(line)
    if (before !== undefined) return before
    const cost = count(line)
    // Counting a few again costs less than keeping an order.
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(line, cost)
    return cost
  }
  return {
    exact: true,
    count(text) {
      let total = 0
      for (let start = 0; start < text.length; ) {
        const end = stretchEnd(text, start)
        total += costOf(text.slice(start, end))
        start = end
      }
      return total
    },
  }
}

/** Space and slashes after the end of a line may be of one token with it; nothing else is. */
const REACHES_BACK = /[\s/]/

function stretchEnd(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('\n', end) + 1
    if (end === 0 || end === text.length) return text.length
    if (!REACHES_BACK.test(text.charAt(end))) return end
  }
}
