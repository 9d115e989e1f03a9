import * as z from 'zod'
import { AnswerExplanation, answerExplanation, HitExplanation } from './explanation.ts'
import { operation } from './operation.ts'
import { findFor, renderExplanation, SearchInput } from './search.ts'

export const explain = operation({
  name: 'explain',
  summary: 'Explain a search: every part of every score, the ranks, and what was dropped.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/memories/explain' },
  input: SearchInput,
  output: z.object({
    hits: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        type: z.string(),
        score: z.number(),
        match: z.number(),
        weak: z.boolean(),
        explanation: HitExplanation,
      }),
    ),
    notes: z.array(z.string()),
    explanation: AnswerExplanation,
  }),
  /** B-10. Explaining does not count as a use. */
  async run(engine, caller, input) {
    const found = await findFor(engine, caller, input, true)
    return {
      hits: found.hits.map((hit) => ({
        id: hit.memory.id,
        title: hit.memory.title,
        type: hit.memory.type,
        score: hit.score,
        match: hit.match,
        weak: hit.weak,
        explanation: renderExplanation(hit),
      })),
      notes: [...found.notes],
      explanation: answerExplanation(found),
    }
  },
})
