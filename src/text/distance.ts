/** How far a word is from another, for "did you mean" (J-11). */

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
 * (each stretch edited once). Beyond `limit` the answer is `limit + 1`, reached early.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  const { from, to } = unlike(Array.from(a), Array.from(b))
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  let leastOfLast = 0
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = cell(last, column - 1) + Number(from[row - 1] !== to[column - 1])
      let best = Math.min(cell(last, column) + 1, cell(current, column - 1) + 1, replaced)
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) best = Math.min(best, cell(beforeLast, column - 2) + 1)
      current.push(best)
      if (best < least) least = best
    }
    // A swap may reach back one row, so both rows have to be past the limit.
    if (least > limit && leastOfLast > limit) return limit + 1
    beforeLast = last
    last = current
    leastOfLast = least
  }
  return Math.min(cell(last, to.length), limit + 1)
}

function cell(row: readonly number[], column: number): number {
  return row[column] as number // asked for no column that is not there
}

/** What they begin and end with alike needs no edits. */
function unlike(from: readonly string[], to: readonly string[]) {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start += 1
  let end = 0
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1
  return { from: from.slice(start, from.length - end), to: to.slice(start, to.length - end) }
}

/** A third of the word may be wrong, and a single letter always. */
const WRONG_SHARE = 1 / 3

/**
 * The candidates that may have been meant, nearest first, ties in the order given. A candidate
 * that the word begins counts as near: `conf` may mean `confidence`.
 */
export function nearest(candidates: readonly string[], word: string, n = 3): string[] {
  const wanted = word.toLowerCase()
  const limit = Math.max(1, Math.floor(Array.from(wanted).length * WRONG_SHARE))
  const near: { candidate: string; distance: number }[] = []
  for (const candidate of new Set(candidates)) {
    const offered = candidate.toLowerCase()
    const distance = editDistance(offered, wanted, limit)
    const begun = wanted.length >= 3 && offered.startsWith(wanted)
    if (distance <= limit) near.push({ candidate, distance })
    else if (begun) near.push({ candidate, distance: limit + 0.5 })
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, n)
    .map((found) => found.candidate)
}
