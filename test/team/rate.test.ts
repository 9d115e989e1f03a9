import { expect, it } from 'vitest'
import { type Bucket, takeOne } from '../../src/team/rate.ts'
import { fc } from '../support/property.ts'

it('K-18 a minute’s worth at once, then as fast as it fills', () => {
  let bucket: Bucket | undefined
  const take = (nowMs: number) => {
    const taken = takeOne(60, bucket, nowMs)
    bucket = taken.bucket
    return taken.waitSeconds
  }
  const burst = Array.from({ length: 60 }, () => take(0))
  expect(burst.every((wait) => wait === null)).toBe(true)
  expect(take(0)).toBe(1)
  expect(take(1000)).toBeNull()
  expect(take(1000)).toBe(1)
})

it('K-18 what was not asked for in ten minutes is no more than a minute’s worth', () => {
  const { bucket, waitSeconds } = takeOne(2, { left: 0, atMs: 0 }, 600_000)
  expect([bucket.left, waitSeconds]).toEqual([1, null])
})

it('K-18 in any minute never more than twice what a minute is worth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.nat(2000), { maxLength: 200 }),
      (rate, gaps) => {
        let bucket: Bucket | undefined
        let now = 0
        const served: number[] = []
        for (const gap of gaps) {
          now += gap
          const taken = takeOne(rate, bucket, now)
          bucket = taken.bucket
          if (taken.waitSeconds === null) served.push(now)
        }
        for (const at of served) {
          expect(
            served.filter((each) => each >= at && each < at + 60_000).length,
          ).toBeLessThanOrEqual(2 * rate)
        }
      },
    ),
  )
})
