import { describe, expect, it } from 'vitest'
import { passagesOf } from '../../src/text/passages.ts'
import { fc } from '../support/property.ts'

const SMALL = 20
const textsOf = (text: string) => passagesOf(text, SMALL).map((passage) => passage.text)

describe('passages', () => {
  it('D-19 text of up to 800 characters is one passage', () => {
    expect(passagesOf('a'.repeat(800))).toHaveLength(1)
    expect(passagesOf('a'.repeat(801))).toHaveLength(2)
    expect(passagesOf('')).toEqual([])
  })

  it.each([
    [
      'paragraphs first',
      'One two\nthree.\n\nFour five six.',
      ['One two\nthree.\n\n', 'Four five six.'],
    ],
    ['then lines', 'First line here\nSecond line here', ['First line here\n', 'Second line here']],
    ['then sentences', 'It is so. It is not so.', ['It is so. ', 'It is not so.']],
    ['then words', 'one two three four five six', ['one two three four ', 'five six']],
    ['then anywhere', 'a'.repeat(25), ['a'.repeat(20), 'a'.repeat(5)]],
    [
      'short pieces are merged',
      'a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh',
      ['a\n\nb\n\nc\n\nd\n\ne\n\nf\n\n', 'g\n\nh'],
    ],
    ['characters stay whole', `${'a'.repeat(19)}😀b`, ['a'.repeat(19), '😀b']],
  ])('D-19 cuts at %s', (_, text, expected) => {
    expect(textsOf(text)).toEqual(expected)
  })

  it('D-19 passages cover the text without gap, within the limit, characters whole', () => {
    const piece = fc.constantFrom('. ', '\n', '\n\n', '```\n', 'word', ' ', '😀', '数据', 'e\u0301')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 }),
        fc.integer({ min: 2, max: 50 }),
        (pieces, maxCharacters) => {
          const text = pieces.join('')
          const passages = passagesOf(text, maxCharacters)
          let end = 0
          for (const passage of passages) {
            expect(passage.start).toBe(end)
            expect(passage.end).toBeGreaterThan(passage.start)
            expect(passage.text).toBe(text.slice(passage.start, passage.end))
            expect(passage.text.length).toBeLessThanOrEqual(maxCharacters)
            expect(passage.text).not.toMatch(/\p{Surrogate}/u)
            end = passage.end
          }
          expect(end).toBe(text.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('D-19 neighbours could not have been one passage', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 40 }), (list) => {
        const passages = passagesOf(list.join(' '), SMALL)
        for (const [index, passage] of passages.entries()) {
          const next = passages[index + 1]
          const firstWord = next?.text.split(' ', 1)[0] ?? ''
          if (next !== undefined) {
            expect(passage.text.length + firstWord.length).toBeGreaterThan(SMALL - 1)
          }
        }
      }),
    )
  })
})
