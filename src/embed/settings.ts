/** The configuration keys under `embed`. */
import * as z from 'zod'

const EMBED_PROVIDERS = ['builtin', 'ollama', 'openai', 'folder', 'none', 'auto'] as const

export const EmbedSettings = z.object({
  provider: z
    .enum(EMBED_PROVIDERS)
    .default('builtin')
    .describe(
      'What computes vectors: builtin (on this machine, nothing to start), ollama, openai (any ' +
        'compatible server), folder (your own model), none (search by words only), or auto (Ollama ' +
        'on this machine if it has the model named by `model`, otherwise builtin, otherwise any ' +
        'Ollama found)',
    ),
  model: z.string().optional().describe('The model to request from Ollama or the server'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The URL of Ollama or the server; for openai the part before /embeddings'),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional()
    .describe('The name of the environment variable with the server’s key, never the key itself'),
  folder: z
    .string()
    .optional()
    .describe('A folder with tokenizer.json, config.json and ONNX weights'),
  pooling: z
    .enum(['mean', 'cls'])
    .default('mean')
    .describe("How a folder's model sums up a text: the mean of its tokens, or the first token"),
  precision: z
    .enum(['int8', 'fp32'])
    .default('int8')
    .describe("Which of a folder's exports to take: int8 is smaller and faster, fp32 is exact"),
  queryPrefix: z
    .string()
    .default('')
    .describe('Text put before every query, if the model needs one'),
  passagePrefix: z
    .string()
    .default('')
    .describe('Text put before every stored passage, if the model needs one'),
  maxTokens: z
    .int()
    .min(8)
    .default(256)
    .describe('Longest text one vector is made of; a model that takes less has the last word'),
  threads: z
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe('Most processor threads a local model may use; fewer on a busy machine'),
  interactiveTimeoutMs: z
    .int()
    .positive()
    .default(2_000)
    .describe('How long a question waits for its vector before words alone are used'),
  batchTimeoutMs: z
    .int()
    .positive()
    .default(30_000)
    .describe('How long a batch of stored texts may take'),
  probeTimeoutMs: z
    .int()
    .positive()
    .default(800)
    .describe('How long we look for Ollama before we go on without it'),
  batchSize: z.int().min(1).max(2_048).default(32).describe('Maximum texts per batch'),
  batchTokens: z
    .int()
    .min(256)
    .default(256)
    .describe(
      'Most tokens, padding included, a local model works on before a question may go first',
    ),
})
export type EmbedSettings = z.infer<typeof EmbedSettings>
