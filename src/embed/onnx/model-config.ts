/** What a model folder's config.json says about the shape of the network. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'

/** The two figures every model needs, whatever its architecture. */
const ModelShape = z.object({
  hidden_size: z.int().positive(),
  max_position_embeddings: z.int().positive(),
})
type ModelShape = z.infer<typeof ModelShape>

/** Reads config.json; what does not fit is named with its value. */
export async function readModelShape(path: string): Promise<ModelShape> {
  let found: unknown
  try {
    found = JSON.parse(await readFile(path, 'utf8'))
  } catch (cause) {
    throw new MnemeError('unavailable', `Cannot read the model configuration ${path}`, {
      hint: 'It must be the config.json that came with the model.',
      cause,
    })
  }
  const parsed = ModelShape.safeParse(found)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new MnemeError(
    'unavailable',
    `${path} is not a model we can run (${problems.join('; ')})`,
    {
      hint: 'It must be the config.json that came with the model.',
      cause: parsed.error,
    },
  )
}
