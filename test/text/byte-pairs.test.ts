/** D-11. Our own counting gives what the reference implementation gives, to the token. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { countBytePairs, packRanks } from '../../src/text/byte-pairs.ts'
import { O200K_RANKS } from '../../src/text/o200k-ranks.ts'
import { fc } from '../support/property.ts'

const count = countBytePairs(O200K_RANKS)
const reference = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() })

it('D-11 a joined pair of lower rank comes first', () => {
  // "a", "b", "c", "bc", "ab": in "abc" b and c are joined, and nothing joins a with bc.
  const own = countBytePairs(packRanks(['a', 'b', 'c', 'bc', 'ab']))
  expect(own('abc')).toBe(2)
  expect(own('ab')).toBe(1)
  expect(own('cab')).toBe(2)
})

it('D-11 documents and source cost what the reference says', () => {
  const folder = join(import.meta.dirname, '../../docs')
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  expect(files.length).toBeGreaterThan(5)
  for (const file of [...files.map((each) => join(folder, each)), import.meta.filename]) {
    const text = readFileSync(file, 'utf8')
    expect(count(text), file).toBe(reference(text))
  }
})

it.each([
  '',
  ' ',
  '<|endoftext|>',
  'Ünïcödé straße ΑΒΓ абв 漢字かな 한국어 مرحبا שלום ไทย',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301 \u{10FFFF}',
  "I'll don'T we'RE \"x\"",
  '1234567 0x1F 3.14159\r\n\r\n\t\t  end  ',
  '\ud800 lone',
])('D-11 %j', (text) => {
  expect(count(text)).toBe(reference(text))
})

it('D-11 whatever is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      expect(count(text)).toBe(reference(text))
    }),
    { numRuns: 500 },
  )
})
