/** M-31. Two sources say something about one thing: the older is marked, and follows the newer. */
import { expect, it } from 'vitest'
import { outdatedQuotes } from '../../src/context/evidence/later-talk.ts'
import { quotesFor } from '../../src/context/evidence/quotes.ts'
import type { ScoredUnit } from '../../src/context/evidence/unit.ts'

const COHERENCE = { mean: 0.2, highest: 0.35 }

function quote(source: string, day: number, text: string): ScoredUnit {
  return {
    unit: {
      ...{ kind: 'session', source, message: `${source} ${text}`, role: 'user', turn: 0 },
      ...{ at: `2026-01-0${day}T10:00:00.000Z`, text, start: 0, end: text.length },
    },
    measured: { words: 0, meaning: null, surroundings: 0 },
    parts: { words: 0, meaning: 0, surroundings: 0, prior: 0, source: 0 },
    score: 1,
  }
}

const before = quote('s1', 1, 'the browser tests run on one browser only')
const beside = quote('s1', 1, 'no snapshots, please')
const after = quote('s2', 3, 'from now on the browser tests run on two browsers')

function outdatedWhere(near: number | null) {
  const isAbout = (quote: ScoredUnit) => quote !== beside
  const cosineOf = (one: ScoredUnit, other: ScoredUnit) =>
    isAbout(one) && isAbout(other) ? near : -1
  return outdatedQuotes([before, beside, after], cosineOf, COHERENCE)
}

it('M-31 what another source said later about the same thing outdates a quote', () => {
  expect([...outdatedWhere(0.5)]).toEqual([before])
})

it.each([
  ['it is about something else', 0.3],
  ['its meaning is not known', null],
] as const)('M-31 nothing is outdated where %s', (_, near) => {
  expect(outdatedWhere(near).size).toBe(0)
})

it('M-31 the newer talk stands above the older, which says that it is older', () => {
  const quotes = [before, beside, after]
  const chosen = { lead: before, quotes }
  const shown = quotesFor({ chosen, later: null, outdated: outdatedWhere(0.5) })
  expect(shown.map(({ unit, isOlder }) => [unit.source, isOlder])).toEqual([
    ['s2', false],
    ['s1', true],
    ['s1', false],
  ])
})
