import { expect, it } from 'vitest'
import { chooseUnits, givingWay, withClosingReply } from '../../src/context/evidence/choose.ts'
import type { EvidenceUnit, ScoredUnit } from '../../src/context/evidence/unit.ts'

function quotesOf(units: readonly ScoredUnit[], replies: readonly ScoredUnit[]) {
  const chosen = chooseUnits(units)
  return chosen && withClosingReply(chosen, replies).quotes
}

function scored(score: number, unit: Partial<EvidenceUnit>): ScoredUnit {
  const { kind = 'session', source = 's1', turn = 0 } = unit
  return {
    unit: {
      ...{ kind, source, turn, message: `${source}-${turn}`, role: 'user' },
      ...{ at: '2026-01-05T10:00:00.000Z', text: 'a text of five words', start: 0, end: 20 },
      ...unit,
    },
    measured: { words: 0, meaning: null, surroundings: 0 },
    parts: { words: 0, meaning: 0, surroundings: 0, prior: 0, source: 0 },
    score,
  }
}

it('M-34 the reply that closes a matter follows all that is quoted of it', () => {
  const asked = scored(1.5, { turn: 0 })
  const settled = scored(1.3, { turn: 2 })
  const early = scored(1.4, { turn: 1, role: 'assistant' })
  const closing = scored(0.9, { turn: 3, role: 'assistant' })
  expect(quotesOf([asked, settled], [early, closing])).toEqual([asked, settled, closing])
})

it('M-34 a reply in between is better than none', () => {
  const asked = scored(1.5, { turn: 0 })
  const settled = scored(1.3, { turn: 2 })
  const early = scored(1.4, { turn: 1, role: 'assistant' })
  const weak = scored(0.7, { turn: 3, role: 'assistant' })
  expect(quotesOf([asked, settled], [early, weak])).toEqual([asked, settled, early])
})

it.each([
  { kind: 'session', share: 0.81, beside: 2 },
  { kind: 'session', share: 0.79, beside: 1 },
  { kind: 'memory', share: 0.76, beside: 2 },
  { kind: 'memory', share: 0.74, beside: 1 },
  { kind: 'commit', share: 0.91, beside: 2 },
  { kind: 'commit', share: 0.89, beside: 1 },
] as const)(
  'M-31 beside a leading $kind another source needs its share: $share gives $beside',
  ({ kind, share, beside }) => {
    const lead = scored(2, { kind, source: 'a' })
    const other = scored(2 * share, { kind, source: 'b' })
    expect(quotesOf([lead, other], [])).toHaveLength(beside)
  },
)

it('M-31 two sources that are nearly as good are both heard before one is heard twice', () => {
  const lead = scored(1, { source: 'a', turn: 2 })
  const again = scored(0.95, { source: 'a', turn: 4 })
  const rival = scored(0.85, { source: 'b' })
  const closing = scored(0.6, { source: 'a', turn: 5, role: 'assistant' })
  expect(quotesOf([lead, again, rival], [closing])).toEqual([lead, rival, closing])
  const weaker = scored(0.7, { source: 'b' })
  expect(quotesOf([lead, again, weaker], [])).toEqual([lead, again])
})

it('M-31 what came up again gives way to the later talk, which is said once', () => {
  const lead = scored(2, { source: 'a' })
  const older = scored(1.9, { source: 'b' })
  const alike = scored(1.8, { source: 'c' })
  const later = scored(1.2, { source: 'd' })
  const chosen = { lead, quotes: [lead, older, alike] }
  const laterOf = new Map([
    [older, later],
    [alike, later],
  ])
  expect(givingWay(chosen, laterOf)).toEqual({ lead, quotes: [lead, later] })
  expect(givingWay(chosen, new Map())).toEqual(chosen)
})

it.each(['Ok.', 'Noted, thanks.', '好的。'])(
  'M-34 what says nothing is not quoted beside the lead: %s',
  (text) => {
    const lead = scored(1.5, { turn: 0 })
    const end = text.length
    const other = scored(1.4, { turn: 1, text, end })
    const reply = scored(1.3, { turn: 2, role: 'assistant', text, end })
    expect(quotesOf([lead, other], [reply])).toEqual([lead])
  },
)

it('M-34 a short sentence without gaps between its words says something', () => {
  const text = '金额一律用整数分保存'
  const lead = scored(1.5, { turn: 0 })
  const reply = scored(1.3, { turn: 2, role: 'assistant', text, end: text.length })
  expect(quotesOf([lead], [reply])).toEqual([lead, reply])
})
