import { describe, expect, it } from 'vitest'
import { cleanText, isBlank, splitsCharacter } from '../../src/text/well-formed.ts'
import { fc } from '../support/property.ts'

describe('well-formed text', () => {
  it.each([
    ['a\r\nb\rc', 'a\nb\nc'],
    ['tab\tstays', 'tab\tstays'],
    ['nul\0 bell\u0007 del\u007f', 'nul bell del'],
    ['lone \ud83d half', 'lone \ufffd half'],
    ['whole 😀', 'whole 😀'],
    ['e\u0301', 'é'],
    ['\ufeffmark', 'mark'],
  ])('A-07 %j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('A-07 cleaning twice changes nothing, and the promises hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.integer({ max: 0xffff }).map(unitOf) }), (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
        expect(clean).not.toMatch(/\p{Surrogate}/u)
        expect(clean.normalize('NFC')).toBe(clean)
        expect(Buffer.from(clean, 'utf8').toString('utf8')).toBe(clean)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['', true],
    [' \n\t', true],
    ['\u200b\u0000', true],
    ['.', false],
    ['表', false],
  ])('A-07 %j is blank: %s', (text, blank) => {
    expect(isBlank(text)).toBe(blank)
  })

  it('A-07 knows the middle of a character', () => {
    expect([0, 1, 2, 3].map((at) => splitsCharacter('😀b', at))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

/** All sixteen-bit units, the troublesome ones as often as all others. */
function unitOf(code: number): string {
  const troubled = [0, 0xd, 0xa, 0x7f, 0xfeff, 0xd83d, 0xde00, 0x301, 0x65]
  return String.fromCharCode(code % 2 === 0 ? (troubled[code % troubled.length] ?? code) : code)
}
