/** I-09. The effect of feedback on a memory. */
import * as z from 'zod'
import type { Memory } from '../memory/memory.ts'

/** The figures of I-09, and of the verification that follows a retrieval (I-10). */
export const FeedbackSettings = z.object({
  helpfulStrength: z.int().min(0).default(1).describe('Reinforcements gained when it helped'),
  helpfulConfidence: z.number().min(0).default(0.05).describe('Confidence gained when it helped'),
  unhelpfulConfidence: z.number().min(0).default(0.1).describe('Confidence lost when it did not'),
  relevantConfidence: z.number().min(0).default(0.02).describe('Gained when verified as relevant'),
  rejectedConfidence: z.number().min(0).default(0.02).describe('Lost when retrieved but rejected'),
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
