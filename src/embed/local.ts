/**
 * An embedder that runs a model in this process: tokens, batches, the ONNX runtime, pooling. The
 * runtime computes on the calling thread, so long lists are worked off in batches with room for the
 * event loop, and for questions, between them.
 */
import { MnemeError } from '../errors.ts'
import { paddedBatch, plannedBatches } from './batches.ts'
import { bounded } from './deadline.ts'
import type { Embedder, EmbedderIdentity, EmbedKind, EmbedOptions } from './embedder.ts'
import { type LoadRuntime, openTokenModel, type TokenModel } from './onnx/runtime.ts'
import { type Pooling, pooledVectors } from './pooling.ts'
import { type EmbedSettings, timeoutFor, withPrefix } from './settings.ts'
import { readTokenizer, type TextTokens } from './tokens.ts'
import { Turns } from './turns.ts'

/** Where a local model's parts are. */
export interface LocalModel {
  readonly identity: EmbedderIdentity
  readonly pooling: Pooling
  readonly tokenizerPath: string
  /** The path of the ONNX file; the first call may take a second to make it. */
  readonly modelPath: () => Promise<string>
  /** Makes that file anew, where it was we who made it. */
  readonly remake?: () => Promise<void>
}

interface Loaded {
  readonly tokens: TextTokens
  readonly model: TokenModel
}

export class LocalEmbedder implements Embedder {
  readonly id: string
  readonly dims: number
  readonly maxTokens: number
  readonly #settings: EmbedSettings
  readonly #source: LocalModel
  readonly #runtime: LoadRuntime | undefined
  readonly #turns = new Turns()
  #loading: Promise<Loaded> | undefined
  #closed = false

  constructor(settings: EmbedSettings, source: LocalModel, runtime?: LoadRuntime) {
    this.id = source.identity.id
    this.dims = source.identity.dims
    this.maxTokens = source.identity.maxTokens
    this.#settings = settings
    this.#source = source
    this.#runtime = runtime
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const kind = options.kind ?? 'passage'
    const deadlineMs = options.deadlineMs ?? timeoutFor(this.#settings, kind)
    this.#refuseIfClosed()
    return bounded({ deadlineMs, signal: options.signal, what: 'Embedding' }, async (signal) =>
      texts.length === 0 ? [] : this.#vectors(texts, kind, signal),
    )
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const loaded = await this.#loading?.catch(() => undefined) // its caller has heard of it
    // In its turn, so that no batch is running on what we take away.
    if (loaded) await this.#turns.take('query', () => loaded.model.release())
  }

  async #vectors(
    texts: readonly string[],
    kind: EmbedKind,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const { tokens, model } = await this.#load()
    const lists = texts.map((text) => tokens.ids(withPrefix(this.#settings, kind, text)))
    const vectors: Float32Array[] = new Array(texts.length)
    const batches = plannedBatches(
      this.#settings,
      lists.map((list) => list.length),
    )
    for (const batch of batches) {
      const batchLists = batch.map((index) => lists[index] as number[])
      const made = await this.#turns.take(kind, async () => {
        signal.throwIfAborted()
        this.#refuseIfClosed()
        return this.#run(model, batchLists, tokens.padId)
      })
      batch.forEach((index, i) => {
        vectors[index] = made[i] as Float32Array
      })
    }
    return vectors
  }

  async #run(model: TokenModel, lists: readonly number[][], padId: number) {
    const padded = paddedBatch(lists, padId)
    const { values, dims } = await model.run(padded)
    if (dims !== this.dims) {
      throw new MnemeError('unavailable', `The model gives ${dims} numbers, not ${this.dims}`, {
        hint: "Check that the folder's config.json belongs to its weights.",
      })
    }
    const lengths = lists.map((list) => list.length)
    const vectors = pooledVectors(
      this.#source.pooling,
      { values, width: padded.shape[1], dims },
      lengths,
    )
    if (vectors.some((vector) => !Number.isFinite(vector[0]))) {
      throw new MnemeError('unavailable', 'The model gave a vector that is not made of numbers')
    }
    return vectors
  }

  /** Once for all callers; a failure is forgotten, so that the next call tries again. */
  #load(): Promise<Loaded> {
    this.#loading ??= this.#open().catch((cause) => {
      this.#loading = undefined
      throw cause
    })
    return this.#loading
  }

  async #open(): Promise<Loaded> {
    const [tokens, model] = await Promise.all([
      readTokenizer(this.#source.tokenizerPath, this.maxTokens),
      this.#openModel(),
    ])
    return { tokens, model }
  }

  async #openModel(): Promise<TokenModel> {
    const path = await this.#source.modelPath()
    const open = () => openTokenModel(path, this.#settings.threads, this.#runtime)
    try {
      return await open()
    } catch (cause) {
      if (cause instanceof MnemeError) throw cause
      if (this.#source.remake) {
        // The disk has lost part of the file since we wrote it; we can write it again.
        await this.#source.remake()
        return open()
      }
      throw new MnemeError('unavailable', `The model ${path} cannot be loaded`, {
        hint: 'It must be an ONNX model that the runtime 1.17 understands.',
        cause,
      })
    }
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw new MnemeError('unavailable', 'The embedder has been closed')
  }
}
