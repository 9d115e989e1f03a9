import { describe, expect, it } from 'vitest'
import type { Unit } from '../../src/search/corpus.ts'
import { type Fusion, type RankInput, rankByTokens, ranking } from '../../src/search/rank.ts'
import { RecallSettings } from '../../src/search/settings.ts'
import { FITTED } from '../../src/search/weights.ts'
import { NO_TOPICS } from '../../src/text/trade-topics.ts'

const settings = RecallSettings.parse({})

function unit(key: number): Unit {
  return {
    key,
    id: `unit-${key}`,
    text: `text ${key}`,
    head: '',
    speaker: null,
    role: null,
    session: null,
    at: '2026-01-01T00:00:00.000Z',
    isRule: false,
    archived: false,
    supersededBy: null,
    standing: null,
  }
}

/** By words 1, 2, 3; by meaning 3, 1, and 2 far behind. */
function input(fusion: Fusion, change: Partial<RankInput> = {}): RankInput {
  const said = (of: number, score: number) => ({
    unit: of,
    start: 0,
    end: 6,
    score,
    coverage: score / 10,
    overlap: 1,
  })
  const meant = (of: number, cosine: number) => ({ unit: of, start: 0, end: 6, cosine })
  return {
    query: 'what was asked',
    strategy: 'auto',
    fusion,
    semanticWeight: 0.4,
    words: 1,
    byWords: true,
    byMeaning: true,
    pointed: { noSpeaker: true },
    topics: NO_TOPICS,
    clearCosine: 0,
    named: false,
    units: [1, 2, 3].map(unit),
    text: [said(1, 10), said(2, 8), said(3, 4)],
    context: [],
    meaning: [meant(3, 0.8), meant(1, 0.6), meant(2, 0.2)],
    ...change,
  }
}

function scores(fusion: Fusion, change: Partial<RankInput> = {}): [number, number][] {
  return ranking(settings, input(fusion, change)).hits.map((hit) => [hit.unit.key, hit.score])
}

describe('meaning', () => {
  it.each([
    [0.8, 0.55, [1, 0.5]],
    [0.22, 0.55, [0.4, 0.2]],
    [0.22, 0, [1, 0.5]],
  ])(
    'M-30 the nearest at %d, clear from %d on, counts as much as it is near',
    (best, clearCosine, expected) => {
      const meaning = [1, 2].map((of) => ({ unit: of, start: 0, end: 6, cosine: best / of }))
      const { hits } = ranking(settings, input('parts', { meaning, clearCosine }))
      const values = [1, 2].map((key) => {
        const hit = hits.find(({ unit: { key: own } }) => own === key)
        return hit?.parts.find(({ name }) => name === 'meaning')?.value
      })
      expect(values).toEqual(expected.map((value) => expect.closeTo(value, 6)))
    },
  )
})

describe('fusion', () => {
  it('D-04 rrf adds 1/(60 + rank) of each source', () => {
    expect(scores('rrf')).toEqual([
      [1, expect.closeTo(1 / 61 + 1 / 62, 12)],
      [3, expect.closeTo(1 / 63 + 1 / 61, 12)],
      [2, expect.closeTo(1 / 62 + 1 / 63, 12)],
    ])
  })

  it('D-04 blend gives meaning its share, each source against its best', () => {
    expect(scores('blend')).toEqual([
      [1, expect.closeTo(0.6 * 1 + 0.4 * (0.6 / 0.8), 12)],
      [3, expect.closeTo(0.6 * 0.4 + 0.4 * 1, 12)],
      [2, expect.closeTo(0.6 * 0.8 + 0.4 * (0.2 / 0.8), 12)],
    ])
    expect(scores('blend', { semanticWeight: 1 })[0]?.[0]).toBe(3)
  })

  it('M-30 a text of no session does not stand behind its equal in a session', () => {
    const units = [unit(1), { ...unit(2), session: 'session' }]
    const meaning = [1, 2].map((of) => ({ unit: of, start: 0, end: 6, cosine: 0.8 }))
    const tokens = new Map([
      [1, { match: 0.5, window: null }],
      [2, { match: 0.5, window: 0.5 }],
      [3, { match: 0.1, window: 0.1 }],
    ])
    const given = input('parts', { units, meaning, text: [] })
    const { hits } = rankByTokens(settings, given, ranking(settings, given).hits, tokens)
    expect(hits.map(({ score }) => score)).toEqual([hits[0]?.score, hits[0]?.score])
  })

  it('D-04 parts adds every part by its weight, and says so', () => {
    const { hits } = ranking(settings, input('parts'))
    for (const { score, parts } of hits) {
      expect(score).toBeCloseTo(
        parts.reduce((sum, { value, weight }) => sum + value * weight, 0),
        12,
      )
    }
    expect(hits[0]?.parts.find(({ name }) => name === 'meaning')?.weight).toBe(
      FITTED.meaning.meaning,
    )
  })

  it('D-04 with words alone there is nothing to fuse', () => {
    const alone = { byMeaning: false, meaning: [] }
    expect(scores('rrf', alone)).toEqual(scores('parts', alone))
    expect(scores('blend', alone)).toEqual(scores('parts', alone))
  })

  it('M-30 of rules that read alike the one about the very subject comes first', () => {
    const rule = (key: number, text: string): Unit => ({ ...unit(key), text, isRule: true })
    const units = [
      rule(1, "End all your function names with '_a'."),
      rule(2, "Going forward, end all function argument names with '_b'."),
    ]
    const found = (of: number) => ({ unit: of, start: 0, end: 9, coverage: 1, overlap: 2 })
    const given = input('parts', {
      query: 'what is the current rule for function names',
      words: 2,
      units,
      text: units.map(({ key }) => ({ ...found(key), score: 4 })),
      meaning: [
        { unit: 2, start: 0, end: 9, cosine: 0.62 },
        { unit: 1, start: 0, end: 9, cosine: 0.56 },
      ],
    })
    const tokens = new Map([
      [1, { match: 0.45, window: null }],
      [2, { match: 0.46, window: null }],
      [3, { match: 0.3, window: null }],
    ])
    const { hits } = rankByTokens(settings, given, ranking(settings, given).hits, tokens)
    expect(hits.map(({ unit: { key } }) => key)).toEqual([1, 2])
  })
})
