/** M-31. How much the words of a prompt say about a stretch, the same in every store. */
import type { Spread } from '../evidence.ts'

const K1 = 0.9

/** BM25 of one word, without regard to length: stretches are of one length by the way they are cut. */
export function wordValue(rarity: number, count: number): number {
  return count <= 0 ? 0 : (rarity * count * (K1 + 1)) / (count + K1)
}

export function spreadOf(values: Iterable<number>): Spread {
  let count = 0
  let sum = 0
  let squares = 0
  for (const value of values) {
    count += 1
    sum += value
    squares += value * value
  }
  return { count, sum, squares }
}

/** A commit is found by the first files it names; a sweep over hundreds says nothing by them. */
const INDEXED_FILES = 4

/** What of a commit is looked up by words. */
export function commitWords(message: string, files: readonly string[]): string {
  return [message, ...files.slice(0, INDEXED_FILES)].join('\n')
}
