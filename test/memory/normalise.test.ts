import { describe, expect, it } from 'vitest'
import {
  contentHash,
  descriptionFrom,
  normalisedContent,
  titleFrom,
} from '../../src/memory/normalise.ts'
import { fc } from '../support/property.ts'

describe('normal forms', () => {
  it.each([
    ['Use  tabs', 'Use tabs '],
    ['a\r\nb', 'a\nb'],
    ['e\u0301', 'é'],
    ['\n\na\t b', 'a b'],
  ])('B-02 %j is stored as the same as %j', (a, b) => {
    expect(contentHash(a)).toBe(contentHash(b))
  })

  it.each([
    ['URL', 'url'],
    ['100/min', '200/min'],
    ['ab', 'a b'],
  ])('B-02 %j is not %j', (a, b) => {
    expect(contentHash(a)).not.toBe(contentHash(b))
  })

  it('B-02 the hash is SHA-256 of the normalised content', () => {
    // printf 'Use tabs' | sha256sum
    expect(contentHash(' Use\ttabs\n')).toBe(
      '0e9ce8352f73b037846c2796a4367419e0237e71a61b1fc506d29624bcd71fc6',
    )
  })

  it('B-02 normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalisedContent(text)
        expect(normalisedContent(once)).toBe(once)
        expect(once).not.toMatch(/\s\s|^\s|\s$/)
      }),
    )
  })

  it.each([
    ['Use tabs. Not spaces.', 'Use tabs'],
    ['# Indentation\n\nWe use tabs.', 'Indentation'],
    ['- **Always** run `npm test` first', 'Always run npm test first'],
    ['See [the guide](https://example.org/a) now', 'See the guide now'],
    ['```ts\nconst a = 1\n```\nSets a.', 'Sets a'],
    ['```ts\nconst a = 1\n```', 'const a = 1'],
    ['> quoted words', 'quoted words'],
    ['1. First step\n2. Second', 'First step'],
    ['use snake_case for *all* names', 'use snake_case for all names'],
    ['Pin v1.2.3 of it, e.g. in CI.', 'Pin v1.2.3 of it, e.g. in CI'],
    ['Is it on?', 'Is it on?'],
    ['', ''],
    ['---\n\nAfter the line', 'After the line'],
    ['使用制表符。不要用空格。', '使用制表符。'],
  ])('A-07 %j is titled %j', (content, title) => {
    expect(titleFrom(content)).toBe(title)
  })

  it('A-07 a long first sentence ends with a word and a mark', () => {
    const title = titleFrom(`${'some words '.repeat(20)}end.`)
    expect(title).toMatch(/^some words.*(some|words)…$/)
    expect(title.length).toBeLessThanOrEqual(80)
  })

  it('A-07 the description is one line of up to 150 characters', () => {
    expect(descriptionFrom('# Title\n\nBody **text**.\n- item')).toBe('Title Body text. item')
    expect(descriptionFrom('word '.repeat(100)).length).toBeLessThanOrEqual(150)
  })

  it('A-07 titles and descriptions are one line, short, and whole characters', () => {
    const piece = fc.constantFrom(
      '# ',
      '- ',
      '```\n',
      '`',
      '**',
      '😀',
      '\n',
      '. ',
      '[a](b)',
      'word ',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 9 })), { maxLength: 60 }),
        (pieces) => {
          const title = titleFrom(pieces.join(''))
          const description = descriptionFrom(pieces.join(''))
          expect(title.length).toBeLessThanOrEqual(80)
          expect(description.length).toBeLessThanOrEqual(150)
          for (const line of [title, description]) {
            expect(line).not.toMatch(/[\n\r]|\p{Surrogate}/u)
            expect(line).toBe(line.trim())
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
