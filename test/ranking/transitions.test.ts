import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import { SOURCES, type Source, STATES, type State } from '../../src/memory/memory.ts'
import { RankingSettings } from '../../src/ranking/score.ts'
import { nextState, TransitionSettings } from '../../src/ranking/transitions.ts'
import { fc } from '../support/property.ts'

const settings = { ranking: RankingSettings.parse({}), transitions: TransitionSettings.parse({}) }
const now = '2026-06-01T12:00:00.000Z'

interface Life {
  readonly state: State
  readonly confidence: number
  readonly accessCount: number
  readonly ageDays: number
  /** Null: never used. */
  readonly usedDaysAgo: number | null
  readonly daysInState: number
  readonly validated: boolean
  readonly source: Source
}

const typical: Life = {
  state: 'new',
  confidence: 0.8,
  accessCount: 0,
  ageDays: 10,
  usedDaysAgo: null,
  daysInState: 10,
  validated: false,
  source: 'extracted',
}

function memoryOf(life: Life) {
  return {
    state: life.state,
    confidence: life.confidence,
    accessCount: life.accessCount,
    createdAt: addDays(now, -life.ageDays),
    lastAccessedAt: life.usedDaysAgo === null ? null : addDays(now, -life.usedDaysAgo),
    validated: life.validated,
    provenance: {
      source: life.source,
      origin: 'agent' as const,
      host: null,
      session: null,
      messages: null,
      at: now,
      snippet: null,
      confidenceReason: null,
    },
  }
}

function moveOf(life: Life) {
  const at = { stateSince: addDays(now, -life.daysInState), now }
  return nextState(settings, memoryOf(life), at)
}

/** Confidence, access and recency are chosen so that the score is easy to add up in the head. */
describe('I-02 the moves of the spec', () => {
  it.each<{ why: string; life: Partial<Life>; to: State | null }>([
    // 0.35·0.6 + 0.25·1 + 0.25·1 = 0.71
    {
      why: 'new rises at 0.7 with 3 uses',
      life: { confidence: 1, accessCount: 6, usedDaysAgo: 0 },
      to: 'high',
    },
    // 0.07 + 0.25 + 0.25 + 0.15 = 0.72 with 2 uses
    {
      why: 'new does not rise with 2 uses',
      life: { confidence: 1, accessCount: 2, usedDaysAgo: 0, validated: true },
      to: null,
    },
    // 0.25·0.5 + 0.25·(1−15/90) = 0.333
    {
      why: 'new falls below 0.4 after 14 days',
      life: { confidence: 0.5, ageDays: 15, daysInState: 15 },
      to: 'low',
    },
    {
      why: 'new has its 14 days',
      life: { confidence: 0.1, ageDays: 13, daysInState: 13 },
      to: null,
    },
    // 0.25·0.5 + 0.25·(1−31/90) = 0.289
    {
      why: 'new is removed below 0.3 after 30 days unused',
      life: { confidence: 0.5, ageDays: 31, daysInState: 31 },
      to: 'removed',
    },
    {
      why: 'one use keeps new from being removed',
      life: { confidence: 0, ageDays: 60, daysInState: 60, accessCount: 1, usedDaysAgo: 50 },
      to: 'low',
    },
    // 0.35·0.5 + 0.25·0.8 + 0.25·1 = 0.625
    {
      why: 'low comes back at 0.6 with 5 uses',
      life: { state: 'low', accessCount: 5, usedDaysAgo: 0, ageDays: 100, daysInState: 50 },
      to: 'high',
    },
    {
      why: 'low does not come back with 4 uses',
      life: {
        state: 'low',
        confidence: 1,
        accessCount: 4,
        usedDaysAgo: 0,
        validated: true,
        ageDays: 100,
        daysInState: 50,
      },
      to: null,
    },
    // 0.35·0.1 + 0.25·0.8 + 0 = 0.235
    {
      why: 'low is removed below 0.3 after 30 days low without use',
      life: { state: 'low', accessCount: 1, usedDaysAgo: 100, ageDays: 200, daysInState: 31 },
      to: 'removed',
    },
    {
      why: 'low has its 30 days',
      life: { state: 'low', accessCount: 1, usedDaysAgo: 100, ageDays: 200, daysInState: 29 },
      to: null,
    },
    {
      why: 'a use since it became low keeps it',
      life: {
        state: 'low',
        confidence: 0,
        accessCount: 1,
        usedDaysAgo: 95,
        ageDays: 200,
        daysInState: 96,
      },
      to: null,
    },
    // 0.25·(1−15/90) + 0.15 = 0.358; 0.035 + 0.15 = 0.185; 0.35·0.3 + 0.15 = 0.255
    {
      why: 'new stays new with a person’s yes',
      life: { confidence: 0, ageDays: 15, daysInState: 15, validated: true },
      to: null,
    },
    {
      why: 'low is not removed with a person’s yes',
      life: {
        state: 'low',
        confidence: 0,
        accessCount: 1,
        usedDaysAgo: 100,
        ageDays: 200,
        daysInState: 31,
        validated: true,
      },
      to: null,
    },
    {
      why: 'high stays high with a person’s yes',
      life: {
        state: 'high',
        confidence: 0,
        accessCount: 3,
        usedDaysAgo: 91,
        ageDays: 200,
        daysInState: 150,
        validated: true,
      },
      to: null,
    },
    // 0.35·0.3 + 0.25·0.8 = 0.305
    {
      why: 'high falls below 0.4 when stale for 90 days',
      life: { state: 'high', accessCount: 3, usedDaysAgo: 91, ageDays: 200, daysInState: 150 },
      to: 'low',
    },
    {
      why: 'high stays while it is not stale',
      life: {
        state: 'high',
        confidence: 0,
        accessCount: 3,
        usedDaysAgo: 89,
        ageDays: 200,
        daysInState: 150,
      },
      to: null,
    },
    {
      why: 'removed stays removed',
      life: { state: 'removed', confidence: 1, accessCount: 50, usedDaysAgo: 0 },
      to: null,
    },
  ])('$why', ({ life, to }) => {
    expect(moveOf({ ...typical, ...life })?.to ?? null).toBe(to)
  })
})

it('I-02 the reason names the figures', () => {
  const move = moveOf({ ...typical, confidence: 0.5, ageDays: 15, daysInState: 15 })
  expect(move?.reason).toBe('score below 0.4 after 14 days (score 0.333)')
})

const life: fc.Arbitrary<Life> = fc.record({
  state: fc.constantFrom(...STATES),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  accessCount: fc.nat(20),
  ageDays: fc.double({ min: 0, max: 400, noNaN: true }),
  usedDaysAgo: fc.option(fc.double({ min: 0, max: 400, noNaN: true })),
  daysInState: fc.double({ min: 0, max: 400, noNaN: true }),
  validated: fc.boolean(),
  source: fc.constantFrom(...SOURCES),
})

const ORDER: readonly State[] = ['removed', 'low', 'new', 'high']

it('I-02 a validated memory is never demoted', () => {
  fc.assert(
    fc.property(life, (any) => {
      const move = moveOf({ ...any, validated: true })
      if (move) expect(ORDER.indexOf(move.to)).toBeGreaterThan(ORDER.indexOf(any.state))
    }),
  )
})

it('I-02 what a user stated or corrected never goes below low by itself', () => {
  fc.assert(
    fc.property(life, fc.constantFrom<Source>('user-stated', 'user-corrected'), (any, source) => {
      expect(moveOf({ ...any, source })?.to).not.toBe('removed')
    }),
  )
  const forgotten = { ...typical, confidence: 0, ageDays: 300, daysInState: 300 }
  expect(moveOf({ ...forgotten, source: 'user-stated' })?.to).toBe('low')
  expect(moveOf({ ...forgotten, source: 'observed' })?.to).toBe('removed')
})

it('I-02 a second run at the same time changes nothing, whatever the figures', () => {
  const figure = fc.double({ min: 0, max: 1, noNaN: true })
  const wild = fc.record({
    promoteScore: figure,
    demoteScore: figure,
    removeScore: figure,
    comebackScore: figure,
  })
  fc.assert(
    fc.property(life, wild, (any, figures) => {
      const odd = {
        ...settings,
        transitions: { ...settings.transitions, ...figures, removeLowDays: 0, staleDays: 0 },
      }
      const at = { stateSince: addDays(now, -any.daysInState), now }
      const move = nextState(odd, memoryOf(any), at)
      if (!move) return
      const moved = memoryOf({ ...any, state: move.to })
      expect(nextState(odd, moved, { stateSince: now, now })).toBeNull()
    }),
  )
})

it('I-02 an untouched memory comes to rest: years of daily runs move it at most three times', () => {
  fc.assert(
    fc.property(life, (any) => {
      let state = any.state
      let stateSince = addDays(now, -any.daysInState)
      let moves = 0
      for (let day = 0; day < 800; day += 10) {
        const at = { stateSince, now: addDays(now, day) }
        const move = nextState(settings, memoryOf({ ...any, state }), at)
        if (!move) continue
        state = move.to
        stateSince = at.now
        moves += 1
      }
      expect(moves).toBeLessThanOrEqual(3)
    }),
    { numRuns: 50 },
  )
})
