import { describe, expect, it } from 'vitest'
import {
  oneLine,
  padToWidth,
  rowsOf,
  safe,
  truncateToWidth,
  widthOf,
} from '../../../src/doors/terminal/text.ts'
import { HOSTILE_TEXTS } from '../../fuzz/hostile-texts.ts'
import { fc } from '../../support/property.ts'

const ESCAPES = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://x\u001b\\',
  '\u009b31m',
  '\u001bP$q\u001b\\',
]
const TURNED = ['\u202e', '\u2066', '\u2067', '\u200f', '\u061c']
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(...HOSTILE_TEXTS.map((text) => text.slice(0, 200)), ...ESCAPES, ...TURNED),
    )
    .map((texts) => texts.join(' ')),
)
/** All that may stand in a shown text besides letters: written here apart from the rule itself. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/u

describe('J-09 stored text reaches a terminal as text', () => {
  it.each([
    { text: 'plain words', shown: 'plain words' },
    { text: '\u001b[31mred\u001b[0m', shown: '·[31mred·[0m' },
    { text: '\u202eevil\u202c', shown: '·evil·' },
    { text: 'left\r\nright\u2028below', shown: 'left\nright\nbelow' },
    { text: 'nul\u0000bell\u0007', shown: 'nul·bell·' },
    { text: 'naïve Ünïcode', shown: 'naïve Ünïcode' },
    { text: '数据库 データ', shown: '数据库 データ' },
    { text: '👨‍👩‍👧', shown: '👨👩👧' },
    { text: '👍🏽 ❤️ 1️⃣', shown: '👍 ❤ 1' },
    { text: '🇩🇪', shown: 'DE' },
    { text: '\ud800 alone', shown: '· alone' },
    { text: `a${'\u0301'.repeat(50)}b`, shown: `a${'\u0301'.repeat(4)}b` },
    { text: '\u0301begins', shown: 'begins' },
  ])('J-09 $shown', ({ text, shown }) => {
    expect(safe(text)).toBe(shown)
  })

  it('J-09 nothing in any text can drive the terminal, and showing it twice changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = safe(text)
        expect(shown).not.toMatch(FORBIDDEN)
        expect(safe(shown)).toBe(shown)
        expect(oneLine(text)).not.toMatch(/[\n\t]/)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    { text: 'abc', width: 3 },
    { text: '数据', width: 4 },
    { text: '🎉', width: 2 },
    { text: 'e\u0301', width: 1 },
    { text: 'ﬁ', width: 1 },
    { text: '\u001b[1mbold\u001b[0m', width: 4 },
  ])('J-09 $text takes $width columns', ({ text, width }) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('J-09 text fits', () => {
  it('J-09 a cut says that something is left out', () => {
    expect(truncateToWidth('abcdef', 6)).toBe('abcdef')
    expect(truncateToWidth('abcdefg', 6)).toBe('abcde…')
    expect(truncateToWidth('数据库', 4)).toBe('数…')
    expect(truncateToWidth('abc', 0)).toBe('')
    expect(padToWidth('数据', 6)).toBe('数据  ')
  })

  it('J-09 rows break between words, and inside one that is too long', () => {
    expect(rowsOf('the quick brown fox', 10, 9)).toEqual(['the quick', 'brown fox'])
    expect(rowsOf('one\n\ntwo', 10, 9)).toEqual(['one', '', 'two'])
    expect(rowsOf('abcdefghij', 4, 9)).toEqual(['abcd', 'efgh', 'ij'])
    expect(rowsOf('\tx', 10, 9)).toEqual(['  x'])
    expect(rowsOf('数据库连接', 4, 9)).toEqual(['数据', '库连', '接'])
  })

  it('J-09 never wider than there is room, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, columns) => {
        expect(widthOf(truncateToWidth(oneLine(text), columns))).toBeLessThanOrEqual(columns)
        expect(widthOf(padToWidth(oneLine(text), columns))).toBe(columns)
        for (const row of rowsOf(text, columns, 30)) {
          expect(widthOf(row)).toBeLessThanOrEqual(columns)
          expect(row).not.toMatch(FORBIDDEN)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('J-09 a line of a megabyte is read as far as it is shown', () => {
    let read = 0
    const long = {
      *[Symbol.iterator]() {
        for (; read < 1_000_000; read += 1) yield 'x'
      },
    }
    expect(rowsOf(long as unknown as string, 80, 24)).toHaveLength(24)
    expect(read).toBeLessThan(80 * 26)
    expect(rowsOf('x'.repeat(1_000_000), 80, 24)).toHaveLength(24)
  })
})
