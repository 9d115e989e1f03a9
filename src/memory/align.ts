/** M-10. Two statements laid side by side: which words are at the same place, and which differ there. */
import type { Term } from './statement.ts'

/** What is between two words that both statements share. */
export interface Difference {
  readonly newer: readonly Term[]
  readonly older: readonly Term[]
}

interface Alignment {
  /** How many content words both have, in the same order. */
  readonly shared: number
  /** Where the two differ, from left to right; either side may be empty. */
  readonly differences: readonly Difference[]
}

/** Longer statements are compared by their first words; no plain claim is as long. */
const MAX_ALIGNED_TERMS = 160

/** The longest common subsequence of the terms, and what is left between. */
export function alignTerms(newer: readonly Term[], older: readonly Term[]): Alignment {
  const a = newer.slice(0, MAX_ALIGNED_TERMS)
  const b = older.slice(0, MAX_ALIGNED_TERMS)
  const lengths = commonLengths(a, b)
  const differences: Difference[] = []
  let open: { newer: Term[]; older: Term[] } = { newer: [], older: [] }
  let shared = 0
  let i = 0
  let j = 0
  const close = () => {
    if (open.newer.length + open.older.length > 0) differences.push(open)
    open = { newer: [], older: [] }
  }
  while (i < a.length || j < b.length) {
    const [mine, theirs] = [a[i], b[j]]
    if (mine && theirs && mine.key === theirs.key) {
      if (mine.role === 'content') {
        shared += 1
        close()
      } else if (open.newer.length + open.older.length > 0) {
        close()
      }
      i += 1
      j += 1
    } else if (mine && (!theirs || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      open.newer.push(mine)
      i += 1
    } else if (theirs) {
      open.older.push(theirs)
      j += 1
    }
  }
  close()
  return { shared, differences }
}

/** Content words weigh more than the words between them, so that these never decide the order. */
function weightOf(term: Term): number {
  return term.role === 'content' ? 8 : 1
}

/** `lengths[i][j]`: the weight of what is common from `i` and `j` on. */
function commonLengths(a: readonly Term[], b: readonly Term[]): number[][] {
  const lengths: number[][] = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  )
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const mine = a[i] as Term
    const [row, below] = [lengths[i] as number[], lengths[i + 1] as number[]]
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] =
        mine.key === b[j]?.key
          ? (below[j + 1] ?? 0) + weightOf(mine)
          : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}

/** Only the content words of a difference tell the two apart. */
export function contentDifferences(alignment: Alignment): Difference[] {
  const content = (terms: readonly Term[]) => terms.filter((term) => term.role === 'content')
  return alignment.differences
    .map(({ newer, older }) => ({ newer: content(newer), older: content(older) }))
    .filter(({ newer, older }) => newer.length + older.length > 0)
}
