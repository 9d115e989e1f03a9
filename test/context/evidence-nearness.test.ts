import { expect, it } from 'vitest'
import { leastSameMeaning } from '../../src/context/evidence/later-talk.ts'
import {
  coherenceOf,
  nearnessToCommit,
  nearnessToTalk,
} from '../../src/context/evidence/nearness.ts'

function historyOf(cosines: readonly number[], count = 30): (readonly number[])[] {
  return Array.from({ length: count }, () => cosines)
}

it('M-32 coherence is how near passages are to those around them', () => {
  const coherence = coherenceOf([...historyOf([0.2, 0.6]), []])
  expect(coherence.mean).toBeCloseTo(0.4, 5)
  expect(coherence.highest).toBeCloseTo(0.6, 5)
})

it('M-32 what is near is measured by the history: terse talk has lower cosines', () => {
  const terse = coherenceOf(historyOf([0.1, 0.2]))
  const technical = coherenceOf(historyOf([0.2, 0.4]))
  expect(nearnessToTalk(terse, [0.1, 0.2])).toBeCloseTo(1, 5)
  expect(nearnessToTalk(technical, [0.1, 0.2])).toBeCloseTo(0.5, 5)
  expect(nearnessToCommit(technical, 0.4)).toBeCloseTo(1, 5)
})

it('M-32 without vectors there is no nearness', () => {
  const usual = coherenceOf([])
  expect(nearnessToTalk(usual, [])).toBeNull()
  expect(nearnessToCommit(usual, null)).toBeNull()
})

it('M-32 a short history, or one of scattered messages, does not make everything near', () => {
  expect(coherenceOf(historyOf([0.01], 5))).toEqual(coherenceOf([]))
  expect(nearnessToTalk(coherenceOf(historyOf([0])), [0.05])).toBeCloseTo(0.5, 5)
})

it('M-31 the same thing said later is nearer than one talk usually is, yet need not be the same words', () => {
  const terse = leastSameMeaning(coherenceOf(historyOf([0.1, 0.3])))
  const technical = leastSameMeaning(coherenceOf(historyOf([0.2, 0.6])))
  expect(terse).toBeGreaterThan(0.5)
  expect(technical).toBeGreaterThan(0.7)
  expect(technical).toBeLessThan(0.9)
})
