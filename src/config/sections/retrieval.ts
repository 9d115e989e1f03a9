import * as z from 'zod'

const fraction = z.number().min(0).max(1)

/** D-04, D-05, H-03. How memories are found for a question. */
export const RetrievalSettings = z.object({
  enabled: z.boolean().default(true).describe('When false, every memory is loaded, unranked'),
  strategy: z
    .enum(['auto', 'keyword', 'bm25', 'semantic'])
    .default('auto')
    .describe('What to search by; auto includes meaning where it is available'),
  fusion: z
    .enum(['parts', 'rrf', 'blend'])
    .default('parts')
    .describe('How search results are combined: weighted parts, ranks (rrf), or a blend of scores'),
  topK: z.int().min(1).max(1000).default(10).describe('Maximum number of candidates for a prompt'),
  maxBytes: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(24_000)
    .describe('Maximum bytes of memory in a prompt; 0 means only the token budget applies'),
  minScore: fraction
    .default(0)
    .describe('Results below this score are omitted; the best result has 1.0'),
  semanticWeight: fraction.default(0.4).describe('Weight of meaning in a blend'),
  limit: z.int().min(1).max(1000).default(10).describe('Default number of search results'),
})
export type RetrievalSettings = z.infer<typeof RetrievalSettings>
