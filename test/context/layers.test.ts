import { describe, expect, it } from 'vitest'
import {
  isBelieved,
  layerBScore,
  layerOf,
  procedureOrder,
  standingOrder,
} from '../../src/context/layers.ts'
import { allocate } from '../../src/context/temporal.ts'
import { fc } from '../support/property.ts'
import { candidate, composed, memory, NOW, settings, somewhere } from './fixtures.ts'

it.each([
  { change: { type: 'policy' }, layer: 'A' },
  { change: { type: 'architecture' }, layer: 'A' },
  { change: { type: 'preference' }, layer: 'B' },
  { change: { type: 'preference', priority: 'high' }, layer: 'A' },
  { change: { type: 'policy', priority: 'low' }, layer: 'B' },
  { change: { type: 'correction' }, layer: 'B' },
  { change: { type: 'workflow' }, layer: 'C' },
  { change: { type: 'skill' }, layer: 'C' },
  { change: { type: 'own-label' }, layer: 'B' },
] as const)('H-02 $change is of layer $layer', ({ change, layer }) => {
  expect(layerOf(memory(1, change))).toBe(layer)
})

it('H-02 layer A puts critical before high, then what the author found important', () => {
  const all = [
    memory(1, { type: 'architecture' }),
    memory(2, { type: 'policy', importance: 0.2 }),
    memory(3, { type: 'policy', importance: 0.9 }),
    memory(4, { type: 'fact' }),
  ]
  expect(standingOrder(all).map((one) => one.content.at(-2))).toEqual(['3', '2', '1'])
})

it('H-05 a person’s rules come first, whatever an agent claims for its own', () => {
  const claims = { importance: 1, priority: 'critical', confidence: 1, origin: 'agent' } as const
  const all = [
    memory(1, { type: 'policy', ...claims }),
    memory(2, { type: 'preference', ...claims }),
    memory(3, { type: 'policy', ...claims, validated: true }),
    memory(4, { type: 'policy', ...claims, importance: 0.9 }),
    memory(5, { type: 'architecture', importance: 0.1 }),
  ]
  // The second is of layer B: its type is not raised. The first counts as important as the fourth.
  expect(standingOrder(all).map((one) => one.content.at(-2))).toEqual(['3', '5', '1', '4'])
})

describe('H-02 layer B', () => {
  it.each([
    // fact 0.5 × 2^(−90/90) × (1+0)
    { why: 'halves in 90 days', change: { ageDays: 90 }, match: 1, total: 0.25 },
    {
      why: 'is reinforced',
      change: { ageDays: 90, strength: 2 },
      match: 1,
      total: 0.25 * (1 + Math.log(3)),
    },
    { why: 'follows the match', change: { ageDays: 90 }, match: 0.4, total: 0.1 },
    // 1 + 0.5·e^(−24/24)
    {
      why: 'I-04 is lifted by use a day ago',
      change: { ageDays: 90, lastAccessedAt: '2026-03-09T12:00:00.000Z' },
      match: 1,
      total: 0.25 * (1 + 0.5 * Math.exp(-1)),
    },
    {
      why: 'A-16 is lifted by its season',
      change: { ageDays: 90, season: 'Release Week' },
      match: 1,
      total: 0.25 * 1.25,
    },
    {
      why: 'K-08 sinks once it was shown ten times for nothing',
      change: { ageDays: 90, injectedCount: 10 },
      match: 1,
      total: 0.125,
    },
    {
      why: 'K-08 stays up if it was used',
      change: { ageDays: 90, injectedCount: 10, accessCount: 1 },
      match: 1,
      total: 0.25,
    },
  ])('$why', ({ change, match, total }) => {
    const situation = { ...somewhere, seasons: ['release-week'] }
    const score = layerBScore(settings, situation, candidate(memory(1, change), { match }))
    expect(score.total).toBeCloseTo(total, 10)
    expect(Object.values(score.parts).reduce((a, b) => a * b)).toBeCloseTo(score.total, 10)
  })

  it('H-11 what the current episode made comes before what the last one made', () => {
    const situation = { ...somewhere, episodeSince: '2026-03-10T11:00:00.000Z' }
    const score = (ageDays: number, madeIn: string) =>
      layerBScore(settings, situation, candidate(memory(1, { ageDays, madeIn }))).parts.episode
    expect(score(0.01, 'session-1')).toBe(1.25)
    expect(score(0.01, 'session-2')).toBe(1)
    expect(score(1, 'session-1')).toBe(1)
  })

  it('I-03 what was only inferred falls silent, what the user said does not', () => {
    const old = { ageDays: 60, source: 'inferred', origin: 'agent' } as const
    expect(isBelieved(settings, somewhere, memory(1, old))).toBe(false)
    expect(isBelieved(settings, somewhere, memory(1, { ...old, validated: true }))).toBe(true)
    expect(isBelieved(settings, somewhere, memory(1, { ageDays: 600 }))).toBe(true)
  })
})

it('H-02 layer C: three procedures, proven ones first', () => {
  const procedure = (number: number, successes: number, failures: number, match: number) =>
    candidate(
      memory(number, {
        type: 'procedure',
        name: `procedure-${number}`,
        procedure: {
          trigger: '',
          steps: ['go'],
          prerequisites: [],
          warnings: [],
          successes,
          failures,
        },
      }),
      { match },
    )
  const all = [
    procedure(1, 0, 0, 1),
    procedure(2, 1, 9, 0.5),
    procedure(3, 5, 0, 0.9),
    procedure(4, 9, 1, 0.5),
    procedure(5, 9, 0, 0.1),
  ]
  expect(procedureOrder(all).map((one) => one.memory.name)).toEqual(
    [3, 4, 2, 5, 1].map((number) => `procedure-${number}`),
  )
  const { decisions } = composed({ procedures: all })
  const outcomes = decisions.map((one) => [one.name, one.outcome === 'in' ? 'in' : one.rule])
  expect(Object.fromEntries(outcomes)).toEqual({
    'procedure-3': 'in',
    'procedure-4': 'in',
    'procedure-2': 'in',
    'procedure-1': 'beyond-places',
    'procedure-5': 'no-match',
  })
})

describe('G-07 allocation', () => {
  const places = settings.context.allocation
  const scaleOf = (one: string) =>
    one.startsWith('i')
      ? 'immediate'
      : one.startsWith('t')
        ? 'task'
        : one.startsWith('s')
          ? 'session'
          : null
  it.each([
    {
      ranked: ['p1', 'p2', 'p3', 'i1', 'i2', 't1', 't2', 's1'],
      chosen: ['p1', 'i1', 't1', 't2', 's1'],
    },
    { ranked: ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'], chosen: ['p1', 'p2', 'p3', 'p4', 'p5'] },
    { ranked: ['p1', 'p2', 'p3', 'p4', 't1', 't2', 't3'], chosen: ['p1', 'p2', 'p3', 't1', 't2'] },
    { ranked: [], chosen: [] },
  ])('of $ranked takes $chosen', ({ ranked, chosen }) => {
    expect(allocate(places, 5, ranked, scaleOf)).toEqual(chosen)
  })

  it('H-03 the best is always among them and no place stays empty', () => {
    const ranked = fc.uniqueArray(fc.stringMatching(/^[itsp]\d$/))
    fc.assert(
      fc.property(ranked, fc.nat(7), (all, count) => {
        const chosen = allocate(places, count, all, scaleOf)
        expect(chosen).toHaveLength(Math.min(count, all.length))
        if (chosen.length > 0) expect(chosen[0]).toBe(all[0])
      }),
    )
  })
})

it('H-08 what layer A shows is not repeated in the tail', () => {
  const policy = memory(1, { type: 'policy', content: 'canary rule' })
  const { text } = composed({ standing: [policy], recalled: [candidate(policy)] })
  expect(text.match(/canary/g)).toHaveLength(1)
  const { text: tail } = composed(
    { standing: [policy], recalled: [candidate(policy)] },
    { part: 'tail' },
  )
  expect(tail).toBe('')
})

it('H-09 what a judge found beside the point stays out', () => {
  const { decisions } = composed({
    recalled: [
      candidate(memory(1), { relevant: false }),
      candidate(memory(3, { ageDays: 0, lastAccessedAt: NOW })),
    ],
  })
  expect(decisions.map((one) => (one.outcome === 'in' ? 'in' : one.rule))).toEqual([
    'judged-irrelevant',
    'in',
  ])
})

it('M-32 what the gate let through is not kept out by its age, only ordered by it', () => {
  const { decisions } = composed({
    recalled: [
      candidate(memory(1, { ageDays: 1200, lastAccessedAt: null })),
      candidate(memory(2, { ageDays: 1 })),
    ],
  })
  expect(decisions.map((one) => [one.name, one.outcome])).toEqual([
    ['memory-2', 'in'],
    ['memory-1', 'in'],
  ])
})
