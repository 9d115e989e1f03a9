import { describe, expect, it } from 'vitest'
import { cutText, shorten, shortenLine, wholeWords } from '../../src/text/shorten.ts'
import { fc } from '../support/property.ts'

describe('shortening text', () => {
  it.each([
    ['as it is', 20, 'as it is'],
    ['one two three', 9, 'one two'],
    ['one\ntwo three', 5, 'one'],
    ['undivided', 4, ''],
  ])('J-03 of %j, %i characters long, whole words stay: %j', (text, most, left) => {
    expect(wholeWords(text, most)).toBe(left)
  })

  it.each([
    ['The store keeps every memory', 14, 'The store kee…'],
    ['short', 14, 'short'],
    ['ends with a gap here', 10, 'ends with…'],
    ['🎉🎉🎉', 3, '🎉…'],
    ['🎉🎉🎉', 4, '🎉…'],
    ['cafe\u0301 au lait', 5, 'caf…'], // e and its accent are one character
    ['ab👩‍👩‍👧cd', 6, 'ab…'], // a family joined from three
  ])('C-08 %j in %i is %j', (text, max, expected) => {
    expect(shorten(text, max)).toBe(expected)
  })

  it('C-08 a line is cut between words, without loose ends', () => {
    expect(shortenLine('Never use tabs, always\n  two spaces', 23)).toBe('Never use tabs, always…')
    expect(shortenLine('Never use tabs, always two', 18)).toBe('Never use tabs…')
    expect(shortenLine('Donaudampfschifffahrtsgesellschaft', 10)).toBe('Donaudamp…')
  })

  it('C-08 whatever the text, it fits and holds no half character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        for (const short of [shorten(text, max), shortenLine(text, max)]) {
          expect(short.length).toBeLessThanOrEqual(Math.max(max, 2))
          expect(short).not.toMatch(/\p{Surrogate}/u)
        }
        expect(text.startsWith(cutText(text, max))).toBe(true)
      }),
    )
  })

  it('C-08 endless marks are cut all the same', () => {
    expect(shorten(`a${'\u0301'.repeat(100_000)}`, 50).length).toBeGreaterThan(10)
  })
})
