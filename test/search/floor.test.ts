import { describe, expect, it } from 'vitest'
import { FloorSettings, isWeak, relevanceOf, sharesAnything } from '../../src/search/floor.ts'

const settings = FloorSettings.parse({})

describe('the floor', () => {
  it.each([
    { why: 'a paraphrase shares no word', cosine: 0.38, coverage: 0, weak: false },
    { why: 'a little less near, without a word', cosine: 0.37, coverage: 0, weak: true },
    { why: 'half near and half the words', cosine: 0.3, coverage: 0.3, weak: false },
    { why: 'below the line of both', cosine: 0.25, coverage: 0.3, weak: true },
    { why: 'words alone, enough of them', cosine: null, coverage: 0.19, weak: false },
    { why: 'words alone, too few', cosine: null, coverage: 0.18, weak: true },
  ])('M-30 $why: weak $weak', ({ cosine, coverage, weak }) => {
    expect(isWeak(settings, { cosine, coverage })).toBe(weak)
  })

  it('M-30 relevance is half meaning and half words, or whichever was asked', () => {
    expect(relevanceOf(settings, { cosine: 0.4, coverage: 0.2 })).toBeCloseTo(0.3)
    expect(relevanceOf(settings, { cosine: -0.4, coverage: 0.2 })).toBeCloseTo(0.1)
    expect(relevanceOf(settings, { cosine: 0.4, coverage: null })).toBe(0.4)
    expect(relevanceOf(settings, { cosine: null, coverage: null })).toBe(0)
  })

  it('M-30 a word, or more meaning than any two texts have in common', () => {
    expect(sharesAnything({ cosine: null, coverage: 0.01 })).toBe(true)
    expect(sharesAnything({ cosine: 0.1, coverage: 0 })).toBe(true)
    expect(sharesAnything({ cosine: 0.09, coverage: 0 })).toBe(false)
  })
})
