import { describe, expect, it } from 'vitest'
import { chooseUnits } from '../../src/context/evidence/choose.ts'
import { type GateFeatures, gateFor, judgeEvidence } from '../../src/context/evidence/gate.ts'
import { GATE_TABLE } from '../../src/context/evidence/gate-table.ts'
import { ledgerPrior } from '../../src/context/evidence/prior.ts'
import { EvidenceSettings } from '../../src/context/evidence/settings.ts'
import { chooseQuotes, judgeMemories, thresholdFor } from '../../src/context/evidence/speak.ts'
import {
  type EvidenceUnit,
  type ScoredUnit,
  scoreSource,
  withSource,
} from '../../src/context/evidence/unit.ts'

const settings = EvidenceSettings.parse({})

function unit(score: number, change: Partial<EvidenceUnit> = {}): ScoredUnit {
  const source = change.source ?? 's-1'
  return {
    unit: {
      kind: 'session',
      source,
      message: `${source}-${score}`,
      role: 'user',
      at: '2026-01-01T00:00:00.000Z',
      text: 'a text of five words',
      start: 0,
      end: 20,
      turn: 1,
      ...change,
    },
    measured: { words: 0, meaning: null, surroundings: 0 },
    parts: { words: score, meaning: 0, surroundings: 0, prior: 0, source: 0 },
    score,
  }
}

const withProbability = (probability: number) => ({ gate: 'said', probability, parts: {} }) as const

describe('the gate', () => {
  it('M-32 is the logistic function of the table’s sum', () => {
    const features: GateFeatures = {
      nearness: 0.4,
      meaning: null,
      prominence: 2,
      known: 1,
      strange: 0,
      length: 2,
      shared: 3,
      covered: 0.5,
      margin: 0.5,
    }
    const { bias, weights } = GATE_TABLE.gates.said
    const z = bias + weights.nearness * 0.4 + weights.prominence * 2 + weights.margin * 0.5
    expect(judgeEvidence('said', features).probability).toBeCloseTo(1 / (1 + Math.exp(-z)), 12)
    const { bias: bare } = GATE_TABLE.gates.given
    const none = Object.fromEntries(Object.keys(features).map((name) => [name, 0]))
    const nothing = judgeEvidence('given', none as unknown as GateFeatures)
    expect(nothing.probability).toBeCloseTo(1 / (1 + Math.exp(-bare)), 12)
    expect(nothing.probability).toBeLessThan(thresholdFor(settings, { asked: 0, quoted: [] }))
  })

  it('M-32 without vectors another row of the table judges', () => {
    expect(gateFor('said', true)).toBe('said')
    expect(gateFor('overheard', true)).toBe('overheard')
    expect(gateFor('said', false)).toBe('saidByWords')
    expect(gateFor('given', false)).toBe('givenByWords')
    expect(gateFor('overheard', false)).toBe('givenByWords')
  })
})

describe('what is brought up', () => {
  const first = { asked: 0, quoted: [] }
  const later = { asked: 1, quoted: [] }
  const chosen = { lead: unit(1), quotes: [unit(1)] }

  it('M-32 by default .4 at the first prompt of a session and .65 after it', () => {
    const said = (probability: number, so: typeof first) =>
      chooseQuotes(settings, so, { chosen, verdict: withProbability(probability) })
    expect(said(0.4, first)).toBe(chosen)
    expect(said(0.39, first)).toBeNull()
    expect(said(0.65, later)).toBe(chosen)
    expect(said(0.64, later)).toBeNull()
    expect(chooseQuotes(settings, first, null)).toBeNull()
  })

  it('M-32 a source is quoted once in a session', () => {
    const so = { asked: 3, quoted: ['session:s-1'] }
    expect(chooseQuotes(settings, so, { chosen, verdict: withProbability(1) })).toBeNull()
  })

  it('M-32 a memory is held to the same, and to be nearly as good as the best', () => {
    const memory = (source: string, match: number, probability: number) => ({
      unit: unit(match, { kind: 'memory', source }),
      match,
      verdict: withProbability(probability),
    })
    const given = [
      memory('weak', 1, 0.39),
      memory('best', 1, 0.9),
      memory('far', 0.81, 0.8),
      memory('near', 0.83, 0.7),
      memory('known', 1, 0.95),
    ]
    const fates = judgeMemories(settings, { asked: 0, quoted: ['known'] }, given).map((each) => [
      each.given.unit.unit.source,
      each.out?.rule ?? 'shown',
    ])
    expect(fates).toEqual([
      ['known', 'already-surfaced'],
      ['best', 'shown'],
      ['weak', 'below-threshold'],
      ['near', 'shown'],
      ['far', 'below-best'],
    ])
  })

  it('M-31 another source is quoted beside the lead only from four fifths of its score', () => {
    const quotedFrom = (...units: ScoredUnit[]) =>
      chooseUnits(units)?.quotes.map((each) => each.unit.message)
    const lead = unit(1)
    expect(quotedFrom(unit(0.79, { source: 's-2' }), lead)).toEqual(['s-1-1'])
    expect(quotedFrom(unit(0.8, { source: 's-2' }), lead)).toEqual(['s-1-1', 's-2-0.8'])
    expect(quotedFrom(unit(0.6), lead)).toEqual(['s-1-1', 's-1-0.6'])
    expect(quotedFrom(unit(0.59), lead)).toEqual(['s-1-1'])
    expect(quotedFrom(lead, unit(0.9), unit(0.8), unit(0.7), unit(0.65))).toHaveLength(4)
  })
})

describe('the source of a unit', () => {
  it('M-31 counts by its best stretch and its three nearest units', () => {
    const session = { stretch: 0.4, meanings: [0.6, 0.5, 0.4, 0.3], isWhole: false }
    expect(scoreSource(session)).toBeCloseTo(0.9)
    expect(scoreSource({ ...session, meanings: [0.6] })).toBeCloseTo(0.6)
  })

  it('M-31 a commit is all of its source', () => {
    expect(scoreSource({ stretch: 0.4, meanings: [0.6], isWhole: true })).toBeCloseTo(1)
  })

  it('M-31 a talk leads before a sentence that resembles the prompt by chance', () => {
    const alone = withSource(unit(1.2, { source: 's-alone' }), 0.3)
    const talk = withSource(unit(1.1, { source: 's-talk' }), 0.9)
    expect(chooseUnits([alone, talk])?.lead).toBe(talk)
    expect(withSource(talk, 0.9).score).toBeCloseTo(2)
  })
})

describe('the ledger', () => {
  it.each([
    { why: 'never shown', shown: 0, used: 5, prior: 0 },
    { why: 'shown as often as is to be expected', shown: 4, used: 1, prior: 0 },
    { why: 'shown eight times for nothing: ln(1/3)', shown: 8, used: 0, prior: -1.0986 },
    { why: 'used both times: ln(3/1.5), no more than a half', shown: 2, used: 2, prior: 0.5 },
    { why: 'used more often than shown', shown: 1, used: 40, prior: 0.47 },
    { why: 'ignored for ever', shown: 900, used: 0, prior: -1.5 },
  ])('M-32 moves a memory’s own prior: $why', ({ shown, used, prior }) => {
    expect(ledgerPrior({ injectedCount: shown, accessCount: used })).toBeCloseTo(prior, 2)
  })

  it.each([
    { why: 'one no: ln(1/2)', yes: 0, no: 1, prior: -Math.LN2 },
    { why: 'one yes: ln(2/1.25)', yes: 1, no: 0, prior: 0.47 },
    { why: 'a yes and a no: ln(2/2.25)', yes: 1, no: 1, prior: -0.1178 },
    { why: 'no for ever', yes: 0, no: 90, prior: -1.5 },
  ])('M-38 what a model says of a memory moves its prior: $why', ({ yes, no, prior }) => {
    expect(ledgerPrior({ injectedCount: 0, accessCount: 0 }, { yes, no })).toBeCloseTo(prior, 2)
  })
})
