/** Stored text as the page shows it: pure, and true for any text. */

import { describe, expect, it } from 'vitest'
import { ago, dayNamed, many } from '../../../web/src/text/figures.ts'
import { hiddenCount, piecesOf, plain } from '../../../web/src/text/visible.ts'
import { wantedIn } from '../../../web/src/text/wanted.ts'
import { fc } from '../../support/property.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        'a',
        '\u202e',
        '\u2066',
        '\0',
        '\x1b[31m',
        '日本',
        '👩‍👩‍👧',
        '\r',
        '\n',
        '\ud800',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('stored text', () => {
  it.each([
    ['a direction that is turned round', 'abc\u202edef', 'abc⟨RLO⟩def'],
    ['an escape sequence of a terminal', '\x1b[31mred', '⟨ESC⟩[31mred'],
    ['a byte order mark', '\ufeffa', '⟨BOM⟩a'],
    ['letters made of tags, which nobody sees', 'hi\u{e0041}', 'hi⟨U+E0041⟩'],
    ['half a character', 'a\ud800', 'a⟨U+D800⟩'],
    ['a carriage return that hides a line', 'safe\rrm -rf', 'safe⟨CR⟩rm -rf'],
    ['line ends of Windows, which hide nothing', 'a\r\nb', 'a\r\nb'],
    ['an emoji that is held together', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['other scripts as they are', 'שלום 日本語 مرحبا', 'שלום 日本語 مرحبا'],
  ])('J-10 shows %s', (_, text, shown) => {
    expect(plain(text)).toBe(shown)
  })

  it('J-10 no piece is lost and none is added', () => {
    fc.assert(
      fc.property(anyText, fc.string(), (text, question) => {
        const pieces = piecesOf(text, wantedIn(question))
        const seen = pieces.flatMap((piece) => (piece.kind === 'hidden' ? [] : [piece.text]))
        const hidden = pieces.filter(({ kind }) => kind === 'hidden').length
        expect(hidden).toBe(hiddenCount(text))
        const points = [...text].length
        expect([...seen.join('')].length + hidden).toBe(points)
      }),
    )
  })

  it('J-10 nothing that turns the direction or moves a cursor is left', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = piecesOf(text)
          .flatMap((piece) => (piece.kind === 'hidden' ? [] : [piece.text]))
          .join('')
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\x1b\x9b\0\x07\x08\x7f]/)
      }),
    )
  })
})

describe('the words of a question', () => {
  const marked = (question: string, text: string) =>
    piecesOf(text, wantedIn(question)).flatMap((piece) =>
      piece.kind === 'hit' ? [piece.text] : [],
    )

  it.each([
    ['deploying', 'We deploy on Fridays, whoever deploys stays', ['deploy', 'deploys']],
    ['how do we deploy', 'Deployed by hand', ['Deployed']],
    ['tag:auth token', 'the auth token', ['token']],
    ['日本', '日本語の本', ['日本語の本']],
    ['(.*)+$ [', 'nothing (.*)+$ here', []],
    ['', 'anything', []],
  ])('J-10 %j lights up in %j', (question, text, hits) => {
    expect(marked(question, text)).toEqual(hits)
  })

  it('J-10 any question makes a pattern that ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), anyText, (question, text) => {
        expect(() => marked(question, text)).not.toThrow()
      }),
    )
  })
})

describe('figures', () => {
  const now = Date.parse('2026-06-10T12:00:00Z')
  it.each([
    ['2026-06-10T11:59:40Z', 'just now'],
    ['2026-06-10T11:30:00Z', '30 minutes ago'],
    ['2026-06-09T12:00:00Z', 'yesterday'],
    ['2026-05-27T12:00:00Z', '2 weeks ago'],
    ['2025-06-01T12:00:00Z', 'last year'],
  ])('J-10 %s is %s', (at, said) => {
    expect(ago(at, now)).toBe(said)
  })

  it('J-10 days and numbers are said as people say them', () => {
    expect(dayNamed('2025-12-31', now)).toBe('December 31, 2025')
    expect(many(1, 'memory', 'memories')).toBe('1 memory')
    expect(many(12_000, 'memory', 'memories')).toBe('12,000 memories')
  })
})
