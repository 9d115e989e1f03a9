/**
 * D-13, D-14, G-02. The embedder as the engine holds it: opened when the first text asks for it, and
 * where it is missing or too slow, a reason in its place.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Embedder, Encoded } from '../../embed/embedder.ts'
import { lendEmbedder } from '../../embed/lent.ts'
import type { OpenedEmbedder } from '../../embed/open.ts'
import { MnemeError } from '../../errors.ts'

export interface Embedding {
  /** Opens what is configured. Nothing heavy is loaded before a text is embedded. */
  open(): Promise<OpenedEmbedder>
  /** Vectors, or why there are none. */
  embed(texts: readonly string[], options?: AskOptions): Promise<Vectors>
  /** The same with the tokens of each text, where the embedder shows them. */
  encode(texts: readonly string[], options?: AskOptions): Promise<EncodedTexts>
  /** True once it has answered: the next question takes milliseconds. */
  readonly isWarm: boolean
  /** M-17. True while vectors follow writes in the background: a question need not make them. */
  readonly isFollowed: boolean
  /** Says that vectors follow writes from now on, until what it returns is called. */
  follow(): () => void
  /** Lets another thread use the same model (embed/lent.ts). */
  lend(port: MessagePort): void
  close(): Promise<void>
}

type AskOptions = Parameters<Embedder['embed']>[1]

type Vectors =
  | { readonly model: string; readonly dims: number; readonly vectors: readonly Float32Array[] }
  | NoEmbedder

type EncodedTexts =
  | { readonly model: string; readonly dims: number; readonly encoded: readonly Encoded[] }
  | NoEmbedder

export interface NoEmbedder {
  readonly unavailable: string
  readonly hint: string | undefined
}

export function openEmbedding(open: () => Promise<OpenedEmbedder>): Embedding {
  let opening: Promise<OpenedEmbedder> | null = null
  let answered: Embedder | null = null
  let followers = 0
  let isClosed = false
  const opened = () => {
    opening ??= open().then((found) => {
      // What is missing now may be there later: a server that was not started yet, a package.
      if (!('embedder' in found)) opening = null
      return found
    })
    return opening
  }
  const encode: Embedding['encode'] = async (texts, options) => {
    if (isClosed) return { unavailable: 'The embedder has been closed', hint: undefined }
    const found = await opened()
    if (!('embedder' in found)) return found
    const { embedder } = found
    try {
      const encoded = embedder.encode
        ? await embedder.encode(texts, options)
        : (await embedder.embed(texts, options)).map((vector) => ({ vector }))
      answered = embedder
      return { model: embedder.id, dims: embedder.dims, encoded }
    } catch (thrown) {
      if (options?.signal?.aborted || !(thrown instanceof MnemeError)) throw thrown
      return { unavailable: thrown.message, hint: thrown.hint }
    }
  }
  return {
    open: opened,
    get isWarm() {
      return answered !== null && answered.isLoaded !== false
    },
    get isFollowed() {
      return followers > 0
    },
    follow() {
      followers += 1
      return () => {
        followers -= 1
      }
    },
    encode,
    lend: (port) => lendEmbedder(opened, port),
    async embed(texts, options) {
      const made = await encode(texts, options)
      if ('unavailable' in made) return made
      const { model, dims, encoded } = made
      return { model, dims, vectors: encoded.map(({ vector }) => vector) }
    },
    async close() {
      isClosed = true
      const found = await opening?.catch(() => null) // already reported to the first caller
      if (found && 'embedder' in found) await found.embedder.close()
    },
  }
}
