import { describe, expect, it } from 'vitest'
import { SYNONYM_GROUPS, SynonymSettings, synonymsOf } from '../../src/text/synonyms.ts'

const settings = SynonymSettings.parse({})

describe('synonyms', () => {
  it('D-02 there are at least twenty groups, and a synonym weighs half', () => {
    expect(SYNONYM_GROUPS.length).toBeGreaterThanOrEqual(20)
    expect(settings.weight).toBe(0.5)
  })

  it.each([
    ['test', 'mock'],
    ['db', 'database'],
    ['Deploying', 'ship'],
    ['login', 'auth'],
    ['folder', 'directory'],
    ['k8s', 'kubernetes'],
  ])('D-02 %s may be said as %s', (term, synonym) => {
    expect(synonymsOf(settings, term)).toContain(synonym)
  })

  it('D-02 a word in two groups has the words of both', () => {
    expect(synonymsOf(settings, 'error')).toEqual(expect.arrayContaining(['bug', 'exception']))
  })

  it('D-02 a word nobody grouped has none', () => {
    expect(synonymsOf(settings, 'zebra')).toEqual([])
    expect(synonymsOf(settings, 'constructor')).toEqual([])
  })

  it('D-02 users add groups', () => {
    const own = SynonymSettings.parse({ groups: [['ledger', 'Kassenbuch'], ['db', 'store'], ['']] })
    expect(synonymsOf(own, 'kassenbuch')).toEqual(['ledger'])
    expect(synonymsOf(own, 'db')).toEqual(expect.arrayContaining(['database', 'store']))
    expect(synonymsOf(settings, 'ledger')).toEqual([])
  })

  it('D-02 goes both ways and never to the word itself', () => {
    for (const group of SYNONYM_GROUPS) {
      expect(new Set(group).size).toBe(group.length)
      for (const word of group) {
        const others = synonymsOf(settings, word)
        expect(others).not.toContain(word)
        for (const other of others) {
          expect(synonymsOf(settings, other).length).toBeGreaterThan(0)
        }
      }
    }
  })
})
