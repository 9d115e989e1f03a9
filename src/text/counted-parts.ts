/**
 * H-03. Counts a text by its lines, and a line by its words, and remembers what each costs: filling a
 * budget asks about the same lines again and again, and other lines are made of the same words. No
 * token reaches across these ends, so the sum is what the whole text costs.
 */
import type { TokenCounter } from './token-count.ts'

type Count = (text: string) => number
/** Where the part that begins here ends. */
type EndOf = (text: string, start: number) => number

const MAX_LINES = 8_192
const MAX_WORDS = 16_384
/** Longer ones are rarely seen twice, and would cost more room than they spare. */
const MAX_CHARACTERS = 2_000

export function countedParts(count: Count): TokenCounter {
  const word = remembering(MAX_WORDS, count)
  const line = remembering(MAX_LINES, sumParts(wordEnd, word))
  return { count: sumParts(lineEnd, line) }
}

function sumParts(endOf: EndOf, count: Count): Count {
  return (text) => {
    let total = 0
    for (let start = 0; start < text.length; ) {
      const end = endOf(text, start)
      total += count(text.slice(start, end))
      start = end
    }
    return total
  }
}

function remembering(most: number, count: Count): Count {
  const known = new Map<string, number>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const cost = count(text)
    // Counting a few again costs less than keeping an order.
    if (known.size >= most) known.clear()
    if (text.length <= MAX_CHARACTERS) known.set(text, cost)
    return cost
  }
}

/** Space and slashes after the end of a line may be of one token with it; nothing else is. */
const REACHES_BACK = /[\s/]/

function lineEnd(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('\n', end) + 1
    if (end === 0 || end === text.length) return text.length
    if (!REACHES_BACK.test(text.charAt(end))) return end
  }
}

/** A single space between a letter or digit and a letter is of one token with what follows it. */
function wordEnd(text: string, start: number): number {
  for (let end = text.indexOf(' ', start + 1); end !== -1; end = text.indexOf(' ', end + 1)) {
    const before = text.charCodeAt(end - 1)
    if (isLetter(text.charCodeAt(end + 1)) && (isLetter(before) || isDigit(before))) return end
  }
  return text.length
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
