/** D-14. From settings to an embedder. What is not chosen is not loaded. */
import { isMainThread } from 'node:worker_threads'
import { MnemeError } from '../errors.ts'
import type { Embedder, EmbedderIdentity } from './embedder.ts'
import type { EmbedSettings } from './settings.ts'

export interface EmbedderPlace {
  /** Where what is known of a folder's model is noted: `models/` in the cache. */
  readonly modelsFolder: string
  /** Run a local model in a process of its own: for a process that embeds much, or a thread. */
  readonly inWorker?: boolean
  /** Where that process's program is, if not beside the bundle. */
  readonly workerUrl?: URL
  /** Where the key of a server is looked up. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** G-02. An embedder, or why there is none and what to do: search then goes by words. */
export type OpenedEmbedder =
  | { readonly embedder: Embedder }
  | { readonly unavailable: string; readonly hint: string | undefined }

export async function openEmbedder(
  settings: EmbedSettings,
  place: EmbedderPlace,
): Promise<OpenedEmbedder> {
  if (settings.provider === 'none') {
    return { unavailable: 'Vectors are switched off', hint: 'Set embed.provider to "builtin".' }
  }
  try {
    const embedder =
      settings.provider === 'auto'
        ? await firstToWork(settings, place)
        : await open(settings.provider, settings, place)
    return { embedder }
  } catch (cause) {
    if (!(cause instanceof MnemeError)) throw cause
    return { unavailable: cause.message, hint: cause.hint }
  }
}

type Provider = Exclude<EmbedSettings['provider'], 'none' | 'auto'>

/** A named model is a wish for Ollama; otherwise what needs nothing comes first. */
async function firstToWork(settings: EmbedSettings, place: EmbedderPlace): Promise<Embedder> {
  const order: readonly Provider[] =
    settings.model === undefined ? ['builtin', 'ollama'] : ['ollama', 'builtin']
  const reasons: string[] = []
  for (const provider of order) {
    try {
      const embedder = await open(provider, settings, place)
      if (provider === 'builtin') await expectToRun(embedder)
      return embedder
    } catch (cause) {
      if (!(cause instanceof MnemeError)) throw cause
      reasons.push(cause.message)
    }
  }
  throw new MnemeError('unavailable', reasons.join('; '), {
    hint: 'Install onnxruntime-node 1.17.0 for the built-in model, or start Ollama.',
  })
}

/** A local model is loaded at its first text; whether it can be is not known before. */
async function expectToRun(embedder: Embedder): Promise<void> {
  try {
    await embedder.embed(['-'])
  } catch (cause) {
    await embedder.close()
    throw cause
  }
}

async function open(
  provider: Provider,
  settings: EmbedSettings,
  place: EmbedderPlace,
): Promise<Embedder> {
  switch (provider) {
    case 'builtin': {
      const { builtinIdentity, openBuiltin } = await import('./builtin.ts')
      const embedder = await openBuiltin(settings)
      return isApart(place) ? inWorker(settings, place, builtinIdentity(settings)) : embedder
    }
    case 'folder': {
      const { folderIdentity, openFolder } = await import('./folder.ts')
      if (!isApart(place)) return openFolder(settings, place.modelsFolder)
      return inWorker(settings, place, await folderIdentity(settings, place.modelsFolder))
    }
    case 'ollama': {
      const { openOllama } = await import('./ollama.ts')
      return openOllama(settings)
    }
    case 'openai': {
      const { openOpenAiCompatible } = await import('./openai-compatible.ts')
      return openOpenAiCompatible(settings, place.environment ?? process.env)
    }
  }
}

/** The native runtime must not be loaded in a thread (see onnx/runtime.ts). */
function isApart(place: EmbedderPlace): boolean {
  return place.inWorker === true || !isMainThread
}

async function inWorker(
  settings: EmbedSettings,
  place: EmbedderPlace,
  identity: EmbedderIdentity,
): Promise<Embedder> {
  const { EmbedderInWorker } = await import('./in-worker.ts')
  const { modelsFolder, workerUrl } = place
  return new EmbedderInWorker({ identity, settings, modelsFolder, workerUrl })
}
