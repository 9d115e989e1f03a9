import * as z from 'zod'

const fraction = z.number().min(0).max(1)

/** D-04, D-05, H-03. How memories are found for a question. */
export const RetrievalSettings = z.object({
  enabled: z.boolean().default(true).describe('When false every memory is loaded, unranked'),
  strategy: z
    .enum(['auto', 'keyword', 'bm25', 'semantic'])
    .default('auto')
    .describe('What to search by; auto takes meaning where it is available'),
  fusion: z
    .enum(['parts', 'rrf', 'blend'])
    .default('parts')
    .describe('How the searches are put together: weighted parts, ranks, or a blend of scores'),
  topK: z.int().min(1).max(1000).default(10).describe('Candidates that may enter a prompt'),
  maxBytes: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(24_000)
    .describe('Bytes of memory in a prompt; 0 leaves it to the token budget'),
  minScore: fraction.default(0).describe('Hits below this are left out; the best hit has 1.0'),
  semanticWeight: fraction.default(0.4).describe('The share of meaning in a blend'),
  limit: z.int().min(1).max(1000).default(10).describe('Hits of a search that does not say'),
})
export type RetrievalSettings = z.infer<typeof RetrievalSettings>
