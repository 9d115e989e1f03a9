import { describe, expect, it } from 'vitest'
import { paddedBatch, plannedBatches } from '../../src/embed/batches.ts'
import { fc } from '../support/property.ts'

describe('batches', () => {
  it('D-03 texts of like length go together', () => {
    const batches = plannedBatches({ batchSize: 2, batchTokens: 1_000 }, [90, 5, 100, 6])
    expect(batches).toEqual([[1, 3], [0, 2]]) // biome-ignore format: two batches
  })

  it('D-03 a batch ends where its padded tokens would pass the limit', () => {
    expect(plannedBatches({ batchSize: 32, batchTokens: 30 }, [10, 10, 10, 10])).toEqual([
      [0, 1, 2],
      [3],
    ])
  })

  it('D-03 every text is in one batch, within both limits unless it stands alone', () => {
    const limits = fc.record({
      batchSize: fc.integer({ min: 1, max: 8 }),
      batchTokens: fc.integer({ min: 1, max: 300 }),
    })
    fc.assert(
      fc.property(limits, fc.array(fc.integer({ min: 1, max: 256 })), (limit, lengths) => {
        const batches = plannedBatches(limit, lengths)
        const all = batches.flat().sort((a, b) => a - b)
        expect(all).toEqual(lengths.map((_, index) => index))
        for (const batch of batches) {
          const longest = Math.max(...batch.map((index) => lengths[index] as number))
          expect(batch.length).toBeLessThanOrEqual(limit.batchSize)
          if (batch.length > 1) {
            expect(longest * batch.length).toBeLessThanOrEqual(limit.batchTokens)
          }
        }
      }),
    )
  })

  it('D-03 padding is masked', () => {
    const { shape, ids, mask } = paddedBatch([[7, 8, 9], [5]], 1)
    expect(shape).toEqual([2, 3])
    expect([...ids]).toEqual([7n, 8n, 9n, 5n, 1n, 1n])
    expect([...mask]).toEqual([1n, 1n, 1n, 1n, 0n, 0n])
  })
})
