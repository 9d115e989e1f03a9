import { describe, expect, it } from 'vitest'
import {
  jaccard,
  NearDuplicateSettings,
  titledTokens,
  weightedTokenJaccard,
} from '../../src/text/jaccard.ts'
import { fc } from '../support/property.ts'

type Titled = Parameters<typeof titledTokens>[0]
const settings = NearDuplicateSettings.parse({})
const weightedJaccard = (a: Titled, b: Titled) =>
  weightedTokenJaccard(settings, titledTokens(a), titledTokens(b))
const untitled = (content: string) => ({ title: content, content })
const sets = fc.array(fc.stringMatching(/^[a-d]$/)).map((list) => new Set(list))

describe('similarity of memories', () => {
  it.each([
    { a: 'API rate limit is 100/min', b: 'API rate limit is 200/min', score: 0.71 },
    {
      a: 'Use tabs for indentation in Go',
      b: 'Do not use tabs for indentation in Go',
      score: 0.75,
    },
  ])('B-03 "$a" against "$b" scores $score', ({ a, b, score }) => {
    expect(weightedJaccard(untitled(a), untitled(b))).toBeCloseTo(score, 2)
  })

  it('B-03 the title counts 60 %, the content 40 %', () => {
    const a = { title: 'rate limit', content: 'one two' }
    expect(weightedJaccard(a, { ...a, content: 'three four' })).toBeCloseTo(0.6)
    expect(weightedJaccard(a, { ...a, title: 'other words' })).toBeCloseTo(0.4)
  })

  it('B-03 I-08 a new memory is one we have from .65, the cleanup removes from .75', () => {
    expect(settings).toMatchObject({ threshold: 0.65, cleanupThreshold: 0.75 })
  })

  it('B-03 without titles the content decides alone', () => {
    const a = { title: '', content: 'one two' }
    expect(weightedJaccard(a, a)).toBe(1)
  })

  it('B-03 half of three shared tokens', () => {
    expect(jaccard(new Set(['a', 'b']), new Set(['b', 'c']))).toBeCloseTo(1 / 3)
  })

  it('B-03 nothing is not like nothing', () => {
    expect(jaccard(new Set(), new Set())).toBe(0)
  })

  it('B-03 is symmetric, within 0 and 1, and 1 only for equal sets', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const score = jaccard(a, b)
        expect(score).toBe(jaccard(b, a))
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        const equal = a.size > 0 && a.size === b.size && [...a].every((token) => b.has(token))
        expect(score === 1).toBe(equal)
      }),
    )
  })

  it('B-03, I-08 the cleanup is stricter than the write', () => {
    expect(settings).toMatchObject({ threshold: 0.65, cleanupThreshold: 0.75 })
  })
})
