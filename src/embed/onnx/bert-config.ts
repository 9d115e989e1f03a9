/** What a model folder's config.json says about the shape of the network. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'

export const BertConfig = z.object({
  model_type: z.literal('bert'),
  hidden_act: z.literal('gelu'),
  position_embedding_type: z.literal('absolute').default('absolute'),
  hidden_size: z.int().positive(),
  num_attention_heads: z.int().positive(),
  num_hidden_layers: z.int().positive(),
  max_position_embeddings: z.int().positive(),
  layer_norm_eps: z.number().positive(),
})
export type BertConfig = z.infer<typeof BertConfig>

/** The two figures every model needs, whatever its architecture. */
export const ModelShape = z.object({
  hidden_size: z.int().positive(),
  max_position_embeddings: z.int().positive(),
})
export type ModelShape = z.infer<typeof ModelShape>

/** Reads config.json as `schema`; what does not fit is named with its value. */
export async function readModelConfig<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  let found: unknown
  try {
    found = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new MnemeError('unavailable', `Cannot read the model configuration ${path}`, {
      hint: 'It must be the config.json that came with the model.',
      cause,
    })
  }
  const parsed = schema.safeParse(found)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new MnemeError(
    'unavailable',
    `${path} is not a model we can run (${problems.join('; ')})`,
    {
      hint: 'BERT models with gelu run from safetensors; any other needs an onnx/model.onnx.',
      cause: parsed.error,
    },
  )
}
