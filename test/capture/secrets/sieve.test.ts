import { expect, it } from 'vitest'
import { createKeywordMatcher } from '../../../src/capture/secrets/keyword-matcher.ts'
import {
  createLazyKeywordMatcher,
  matchKeywordsPlainly,
} from '../../../src/capture/secrets/lazy-keyword-matcher.ts'
import { fc } from '../../support/property.ts'

const WORDS = ['sk-', '://', 'ghp_', 'token', 'passw', 'private key', 'aaaa', 'ab_']
const sieve = createKeywordMatcher(WORDS)

function found(text: string): string[] {
  const places: string[] = []
  sieve(text, (word, start) => places.push(`${start} ${WORDS[word]}`))
  return places.sort()
}

/** The same, slowly and obviously. */
function expected(text: string): string[] {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const places: string[] = []
  for (const word of WORDS) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      places.push(`${at} ${word}`)
    }
  }
  return places.sort()
}

it.each([
  'token',
  'xtoken',
  'TOKEN sk-',
  ' Sk-x',
  'a://b',
  'PRIVATE KEY',
  'aaaaaa',
  '',
  'tok',
  'ab_',
])('G-10 finds words in %j at either side of a pair', (text) => {
  expect(found(text)).toEqual(expected(text))
})

it('G-10 agrees with the slow way on any text', () => {
  const part = fc.oneof(
    fc.constantFrom(...WORDS, 'TOKEN', 'to', 'ken', 'a'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      expect(found(parts.join(''))).toEqual(expected(parts.join('')))
    }),
    { numRuns: 500 },
  )
})

it('G-10 sees a word across the seam of two chunks once, wherever it lies', () => {
  for (let shift = -24; shift <= 12; shift++) {
    for (const word of WORDS) {
      const text = `${'.'.repeat(65_536 + shift)}${word}${'.'.repeat(20)}`
      expect(found(text)).toEqual(expected(text))
    }
  }
})

it('G-10 letters beyond Latin-1 that share a low byte are not taken for the word', () => {
  const lookalike = [...'token'].map((l) => String.fromCharCode(l.charCodeAt(0) + 0x100)).join('')
  expect(found(lookalike)).toEqual([])
})

it('G-10 looking plainly finds the same, in order of place', () => {
  const piece = fc.oneof(fc.constantFrom(...WORDS, 'TOKEN', 'Sk-', 'é', '\n'), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const places: number[] = []
      const said: string[] = []
      const isSeen = matchKeywordsPlainly(WORDS, text, (word, start) => {
        places.push(start)
        said.push(`${start} ${WORDS[word]}`)
      })
      if (!isSeen) return
      expect(said.sort()).toEqual(found(text))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})

it('G-10 a text in which a letter becomes two in lower case is left to the sieve', () => {
  const text = 'İ then a token'
  expect(matchKeywordsPlainly(WORDS, text, () => {})).toBe(false)
  const said: number[] = []
  createLazyKeywordMatcher(WORDS)(text, (_, start) => said.push(start))
  expect(said).toEqual([text.indexOf('token')])
})
