import { expect, it } from 'vitest'
import { tellingTerms, termCounts } from '../../src/text/telling-terms.ts'

const cache = ['The cache expires', 'Caches are warmed', 'Cache misses are slow']
const rest = ['The build is slow', 'The build uses make', 'Tests expire never']

it('E-04 a group is told by what it shares and others lack, as it is mostly written', () => {
  expect(tellingTerms(cache, termCounts([...cache, ...rest]), 1)).toEqual(['cache'])
})

it('E-04 a word that is everywhere tells less than a rare one', () => {
  const group = ['slow warm', 'slow warm']
  const everywhere = termCounts([...group, 'slow', 'slow', 'slow'])
  expect(tellingTerms(group, everywhere, 2)).toEqual(['warm', 'slow'])
})

it('E-04 numbers, negations and stop words tell nothing', () => {
  expect(tellingTerms(['never 42 the 3.14 not'], termCounts([]), 5)).toEqual([])
})
