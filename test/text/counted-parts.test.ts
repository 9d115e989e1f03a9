import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { countedParts } from '../../src/text/counted-parts.ts'
import { loadTokenCounter } from '../../src/text/token-count.ts'
import { fc } from '../support/property.ts'

it('H-03 by lines and words costs what the whole text costs, to the token', async () => {
  const counter = await loadTokenCounter()
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('\n', '\r\n', '\n\n', ' \n', '\n  \n', '\n/', ';\n/', '\u2028'),
    },
    fc.constantFrom(
      'words of a line',
      '> ',
      '</memory>\n',
      ' サービス',
      '  ',
      '\t',
      '🚀',
      '`code`;',
      "it's",
      'A1 b',
      ' c',
      ' 2',
      '\u0301',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const text = parts.join('')
      fc.pre(!/\S{256}|\s{256}/.test(text))
      expect(counter.count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }))
    }),
    { numRuns: 500 },
  )
})

it('H-03 each word is counted once, however often its line is tried', () => {
  const asked: string[] = []
  const counter = countedParts((text) => {
    asked.push(text)
    return text.length
  })
  for (let times = 0; times < 5; times += 1) expect(counter.count('a\nbb b2\n  ccc\n/d')).toBe(16)
  expect(asked).toEqual(['a\n', 'bb', ' b2\n  ccc\n/d'])
  expect(counter.count('a bb 2 bb')).toBe(9)
  expect(asked.slice(3)).toEqual(['a', ' bb 2', ' bb'])
  const long = 'x'.repeat(3000)
  counter.count(long)
  counter.count(long)
  expect(asked).toHaveLength(8)
})
