import fc from 'fast-check'
import { expect, it } from 'vitest'
import { prefixLength, rarestFirst, rareTokenIndex } from '../../src/ranking/blocking.ts'
import { jaccard } from '../../src/text/jaccard.ts'

it.each([
  { size: 10, threshold: 0.7, prefix: 4 }, // seven must be shared, so one of any four is
  { size: 10, threshold: 1, prefix: 1 },
  { size: 4, threshold: 0.3, prefix: 3 },
  { size: 0, threshold: 0.5, prefix: 0 },
  { size: 3, threshold: 0, prefix: 3 },
])(
  'I-08 of $size tokens, $prefix must be looked at for $threshold',
  ({ size, threshold, prefix }) => {
    expect(prefixLength(size, threshold)).toBe(prefix)
  },
)

it('I-08 no pair above the threshold is missed', () => {
  const token = fc.constantFrom(...'abcdefghij')
  const sets = fc.array(fc.uniqueArray(token, { maxLength: 8 }), { maxLength: 20 })
  const threshold = fc.constantFrom(0.1, 0.3, 0.4, 0.5, 0.583, 0.75, 0.9, 1)
  fc.assert(
    fc.property(sets, threshold, (lists, least) => {
      const all = lists.map((list) => new Set(list))
      const order = rarestFirst(all)
      const index = rareTokenIndex({ maxBlock: 1000 }, least)
      for (const [i, set] of all.entries()) {
        const found = index.candidates(order(set))
        for (const [j, other] of all.slice(0, i).entries())
          if (jaccard(set, other) >= least) expect(found).toContain(j)
        expect(index.cost(order(set))).toBeGreaterThanOrEqual(found.length)
        index.add(i, order(set))
      }
    }),
  )
})

it('I-08 a token that all share costs no more than its bound', () => {
  const index = rareTokenIndex({ maxBlock: 5 }, 1)
  for (let i = 0; i < 1000; i += 1) index.add(i, ['same'])
  expect(index.candidates(['same'])).toEqual([995, 996, 997, 998, 999])
})
