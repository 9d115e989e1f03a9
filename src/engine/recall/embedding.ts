/**
 * D-13, D-14, G-02. The embedder as the engine holds it: opened when the first text asks for it, and
 * where it is missing or too slow, a reason in its place.
 */
import type { Embedder } from '../../embed/embedder.ts'
import type { Opened } from '../../embed/open.ts'
import { MnemeError } from '../../errors.ts'

export interface Embedding {
  /** Opens what is configured. Nothing heavy is loaded before a text is embedded. */
  open(): Promise<Opened>
  /** Vectors, or why there are none. */
  embed(texts: readonly string[], options?: AskOptions): Promise<Vectors>
  /** True once it has answered: the next question takes milliseconds. */
  readonly isWarm: boolean
  close(): Promise<void>
}

export type AskOptions = Parameters<Embedder['embed']>[1]

export type Vectors =
  | { readonly model: string; readonly dims: number; readonly vectors: readonly Float32Array[] }
  | Missing

export interface Missing {
  readonly unavailable: string
  readonly hint: string | undefined
}

export function openEmbedding(open: () => Promise<Opened>): Embedding {
  let opening: Promise<Opened> | null = null
  let isWarm = false
  let isClosed = false
  const opened = () => {
    opening ??= open().then((found) => {
      // What is missing now may be there later: a server that was not started yet, a package.
      if (!('embedder' in found)) opening = null
      return found
    })
    return opening
  }
  return {
    open: opened,
    get isWarm() {
      return isWarm
    },
    async embed(texts, options) {
      if (isClosed) return { unavailable: 'The embedder has been closed', hint: undefined }
      const found = await opened()
      if (!('embedder' in found)) return found
      try {
        const { id: model, dims } = found.embedder
        const vectors = await found.embedder.embed(texts, options)
        isWarm = true
        return { model, dims, vectors }
      } catch (thrown) {
        if (options?.signal?.aborted || !(thrown instanceof MnemeError)) throw thrown
        return { unavailable: thrown.message, hint: thrown.hint }
      }
    },
    async close() {
      isClosed = true
      const found = await opening?.catch(() => null) // whoever asked has heard of it
      if (found && 'embedder' in found) await found.embedder.close()
    },
  }
}
