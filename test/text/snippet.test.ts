import { describe, expect, it } from 'vitest'
import { PREVIEW_CHARACTERS, snippetOf } from '../../src/text/snippet.ts'
import { fc } from '../support/property.ts'

const filler = 'lorem ipsum dolor sit amet '.repeat(40)

describe('snippets', () => {
  it('D-05 a short text is shown whole, on one line', () => {
    expect(snippetOf('One\n\ntwo  three', ['two'])).toBe('One two three')
  })

  it('D-05 a preview is 300 characters around the matching terms', () => {
    const snippet = snippetOf(`${filler} the rate limit is set here ${filler}`, ['rate', 'limit'])
    expect(PREVIEW_CHARACTERS).toBe(300)
    expect(snippet.length).toBeLessThanOrEqual(300)
    expect(snippet.length).toBeGreaterThan(250)
    expect(snippet).toContain('the rate limit is set here')
    expect(snippet.startsWith('…')).toBe(true)
    expect(snippet.endsWith('…')).toBe(true)
  })

  it('D-05 many different terms beat one term often', () => {
    const text = `rate rate rate rate ${filler} rate limit per minute ${filler}`
    expect(snippetOf(text, ['rate', 'limit', 'minute'])).toContain('rate limit per minute')
  })

  it('D-05 without a match it is the beginning', () => {
    expect(snippetOf(filler, ['zebra']).startsWith('lorem ipsum')).toBe(true)
    expect(snippetOf(filler, []).startsWith('lorem ipsum')).toBe(true)
  })

  it('D-05 terms may hold any sign', () => {
    const text = `${filler} uses c++ (and a-b/c) ${filler}`
    expect(snippetOf(text, ['c++', '(and', 'a-b/c'])).toContain('c++ (and a-b/c)')
  })

  it('D-05 unspaced scripts are found and cut between characters', () => {
    const text = `${'无关的内容'.repeat(80)}数据库连接${'其他文字'.repeat(80)}`
    const snippet = snippetOf(text, ['数据', '据库'], 40)
    expect(snippet).toContain('数据库')
    expect(snippet.length).toBeLessThanOrEqual(40)
  })

  it('D-05 never longer than asked, made of the text, whole characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('😀', ' ', 'term', '数'), fc.string({ maxLength: 5 }))),
        fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
        fc.integer({ min: 0, max: 60 }),
        (pieces, terms, max) => {
          const text = pieces.join('')
          const snippet = snippetOf(text, [...terms, 'term'], max)
          expect(snippet.length).toBeLessThanOrEqual(Math.max(max, 0))
          expect(snippet).not.toMatch(/\p{Surrogate}/u)
          const shown = snippet.replace(/^…|…$/g, '')
          expect(text.replace(/\s+/g, ' ')).toContain(shown)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('D-05 any terms are taken, however long and many', () => {
    const text = `${'Some words here. '.repeat(100)}The needle. ${'More words. '.repeat(100)}`
    const many = Array.from({ length: 20_000 }, (_, at) => `term${at}`)
    expect(snippetOf(text, ['needle', 'a'.repeat(100_000)])).toContain('needle')
    expect(snippetOf(text, many).length).toBeLessThanOrEqual(300)
  })
})
