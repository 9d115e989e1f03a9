/** An embedder whose vectors come from a server; the adapters say only how to ask. */
import { MnemeError } from '../errors.ts'
import { timeoutFor, withPrefix } from './applied-settings.ts'
import { runWithin } from './deadline.ts'
import type { Embedder, EmbedderIdentity, EmbedOptions } from './embedder.ts'
import { asUnit } from './pooling.ts'
import type { EmbedSettings } from './settings.ts'

/** Asks the server for the vectors of a few texts, in order, as they come. */
type AskForVectors = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (readonly number[])[]>

export interface Remote {
  readonly server: string
  readonly settings: EmbedSettings
  readonly ask: AskForVectors
}

/** Servers refuse an empty text; this has as little meaning. */
const STANDS_FOR_NOTHING = '-'
/** A token is rarely fewer letters than this, so a cut there costs nothing the model would see. */
const CHARACTERS_PER_TOKEN = 4

export class RemoteEmbedder implements Embedder {
  readonly id: string
  readonly dims: number
  readonly maxTokens: number
  readonly #remote: Remote
  #closed = false

  constructor(identity: EmbedderIdentity, remote: Remote) {
    this.id = identity.id
    this.dims = identity.dims
    this.maxTokens = identity.maxTokens
    this.#remote = remote
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    const { settings, server } = this.#remote
    const kind = options.kind ?? 'passage'
    const deadlineMs = options.deadlineMs ?? timeoutFor(settings, kind)
    if (this.#closed) throw new MnemeError('unavailable', 'The embedder has been closed')
    return runWithin({ deadlineMs, signal: options.signal, what: server }, async (signal) => {
      const prepared = texts.map((text) =>
        sendable(withPrefix(settings, kind, text), this.maxTokens * CHARACTERS_PER_TOKEN),
      )
      const vectors: Float32Array[] = []
      for (let start = 0; start < prepared.length; start += settings.batchSize) {
        const batch = prepared.slice(start, start + settings.batchSize)
        vectors.push(
          ...unitVectors(server, this.dims, batch.length, await this.#remote.ask(batch, signal)),
        )
      }
      return vectors
    })
  }

  async close(): Promise<void> {
    this.#closed = true
  }
}

/** The length of the server's vectors, from its answer to a first short text. */
export async function learnedDims({ server, settings, ask }: Remote): Promise<number> {
  const bounds = { deadlineMs: settings.interactiveTimeoutMs, signal: undefined, what: server }
  const [vector] = await runWithin(bounds, (signal) => ask([STANDS_FOR_NOTHING], signal))
  if (vector && vector.length > 0) return vector.length
  throw new MnemeError('unavailable', `${server} gave no vector for a text`, {
    hint: 'Is embed.model an embedding model?',
  })
}

function unitVectors(
  server: string,
  dims: number,
  count: number,
  answer: readonly (readonly number[])[],
): Float32Array[] {
  if (answer.length !== count) {
    throw new MnemeError(
      'unavailable',
      `${server} gave ${answer.length} vectors for ${count} texts`,
    )
  }
  return answer.map((values) => {
    if (values.length !== dims) {
      throw new MnemeError('unavailable', `${server} gave ${values.length} numbers, not ${dims}`, {
        hint: 'The model behind that name has changed; restart, then run `mneme reindex`.',
      })
    }
    const vector = asUnit(Float32Array.from(values))
    if (vector.every((value) => value === 0) || !vector.every(Number.isFinite)) {
      throw new MnemeError('unavailable', `${server} gave a vector that points nowhere`)
    }
    return vector
  })
}

/** Whole characters only (half a surrogate pair is not valid JSON text), and never nothing. */
function sendable(text: string, maxCharacters: number): string {
  const whole = Buffer.from(text.slice(0, maxCharacters)).toString()
  return whole.trim() === '' ? STANDS_FOR_NOTHING : whole
}
