/** The configuration keys under `model`. */
import * as z from 'zod'
import { count, positive, wholeNumber } from '../setting.ts'

const MODEL_PROVIDERS = ['none', 'claude-cli', 'anthropic', 'openai'] as const

/** G-09, K-01. Which language model may be asked, and how much a day. */
export const ModelSettings = z.object({
  provider: z
    .enum(MODEL_PROVIDERS)
    .default('none')
    .describe(
      'The provider: claude-cli (the Claude Code command), anthropic, or openai (any compatible ' +
        'server, such as Ollama or LM Studio); none means that nothing is ever sent to a model',
    ),
  name: z
    .string()
    .min(1)
    .optional()
    .describe('The model to use; openai has no default, the others use a small one'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The server’s URL; for openai the part before /chat/completions'),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional()
    .describe('The name of the environment variable with the key, never the key itself'),
  apiVersion: z
    .string()
    .regex(/^[\w.-]+$/)
    .default('2023-06-01')
    .describe('Version of the Anthropic API'),
  command: z
    .string()
    .min(1)
    .default('claude')
    .describe('The command for claude-cli, if it is not on your path as `claude`'),
  timeoutSeconds: positive(120, 'Time limit for one answer', {
    max: 3600,
  }),
  maxOutputTokens: wholeNumber(
    4000,
    'Longest answer, in tokens; a longer one is truncated and discarded',
  ),
  retries: wholeNumber(2, 'Retries when the server is busy', { min: 0, max: 3 }),
  dailyCalls: count(200, 'Maximum calls per day (UTC); 0 allows none'),
  dailyTokens: count(
    500_000,
    'Maximum tokens per day (UTC), input and output together; 0 allows none',
  ),
  failuresInARow: wholeNumber(
    3,
    'Consecutive failures after which the model is not used for a while',
  ),
  pauseMinutes: positive(15, 'How long the model is not used after consecutive failures'),
})
export type ModelSettings = z.infer<typeof ModelSettings>
