/** Which texts go to the model together. */

interface BatchLimits {
  readonly batchSize: number
  readonly batchTokens: number
}

/**
 * Groups of indices into `lengths`, each padded to its longest. Sorted by length first, so that a
 * short text is not padded to a long neighbour's size: on mixed texts half of the work is saved.
 */
export function plannedBatches(limits: BatchLimits, lengths: readonly number[]): number[][] {
  const byLength = lengths
    .map((_, index) => index)
    .sort((a, b) => lengthAt(a) - lengthAt(b) || a - b)
  const batches: number[][] = []
  let batch: number[] = []
  for (const index of byLength) {
    const padded = lengthAt(index) * (batch.length + 1) // ascending, so this one is the longest yet
    if (batch.length > 0 && (batch.length >= limits.batchSize || padded > limits.batchTokens)) {
      batches.push(batch)
      batch = []
    }
    batch.push(index)
  }
  if (batch.length > 0) batches.push(batch)
  return batches

  function lengthAt(index: number): number {
    return lengths[index] as number
  }
}

export interface PaddedBatch {
  readonly shape: readonly [texts: number, tokens: number]
  readonly ids: BigInt64Array
  readonly mask: BigInt64Array
}

/** Lists of ids as one rectangle, with a mask that says which are padding. */
export function paddedBatch(lists: readonly (readonly number[])[], padId: number): PaddedBatch {
  const width = lists.reduce((longest, list) => Math.max(longest, list.length), 0)
  const ids = new BigInt64Array(lists.length * width).fill(BigInt(padId))
  const mask = new BigInt64Array(lists.length * width)
  lists.forEach((list, row) => {
    list.forEach((id, column) => {
      ids[row * width + column] = BigInt(id)
      mask[row * width + column] = 1n
    })
  })
  return { shape: [lists.length, width], ids, mask }
}
