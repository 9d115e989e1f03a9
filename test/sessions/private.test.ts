import { describe, expect, it } from 'vitest'
import { boundText } from '../../src/sessions/bounded.ts'
import { withoutPrivate } from '../../src/text/private.ts'
import { fc } from '../support/property.ts'

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
    ['a < private >b</ private > c', 'a  c'],
    ['a <private>b< /private> c', 'a  c'],
    ['a ＜private＞b＜／private＞ c', 'a  c'],
    ['a &#60;private&#62;b&#60;/private&#62; c', 'a  c'],
    ['a &#x3C;private&#x3E;b&#x3C;/private&#x3E; c', 'a  c'],
    ['?q=a%3Cprivate%3Eb%3C%2Fprivate%3Ec', '?q=ac'],
    ['a value <priv\u00adate>b</private> c', 'a value  c'],
    ['a value <PR\u0406V\u0410TE>b</private> c', 'a value  c'],
    ['a value <pri\u200b\u2060V\u200bate>b</private> c', 'a value  c'],
    ['if (count < private && open > 1)', 'if (count < private && open > 1)'],
    ['ls /private/tmp; a;private b', 'ls /private/tmp; a;private b'],
  ])('F-09 %j becomes %j', (text, expected) => {
    expect(withoutPrivate(text)).toBe(expected)
  })

  it('F-09 what stands inside is never found outside, however the text is cut', () => {
    const words = fc.string({ unit: fc.constantFrom('a', ' ', '<', '\n'), maxLength: 400 })
    fc.assert(
      fc.property(words, words, words, fc.integer({ min: 1, max: 300 }), (a, b, c, limit) => {
        const text = `${a}<private>${b}HIDDEN${c}</private>${a}`
        expect(boundText(limit, text).text).not.toContain('HIDDEN')
      }),
    )
  })
})

describe('keptText', () => {
  it('F-01 keeps beginning and end of a long text and says how much is missing', () => {
    const kept = boundText(30, `${'some words '.repeat(10)}the error is here`)
    expect(kept.text).toBe('some words some \n[… 97 characters …]\nis here')
    expect(kept.cut).toEqual(['text beyond the limit'])
  })

  it('G-10 keeps no half of a word or of a key, which nobody would know for a credential', () => {
    const secret = `${'gh'}p_${'Ab3'.repeat(12)}`
    fc.assert(
      fc.property(fc.nat(80), fc.integer({ min: 30, max: 200 }), (before, limit) => {
        const text = `${'x '.repeat(before)}${secret} ${'y '.repeat(300)}`
        const { text: kept } = boundText(limit, text)
        expect(kept.includes('Ab3')).toBe(kept.includes(secret))
      }),
    )
    const lines = Array.from({ length: 30 }, (_, line) => `line${line}${'q'.repeat(50)}`)
    const label = `RSA PRIV${'ATE'} KEY`
    const key = `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\nafter it`
    const { text } = boundText(1500, `${'before '.repeat(150)}${key}`)
    expect(text.slice(text.indexOf('[…'))).not.toContain('qqq')
    expect(text).toContain('after it')
  })

  it('F-01 names binary instead of keeping it, but keeps coloured output', () => {
    expect(boundText(100, '\u0000\u0001\u0002PNG\u0000').text).toBe('[binary, 7 characters]')
    expect(boundText(100, '\u001b[31mred\u001b[0m').text).toBe('red')
  })
})
