import { describe, expect, it } from 'vitest'
import { contentWords, STOP_WORDS, stem, words } from '../../src/text/words.ts'
import { fc } from '../support/property.ts'

describe('words of a query', () => {
  it.each([
    ['Where is the Config?', ['where', 'is', 'the', 'config']],
    ['getUserName', ['getusername', 'get', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['rate_limit', ['rate_limit', 'rate', 'limit']],
    ['pre-commit', ['pre-commit', 'pre', 'commit']],
    ['app.config.ts', ['app.config.ts', 'app', 'config', 'ts']],
    ['src/app', ['src', 'app']],
    ['v1.2.3', ['v1.2.3', 'v1', '2', '3']],
    ["Anna's cat", ['anna', 'cat']],
    ['Anna’s cat', ['anna', 'cat']],
    ['don’t', ["don't"]],
    ['Привет, мир', ['привет', 'мир']],
    ['数据库', ['数据库']],
    ['a sentence. Another', ['a', 'sentence', 'another']],
    ['!!', []],
  ])('D-01 %j gives %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it.each([
    ['When did Caroline go to the support group?', ['caroline', 'go', 'support', 'group']],
    ['what is the the rate limit rate', ['rate', 'limit']],
    ['who are you', ['who', 'are', 'you']],
    ['do not use tabs', ['not', 'use', 'tabs']],
    ['', []],
  ])('D-01 %j means %j', (text, expected) => {
    expect(contentWords(text)).toEqual(expected)
  })

  it('D-01 no word is lost unless it is a stop word or a repetition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const content = contentWords(text)
        expect(new Set(content).size).toBe(content.length)
        expect(content.length === 0).toBe(words(text).length === 0)
        for (const word of words(text)) {
          expect(content.includes(word) || STOP_WORDS.has(word)).toBe(true)
        }
      }),
    )
  })

  it.each([
    ['deploying', 'deploi'],
    ['deploys', 'deploi'],
    ['relational', 'relat'],
    ['données', 'donné'],
  ])('D-01 the stem of %s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })
})
