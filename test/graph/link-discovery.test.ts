import { describe, expect, it } from 'vitest'
import {
  coRelevanceWeight,
  coRelevantPairs,
  discoveredLinks,
  inferredCommonTag,
  LinkDiscoverySettings,
  pairKey,
  TagInferenceSettings,
} from '../../src/graph/link-discovery.ts'
import { fc } from '../support/property.ts'

const settings = LinkDiscoverySettings.parse({})

describe('E-05 links from co-relevance', () => {
  it('pairs what was relevant together, the smaller id first', () => {
    expect(coRelevantPairs(settings, ['c', 'a', 'b', 'a']).map(pairKey)).toEqual([
      'a b',
      'a c',
      'b c',
    ])
    expect(coRelevantPairs(settings, ['a'])).toEqual([])
    expect(coRelevantPairs(settings, ['f', 'e', 'd', 'c', 'b', 'a'])).toHaveLength(10) // best five
  })

  it('the weight goes a fifth of the way to 1 each time', () => {
    expect(coRelevanceWeight(settings, 1)).toBeCloseTo(0.2, 10)
    expect(coRelevanceWeight(settings, 2)).toBeCloseTo(0.36, 10)
    expect(coRelevanceWeight(settings, 10)).toBeCloseTo(0.8926, 4)
  })

  it('once is chance, twice is a link, and a link only grows', () => {
    const counted = [
      { a: 'a', b: 'b', times: 1 },
      { a: 'a', b: 'c', times: 2 },
      { a: 'b', b: 'c', times: 3 },
      { a: 'b', b: 'd', times: 3 },
    ]
    const linked = new Map([
      ['b c', 0.36],
      ['b d', 0.9],
    ])
    const links = discoveredLinks(settings, counted, linked)
    expect(
      links.map((link) => [pairKey(link), Number(link.weight.toFixed(3)), link.isNew]),
    ).toEqual([
      ['a c', 0.36, true],
      ['b c', 0.488, false],
    ])
    const after = new Map([
      ...linked,
      ...links.map((link) => [pairKey(link), link.weight] as const),
    ])
    expect(discoveredLinks(settings, counted, after)).toEqual([])
  })

  it('weights stay in 0 to 1 and never fall', () => {
    fc.assert(
      fc.property(fc.nat(200), (times) => {
        const weight = coRelevanceWeight(settings, times)
        expect(weight).toBeGreaterThanOrEqual(0)
        expect(weight).toBeLessThanOrEqual(1)
        expect(coRelevanceWeight(settings, times + 1)).toBeGreaterThanOrEqual(weight)
      }),
    )
  })
})

describe('I-10 a tag for what shares a context', () => {
  const figures = TagInferenceSettings.parse({})
  const memories = [
    { id: '1', tags: ['api'], text: 'The webhook of stripe retries for three days' },
    { id: '2', tags: [], text: 'Stripe webhooks are verified by their signature' },
    { id: '3', tags: ['billing'], text: 'A webhook that fails is stored; stripe sends it again' },
  ]
  const context = 'why did the stripe webhook fail again'
  const rare = (word: string) => (word === 'stripe' ? 0.05 : 0.1)

  it('is the rarest word that all of them hold', () => {
    expect(inferredCommonTag(figures, { context, memories }, rare)).toBe('stripe')
  })
  it('is none where a tag is shared already', () => {
    const tagged = memories.map((memory) => ({ ...memory, tags: [...memory.tags, 'payments'] }))
    expect(inferredCommonTag(figures, { context, memories: tagged }, rare)).toBeNull()
  })
  it('is none where every shared word is common', () => {
    expect(inferredCommonTag(figures, { context, memories }, () => 0.5)).toBeNull()
  })
  it('is none for two memories, or for words that only some hold', () => {
    expect(inferredCommonTag(figures, { context, memories: memories.slice(1) }, rare)).toBeNull()
    expect(inferredCommonTag(figures, { context: 'signature of days', memories }, rare)).toBeNull()
  })
})
