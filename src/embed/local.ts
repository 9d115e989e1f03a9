/**
 * An embedder that runs a model in this process: tokens, batches, the ONNX runtime, pooling. The
 * runtime computes on the calling thread, so long lists are worked off in batches with room for the
 * event loop, and for questions, between them.
 */
import { MnemeError } from '../errors.ts'
import { timeoutFor, withPrefix } from './applied-settings.ts'
import { paddedBatch, plannedBatches } from './batches.ts'
import { runWithin } from './deadline.ts'
import type { Embedder, EmbedderIdentity, EmbedKind, EmbedOptions, Encoded } from './embedder.ts'
import { type LoadRuntime, openTokenModel, type TokenModel } from './onnx/runtime.ts'
import { type Pooling, pooledVectors } from './pooling.ts'
import type { EmbedSettings } from './settings.ts'
import { tokenFloats, tokenSigns, tokenWeights } from './token-signs.ts'
import { readTokenizer, type TextTokens } from './tokens.ts'
import { Turns } from './turns.ts'

/** Where a local model's parts are. */
export interface LocalModel {
  readonly identity: EmbedderIdentity
  readonly pooling: Pooling
  readonly tokenizerPath: string
  readonly modelPath: string
  /** The mean of its tokens' vectors, where it is known: then single words can be compared. */
  readonly tokenMean?: Float32Array
}

/** A question's subject is at its beginning; a longer one would keep others waiting. */
const MAX_QUESTION_TOKENS = 128

interface Request extends EmbedOptions {
  readonly kind: EmbedKind
  readonly signal: AbortSignal
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
    return (await this.encode(texts, options)).map(({ vector }) => vector)
  }

  async encode(texts: readonly string[], options: EmbedOptions = {}): Promise<Encoded[]> {
    const kind = options.kind ?? 'passage'
    const deadlineMs = options.deadlineMs ?? timeoutFor(this.#settings, kind)
    this.#refuseIfClosed()
    return runWithin({ deadlineMs, signal: options.signal, what: 'Embedding' }, async (signal) =>
      texts.length === 0 ? [] : this.#encode(texts, { ...options, kind, signal }),
    )
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const loaded = await this.#loading?.catch(() => undefined) // its caller has heard of it
    // In its turn, so that no batch is running on what we take away.
    if (loaded) await this.#turns.take({ isAwaited: true, size: 0 }, () => loaded.model.release())
  }

  async #encode(
    texts: readonly string[],
    { kind, signal, isAwaited = kind === 'query' }: Request,
  ): Promise<Encoded[]> {
    const { tokens, model } = await this.#load()
    const most = kind === 'query' ? MAX_QUESTION_TOKENS : this.maxTokens
    const lists = texts.map((text) => tokens.ids(withPrefix(this.#settings, kind, text), most))
    const encoded: Encoded[] = new Array(texts.length)
    const batches = plannedBatches(
      this.#settings,
      lists.map((list) => list.length),
    )
    for (const batch of batches) {
      const batchLists = batch.map((index) => lists[index] as number[])
      const size = batchLists.reduce((sum, list) => sum + list.length, 0)
      const made = await this.#turns.take({ isAwaited, size }, async () => {
        signal.throwIfAborted()
        this.#refuseIfClosed()
        return this.#run(model, tokens, batchLists, kind)
      })
      batch.forEach((index, i) => {
        encoded[index] = made[i] as Encoded
      })
    }
    return encoded
  }

  async #run(
    model: TokenModel,
    tokens: TextTokens,
    lists: readonly number[][],
    kind: EmbedKind,
  ): Promise<Encoded[]> {
    const padded = paddedBatch(lists, tokens.padId)
    const { values, dims } = await model.run(padded)
    if (dims !== this.dims) {
      throw new MnemeError('unavailable', `The model gives ${dims} numbers, not ${this.dims}`, {
        hint: "Check that the folder's config.json belongs to its weights.",
      })
    }
    const lengths = lists.map((list) => list.length)
    const width = padded.shape[1]
    const vectors = pooledVectors(this.#source.pooling, { values, width, dims }, lengths)
    if (vectors.some((vector) => !Number.isFinite(vector[0]))) {
      throw new MnemeError('unavailable', 'The model gave a vector that is not made of numbers')
    }
    const { tokenMean } = this.#source
    if (!tokenMean) return vectors.map((vector) => ({ vector }))
    return vectors.map((vector, text): Encoded => {
      const ids = lists[text] as number[]
      const words = ids.flatMap((id, row) => (tokens.isWord(id) ? row : []))
      const rows = { values, start: text * width * dims, dims }
      if (kind === 'passage') return { vector, signs: tokenSigns(rows, words, tokenMean) }
      const weights = tokenWeights(words.map((row) => ids[row] as number))
      return { vector, tokens: { floats: tokenFloats(rows, words, tokenMean), weights } }
    })
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
    const path = this.#source.modelPath
    try {
      return await openTokenModel(path, this.#settings.threads, this.#runtime)
    } catch (cause) {
      if (cause instanceof MnemeError) throw cause
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
