/** D-16. The complete explanation of a result, for `search --explain` and `explain`. */
import * as z from 'zod'
import type { Found } from '../engine/recall/search.ts'
import { FUSIONS, RECALL_VERSION, STRATEGIES } from '../search/rank.ts'
import { PART_NAMES } from '../search/weights.ts'

const Rank = z.int().nullable()

export const HitExplanation = z.object({
  parts: z.array(
    z.object({
      name: z.enum(PART_NAMES),
      raw: z.number().describe('As measured: BM25, a cosine, a share'),
      value: z.number().describe('From 0 to 1, relative to the best hit'),
      weight: z.number(),
      points: z.number().describe('value × weight'),
    }),
  ),
  relevanceScore: z.number().describe('Sum of the parts'),
  ranks: z
    .object({ text: Rank, context: Rank, meaning: Rank })
    .describe('Its rank in each source, from 1'),
  coverage: z.number().describe('The share of the words that it holds, each by its rarity'),
  relevance: z.number().describe('How much it has to do with the question, from 0 to 1'),
  signals: z.record(z.string(), z.number()).describe('What is added to the match (D-06)'),
  notes: z.array(z.string()).readonly(),
})

export const AnswerExplanation = z.object({
  version: z.int().describe('Of the formula'),
  strategy: z.enum(STRATEGIES),
  fusion: z.enum(FUSIONS),
  syntax: z.enum(['words', 'expression', 'none']),
  gathered: z
    .object({ text: z.int(), context: z.int(), meaning: z.int(), all: z.int() })
    .nullable()
    .describe('How many candidates each source brought in'),
  fellOut: z.array(
    z.object({ id: z.string(), title: z.string(), why: z.string(), relevance: z.number() }),
  ),
})

export function answerExplanation(found: Found): z.infer<typeof AnswerExplanation> {
  const { strategy, fusion, syntax, gathered, fellOut } = found
  return {
    version: RECALL_VERSION,
    strategy,
    fusion,
    syntax,
    gathered: gathered && { ...gathered },
    fellOut: fellOut.map((each) => ({ ...each })),
  }
}
