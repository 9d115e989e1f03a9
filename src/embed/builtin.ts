/**
 * D-03, D-14. The embedder that is always there: all-MiniLM-L6-v2 as int8, made when this package is
 * built and shipped in it. Nothing is loaded before the first text.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MnemeError } from '../errors.ts'
import { prefixMark } from './applied-settings.ts'
import type { EmbedderIdentity } from './embedder.ts'
import { LocalEmbedder } from './local.ts'
import tokenMean from './minilm-token-mean.json' with { type: 'json' }
import { type LoadRuntime, loadRuntime } from './onnx/runtime.ts'
import type { EmbedSettings } from './settings.ts'

const DIMS = 384
/** What the model was trained with; beyond it the vectors say less, not more. */
const MAX_TOKENS = 256

const MODEL_FILE = 'minilm.onnx'
/** The package's programs lie beside `model`, their shared code below; sources and tests deeper. */
const MAX_FOLDERS_UP = 5

export function builtinIdentity(settings: EmbedSettings): EmbedderIdentity {
  return {
    id: `minilm-l6-v2-int8-1${prefixMark(settings)}`,
    dims: DIMS,
    maxTokens: Math.min(settings.maxTokens, MAX_TOKENS),
  }
}

/** `unavailable` if the model is missing; the runtime is looked for at first use. */
export async function openBuiltin(
  settings: EmbedSettings,
  options: { readonly folder?: string | undefined; readonly runtime?: LoadRuntime } = {},
): Promise<LocalEmbedder> {
  const folder = options.folder ?? modelFolder()
  const modelPath = join(folder, MODEL_FILE)
  if (!existsSync(modelPath)) {
    throw new MnemeError('unavailable', `The built-in model is missing: ${modelPath}`, {
      hint: 'Install mneme again, or choose another embed.provider.',
    })
  }
  return new LocalEmbedder(
    settings,
    {
      identity: builtinIdentity(settings),
      pooling: 'mean',
      tokenizerPath: join(folder, 'vocab.txt'),
      modelPath,
      tokenMean: Float32Array.from(tokenMean),
    },
    options.runtime ?? loadRuntime,
  )
}

/** The nearest folder `model`, or `dist/model`, above this file. */
function modelFolder(): string {
  const nearest = dirname(fileURLToPath(import.meta.url))
  const places = Array.from({ length: MAX_FOLDERS_UP }, (_, up) =>
    join(nearest, ...Array<string>(up).fill('..')),
  ).flatMap((place) => [join(place, 'model'), join(place, 'dist', 'model')])
  return places.find((place) => existsSync(join(place, MODEL_FILE))) ?? (places[0] as string)
}
