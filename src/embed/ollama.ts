/** D-14. Vectors from Ollama, and the probe that tells whether it is there. */
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts'
import { prefixMark } from './applied-settings.ts'
import { runWithin } from './deadline.ts'
import { requestJson } from './json-request.ts'
import { learnedDims, type Remote, RemoteEmbedder } from './remote.ts'
import type { EmbedSettings } from './settings.ts'

const SERVER = 'Ollama'
const DEFAULT_URL = 'http://127.0.0.1:11434'
/** The same model that is built in, for those who let Ollama run it. */
const DEFAULT_MODEL = 'all-minilm'

type OllamaProbe =
  | { readonly state: 'unreachable'; readonly hint: string }
  | { readonly state: 'model-missing'; readonly hint: string }
  /** `dims` is not told by every version without loading the model. */
  | { readonly state: 'present'; readonly dims: number | undefined }

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })
const Shown = z.object({ model_info: z.record(z.string(), z.unknown()) })
const Embedded = z.object({ embeddings: z.array(z.array(z.number())) })

/**
 * Looks for Ollama and the model, within the probe's time. K-17: an address away from this machine
 * is asked only where the user has chosen `ollama` and named it.
 */
export async function probeOllama(settings: EmbedSettings): Promise<OllamaProbe> {
  const url = baseUrl(settings)
  if (settings.provider !== 'ollama' && !isLoopback(url)) {
    return {
      state: 'unreachable',
      hint: `${url} is not on this machine; set embed.provider to "ollama" to use it.`,
    }
  }
  const model = modelName(settings)
  try {
    const bounds = { deadlineMs: settings.probeTimeoutMs, signal: undefined, what: SERVER }
    return await runWithin(bounds, async (signal): Promise<OllamaProbe> => {
      const answer = await requestJson({ url: `${url}/api/tags`, signal, server: SERVER })
      const names = Tags.parse(answer).models.map(({ name }) => name)
      if (names.some((name) => isSameModel(name, model))) {
        return { state: 'present', dims: await shownDims(url, model, signal) }
      }
      return { state: 'model-missing', hint: `Run \`ollama pull ${model}\`.` }
    })
  } catch (cause) {
    const reason = cause instanceof MnemeError ? cause.message : `${url} is not Ollama`
    return { state: 'unreachable', hint: `${reason}. Start it with \`ollama serve\`.` }
  }
}

/** `unavailable` unless Ollama is there and has the model. */
export async function openOllama(settings: EmbedSettings): Promise<RemoteEmbedder> {
  const url = baseUrl(settings)
  const model = modelName(settings)
  const probe = await probeOllama(settings)
  if (probe.state !== 'present') {
    const what =
      probe.state === 'unreachable' ? `does not answer at ${url}` : `has no model "${model}"`
    throw new MnemeError('unavailable', `${SERVER} ${what}`, { hint: probe.hint })
  }
  const remote: Remote = {
    server: SERVER,
    settings,
    async ask(texts, signal) {
      const body = { model, input: texts, truncate: true }
      const answer = await requestJson({ url: `${url}/api/embed`, body, signal, server: SERVER })
      return parsedEmbeddings(answer)
    },
  }
  return new RemoteEmbedder(
    {
      id: `ollama:${model}${prefixMark(settings)}`,
      dims: probe.dims ?? (await learnedDims(remote)),
      maxTokens: settings.maxTokens,
    },
    remote,
  )
}

/** Asked without loading the model, which could take longer than a probe may. */
async function shownDims(
  url: string,
  model: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const request = { url: `${url}/api/show`, body: { model }, signal, server: SERVER }
    const { model_info } = Shown.parse(await requestJson(request))
    const found = Object.entries(model_info).find(([key]) => key.endsWith('.embedding_length'))
    return typeof found?.[1] === 'number' ? found[1] : undefined
  } catch {
    return undefined // the model is there all the same; its first vector will tell
  }
}

function parsedEmbeddings(answer: unknown): readonly (readonly number[])[] {
  const parsed = Embedded.safeParse(answer)
  if (parsed.success) return parsed.data.embeddings
  throw new MnemeError('unavailable', `${SERVER} answered without vectors`, {
    hint: 'Is embed.model an embedding model?',
    cause: parsed.error,
  })
}

/** `name` and `name:latest` are one model to Ollama. */
function isSameModel(a: string, b: string): boolean {
  const full = (name: string) => (name.includes(':') ? name : `${name}:latest`)
  return full(a) === full(b)
}

function modelName(settings: EmbedSettings): string {
  return settings.model ?? DEFAULT_MODEL
}

function baseUrl(settings: EmbedSettings): string {
  return withoutTrailingSlashes(settings.baseUrl ?? DEFAULT_URL)
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
