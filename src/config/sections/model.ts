import { z } from 'zod'

/** G-09, K-01. Which language model may be asked, and how much a day. */
export const ModelSettings = z.object({
  provider: z
    .enum(['none', 'claude-cli', 'anthropic', 'openai'])
    .default('none')
    .describe('Who answers; none means that nothing is ever sent to a model'),
  dailyCalls: z.int().min(0).default(200).describe('Calls a day at most; 0 allows none'),
  dailyTokens: z.int().min(0).default(500_000).describe('Tokens a day at most; 0 allows none'),
})
export type ModelSettings = z.infer<typeof ModelSettings>
