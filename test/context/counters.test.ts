import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countersOf } from '../../src/context/counters.ts'
import { approximateCounter, loadTokenCounter } from '../../src/text/token-count.ts'

it('H-03 the quick count stays within a few tokens of the exact one', async () => {
  const { exact, quick } = countersOf(await loadTokenCounter())
  const pieces = fc.constantFrom(
    'words of a line',
    '> ',
    '\n',
    '\n\n',
    '</memory>\n',
    ' サービス',
    '  ',
    '🚀',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join('')
      const lines = text.split('\n').length
      expect(Math.abs(quick.count(text) - exact.count(text))).toBeLessThanOrEqual(lines)
    }),
    { numRuns: 50 },
  )
})

it('H-03 each line is counted once, however often it is tried', () => {
  let asked = 0
  const counting = {
    exact: true,
    count(text: string) {
      asked += 1
      return text.length
    },
  }
  const { quick } = countersOf(counting)
  for (let times = 0; times < 5; times += 1) quick.count('a\nbb\nccc')
  expect(asked).toBe(3)
  expect(quick.count('a\nbb\nccc')).toBe(8)
  expect(countersOf(approximateCounter).quick).toBe(approximateCounter)
})
