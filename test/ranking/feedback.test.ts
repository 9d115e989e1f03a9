import { expect, it } from 'vitest'
import {
  afterVerdict,
  FeedbackSettings,
  type FeedbackVerdict,
  VERDICTS,
} from '../../src/ranking/feedback.ts'
import { fc } from '../support/property.ts'

const settings = FeedbackSettings.parse({})

it.each<{ verdict: FeedbackVerdict; strength: number; confidence: number }>([
  { verdict: 'helpful', strength: 3, confidence: 0.75 },
  { verdict: 'unhelpful', strength: 2, confidence: 0.6 },
  { verdict: 'rejected', strength: 2, confidence: 0.68 },
  { verdict: 'relevant', strength: 2, confidence: 0.72 },
])('I-09 $verdict leads from 0.7 to $confidence', ({ verdict, strength, confidence }) => {
  const after = afterVerdict(settings, { strength: 2, confidence: 0.7 }, verdict)
  expect(after).toEqual({ strength, confidence })
})

it('I-09 confidence stays in 0 to 1 over any run of verdicts, and strength never falls', () => {
  const verdict = fc.constantFrom(...(Object.keys(VERDICTS) as FeedbackVerdict[]))
  fc.assert(
    fc.property(fc.array(verdict, { maxLength: 60 }), (verdicts) => {
      let memory = { strength: 0, confidence: 0.5 }
      for (const each of verdicts) {
        const after = afterVerdict(settings, memory, each)
        expect(after.confidence).toBeGreaterThanOrEqual(0)
        expect(after.confidence).toBeLessThanOrEqual(1)
        expect(after.strength).toBeGreaterThanOrEqual(memory.strength)
        memory = after
      }
    }),
  )
})
