import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptText } from '../../src/sessions/bounded.ts'
import { withoutPrivate } from '../../src/sessions/private.ts'

describe('withoutPrivate', () => {
  it.each([
    ['nothing to hide', 'nothing to hide'],
    ['a <private>b</private> c', 'a  c'],
    ['<private>a</private>b<private>c</private>d', 'bd'],
    ['a <PRIVATE reason="x">b</Private> c', 'a  c'],
    ['a <private>never closed', 'a '],
    ['a <private>b <private>c</private> d</private> e', 'a  e'],
    ['closed </private> without opening', 'closed </private> without opening'],
    ['about <privateer> ships', 'about <privateer> ships'],
    ['a <private>b\nc</private>\nd', 'a \nd'],
  ])('F-09 %j becomes %j', (text, expected) => {
    expect(withoutPrivate(text)).toBe(expected)
  })

  it('F-09 what stands inside is never found outside, however the text is cut', () => {
    const words = fc.string({ unit: fc.constantFrom('a', ' ', '<', '\n'), maxLength: 400 })
    fc.assert(
      fc.property(words, words, words, fc.integer({ min: 1, max: 300 }), (a, b, c, limit) => {
        const text = `${a}<private>${b}HIDDEN${c}</private>${a}`
        expect(keptText(limit, text).text).not.toContain('HIDDEN')
      }),
    )
  })
})

describe('keptText', () => {
  it('F-01 keeps beginning and end of a long text and says how much is missing', () => {
    const kept = keptText(30, `${'a'.repeat(100)}the error is here`)
    expect(kept.text).toMatch(/^a{20}\n\[… 87 characters …\]\nor is here$/)
    expect(kept.cut).toEqual(['text beyond the limit'])
  })

  it('F-01 names binary instead of keeping it, but keeps coloured output', () => {
    expect(keptText(100, '\u0000\u0001\u0002PNG\u0000').text).toBe('[binary, 7 characters]')
    expect(keptText(100, '\u001b[31mred\u001b[0m').text).toBe('red')
  })
})
