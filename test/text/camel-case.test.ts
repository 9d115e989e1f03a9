import { describe, expect, it } from 'vitest'
import { camelCaseParts } from '../../src/text/camel-case.ts'
import { partsOf } from '../../src/text/words.ts'
import { fc } from '../support/property.ts'

/** The same in an expression: obvious, and many times slower. */
const CAMEL_CASE = /\p{L}[\p{L}\p{N}]*?(?:[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll})[\p{L}\p{N}]*/gu

function obvious(text: string): string[] {
  const parts = Array.from(text.matchAll(CAMEL_CASE)).flatMap((match) => partsOf(match[0]))
  return [...new Set(parts.filter((part) => part.length >= 2))]
}

describe('parts of identifiers', () => {
  it.each([
    ['call getUserName now', ['get', 'User', 'Name']],
    ['XMLHttpRequest', ['XML', 'Http', 'Request']],
    ['an iPhone and aB', []],
    ['3dModelView', ['Model', 'View']],
    ['plain words and SHOUTED ones', []],
    ['überGroßeÄnderung', ['über', 'Große', 'Änderung']],
    ['snake_case and kebab-case', []],
  ])('D-01 %j holds %j', (text, expected) => {
    expect([...camelCaseParts(text)]).toEqual(expected)
    expect(obvious(text)).toEqual(expected)
  })

  it('D-01 agrees with the expression on any text', () => {
    const unit = fc.constantFrom('a', 'b', 'B', 'C', '1', ' ', '_', 'é', 'É', '数', '\u2460', 'ǅ')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect([...camelCaseParts(text)]).toEqual(obvious(text))
      }),
      { numRuns: 2000 },
    )
  })
})
