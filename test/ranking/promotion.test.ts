import { describe, expect, it } from 'vitest'
import { SCALES, type Scale } from '../../src/memory/memory.ts'
import { nextScale, ScaleSettings, scaleOfAge } from '../../src/ranking/promotion.ts'
import { lastingPlace, RecurringSettings, sessionsSeen } from '../../src/ranking/recurring.ts'
import { fc } from '../support/property.ts'

const settings = ScaleSettings.parse({})
const madeAt = Date.parse('2026-01-01T00:00:00.000Z')
const at = (minutes: number) => new Date(madeAt + minutes * 60_000).toISOString()

it.each([
  { minutes: 0, scale: 'immediate' },
  { minutes: 5, scale: 'task' },
  { minutes: 30, scale: 'session' },
  { minutes: 120, scale: 'project' },
])('G-07 $minutes minutes is the scale $scale', ({ minutes, scale }) => {
  expect(scaleOfAge(settings, minutes)).toBe(scale)
})

describe('G-07 promotion', () => {
  it.each<{
    why: string
    scale: Scale | null
    usedAfter: number | null
    sessions: number
    to: Scale | null
  }>([
    {
      why: 'stays while used inside its window',
      scale: 'immediate',
      usedAfter: 4,
      sessions: 1,
      to: null,
    },
    {
      why: 'climbs when used after it',
      scale: 'immediate',
      usedAfter: 10,
      sessions: 1,
      to: 'task',
    },
    {
      why: 'climbs as far as it has proved',
      scale: 'immediate',
      usedAfter: 60,
      sessions: 1,
      to: 'session',
    },
    {
      why: 'reaches the project after two hours',
      scale: 'task',
      usedAfter: 121,
      sessions: 1,
      to: 'project',
    },
    {
      why: 'reaches the project by recurring',
      scale: 'immediate',
      usedAfter: null,
      sessions: 2,
      to: 'project',
    },
    { why: 'never goes down', scale: 'project', usedAfter: 1, sessions: 3, to: null },
    { why: 'leaves alone what has no scale', scale: null, usedAfter: 500, sessions: 5, to: null },
  ])('$why', ({ scale, usedAfter, sessions, to }) => {
    const memory = {
      scale,
      createdAt: at(0),
      lastAccessedAt: usedAfter === null ? null : at(usedAfter),
    }
    expect(nextScale(settings, memory, sessions)?.to ?? null).toBe(to)
  })

  it('twice is the same as once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCALES),
        fc.nat(300),
        fc.nat(3),
        (scale, minutes, sessions) => {
          const memory = { scale, createdAt: at(0), lastAccessedAt: at(minutes) }
          const move = nextScale(settings, memory, sessions)
          if (move) expect(nextScale(settings, { ...memory, scale: move.to }, sessions)).toBeNull()
        },
      ),
    )
  })
})

describe('I-11 recurring', () => {
  const recurring = RecurringSettings.parse({})
  const seen = {
    archived: false,
    expiresAt: '2026-03-01T00:00:00.000Z',
    project: 'one',
    scale: 'task' as const,
    scope: 'session' as const,
    session: 's1',
    state: 'new' as const,
    ttlDays: 90,
  }

  it('counts different sessions, and an unknown one as none', () => {
    expect(sessionsSeen(['a', 'a', null])).toBe(1)
    expect(sessionsSeen(['a', 'b', null])).toBe(2)
  })

  it('promotes what was seen in two sessions', () => {
    expect(lastingPlace(recurring, seen, ['s1'])).toBeNull()
    expect(lastingPlace(recurring, seen, ['s1', 's2'])).toEqual({
      set: {
        state: 'high',
        scale: 'project',
        ttlDays: null,
        expiresAt: null,
        scope: 'project',
        session: null,
      },
      reason: 'seen in 2 sessions',
    })
  })

  it('does not raise again what ranking has lowered, nor what was removed', () => {
    const settled = {
      ...seen,
      scale: null,
      scope: 'project' as const,
      ttlDays: null,
      expiresAt: null,
    }
    expect(lastingPlace(recurring, { ...settled, state: 'low' }, ['a', 'b'])).toBeNull()
    expect(lastingPlace(recurring, { ...seen, state: 'removed' }, ['a', 'b'])).toBeNull()
    expect(lastingPlace(recurring, { ...seen, archived: true }, ['a', 'b'])).toBeNull()
  })

  it('twice is the same as once', () => {
    const first = lastingPlace(recurring, seen, ['a', 'b'])
    expect(lastingPlace(recurring, { ...seen, ...first?.set }, ['a', 'b'])).toBeNull()
  })
})
