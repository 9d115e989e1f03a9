/** I-09. The effect of feedback on a memory. */
import * as z from 'zod'
import type { Memory } from '../memory/memory.ts'
import { count, decimal } from '../setting.ts'

/** The figures of I-09, and of the verification that follows a retrieval (I-10). */
export const FeedbackSettings = z.object({
  helpfulStrength: count(1, 'Reinforcements added by helpful feedback'),
  helpfulConfidence: decimal(0.05, 'Confidence added by helpful feedback'),
  unhelpfulConfidence: decimal(0.1, 'Confidence subtracted by unhelpful feedback'),
  relevantConfidence: decimal(0.02, 'Confidence added when verified as relevant'),
  rejectedConfidence: decimal(0.02, 'Confidence subtracted when retrieved but rejected'),
})
export type FeedbackSettings = z.infer<typeof FeedbackSettings>

interface Effect {
  readonly strength: (s: FeedbackSettings) => number
  readonly confidence: (s: FeedbackSettings) => number
}

/** helpful and unhelpful were said by a caller; relevant and rejected were found by verification. */
// biome-ignore format: a table reads best in columns
export const VERDICTS = {
  helpful:   { strength: (s) => s.helpfulStrength, confidence: (s) =>  s.helpfulConfidence   },
  unhelpful: { strength: () => 0,                  confidence: (s) => -s.unhelpfulConfidence },
  relevant:  { strength: () => 0,                  confidence: (s) =>  s.relevantConfidence  },
  rejected:  { strength: () => 0,                  confidence: (s) => -s.rejectedConfidence  },
} as const satisfies Record<string, Effect>
export type FeedbackVerdict = keyof typeof VERDICTS

/** Steps are hundredths; this keeps 0.7 + 0.05 from being written as 0.7500000000000001. */
const DECIMALS = 6

type Judged = Pick<Memory, 'confidence' | 'strength'>

export function afterVerdict(
  settings: FeedbackSettings,
  memory: Judged,
  verdict: FeedbackVerdict,
): Judged {
  const effect: Effect = VERDICTS[verdict]
  const moved = memory.confidence + effect.confidence(settings)
  return {
    strength: memory.strength + effect.strength(settings),
    confidence: Number(Math.min(Math.max(moved, 0), 1).toFixed(DECIMALS)),
  }
}
