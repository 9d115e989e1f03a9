/** D-14. Vectors from any server that speaks OpenAI's `/embeddings`. */
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts'
import { prefixMark } from './applied-settings.ts'
import { requestJson } from './json-request.ts'
import { learnedDims, type Remote, RemoteEmbedder } from './remote.ts'
import type { EmbedSettings } from './settings.ts'

const SERVER = 'The embedding server'
const DEFAULT_URL = 'https://api.openai.com/v1'
const DEFAULT_MODEL = 'text-embedding-3-small'

const Answer = z.object({
  data: z.array(
    z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()) }),
  ),
})

/** Asks for one vector, to learn their length; `unavailable` if the server gives none. */
export async function openOpenAiCompatible(
  settings: EmbedSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RemoteEmbedder> {
  const url = `${withoutTrailingSlashes(settings.baseUrl ?? DEFAULT_URL)}/embeddings`
  const model = settings.model ?? DEFAULT_MODEL
  const apiKey = keyFrom(settings, environment)
  const remote: Remote = {
    server: SERVER,
    settings,
    async ask(texts, signal) {
      const body = { model, input: texts, encoding_format: 'float' }
      return inOrder(await requestJson({ url, body, apiKey, signal, server: SERVER }))
    },
  }
  return new RemoteEmbedder(
    {
      id: `openai:${model}${prefixMark(settings)}`,
      dims: await learnedDims(remote),
      maxTokens: settings.maxTokens,
    },
    remote,
  )
}

/** Local servers need no key; one that is named must be there. */
function keyFrom(
  settings: EmbedSettings,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (settings.apiKeyEnv === undefined) return undefined
  const key = environment[settings.apiKeyEnv]
  if (key) return key
  throw new MnemeError('unavailable', `The environment variable ${settings.apiKeyEnv} is not set`, {
    hint: 'Set it to the key of the embedding server, or remove embed.api_key_env.',
  })
}

/** The answers carry the place of the text they belong to, and may come in any order. */
function inOrder(answer: unknown): readonly (readonly number[])[] {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) {
    throw new MnemeError('unavailable', `${SERVER} answered without vectors`, {
      hint: 'Is embed.model an embedding model?',
      cause: parsed.error,
    })
  }
  return parsed.data.data
    .map(({ index, embedding }, place) => ({ place: index ?? place, embedding }))
    .sort((a, b) => a.place - b.place)
    .map(({ embedding }) => embedding)
}
