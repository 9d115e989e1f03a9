import * as z from 'zod'
import { flag, share, wholeNumber } from '../../setting.ts'

/** D-04, D-05, H-03. How memories are found for a question. */
export const RetrievalSettings = z.object({
  enabled: flag(true, 'When false, every memory is loaded, unranked'),
  strategy: z
    .enum(['auto', 'keyword', 'bm25', 'semantic'])
    .default('auto')
    .describe('What to search by; auto includes meaning where it is available'),
  fusion: z
    .enum(['parts', 'rrf', 'blend'])
    .default('parts')
    .describe('How search results are combined: weighted parts, ranks (rrf), or a blend of scores'),
  topK: wholeNumber(10, 'Maximum number of candidates for a prompt', { max: 1000 }),
  maxBytes: wholeNumber(
    24_000,
    'Maximum bytes of memory in a prompt; 0 means only the token budget applies',
    { min: 0, max: 1_000_000 },
  ),
  minScore: share(0, 'Results below this score are omitted; the best result has 1.0'),
  semanticWeight: share(0.4, 'Weight of meaning in a blend'),
  limit: wholeNumber(10, 'Default number of search results', { max: 1000 }),
})
export type RetrievalSettings = z.infer<typeof RetrievalSettings>
