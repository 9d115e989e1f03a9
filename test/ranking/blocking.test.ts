import { expect, it } from 'vitest'
import { prefixLength, rankedTokens, rareTokenIndex } from '../../src/ranking/blocking.ts'
import { jaccard } from '../../src/text/jaccard.ts'
import { fc } from '../support/property.ts'

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

const token = fc.constantFrom(...'abcdefghij')
const sets = fc.array(fc.uniqueArray(token, { maxLength: 8 }), { maxLength: 20 })
const threshold = fc.constantFrom(0.1, 0.3, 0.4, 0.5, 0.583, 0.75, 0.9, 1)

it('I-08 no pair above the threshold is missed, and no other is offered', () => {
  fc.assert(
    fc.property(sets, threshold, (lists, least) => {
      const all = lists.map((list) => new Set(list))
      const ranked = rankedTokens(all)
      const index = rareTokenIndex({ maxLooks: 1000 }, least)
      for (const [i, tokens] of ranked.entries()) {
        const found = index.candidates(tokens)
        const alike = all.slice(0, i).flatMap((other, j) => {
          const set = all[i] ?? new Set()
          return jaccard(set, other) >= least ? [j] : []
        })
        expect(found).toEqual(alike)
        expect(index.cost(tokens)).toBeGreaterThanOrEqual(found.length)
        index.add(i, tokens)
      }
    }),
  )
})

it('I-08 the rarest token is number 0, and all are in order', () => {
  const [first, second] = rankedTokens([new Set(['common', 'rare']), new Set(['common'])])
  expect([...(first ?? [])]).toEqual([0, 1])
  expect([...(second ?? [])]).toEqual([1])
})

it('I-08 asking costs no more than its bound, however many share a token', () => {
  const index = rareTokenIndex({ maxLooks: 5 }, 1)
  const same = Int32Array.of(7)
  for (let i = 0; i < 1000; i += 1) index.add(i, same)
  expect(index.candidates(same)).toEqual([995, 996, 997, 998, 999])
  expect(index.cost(same)).toBe(5)
})
