/**
 * D-14. The port: texts become vectors whose angle tells how near they are in meaning. Each
 * sentence here is a test in test/embed/contract.ts, run against every adapter.
 */
export interface Embedder {
  /**
   * D-12. Names the model and whatever else shapes its vectors: two embedders with the same id may
   * be compared with each other, two with different ids never.
   */
  readonly id: string
  /** The length of every vector. */
  readonly dims: number
  /** What is beyond this many tokens does not reach the vector; passages are cut to fit before. */
  readonly maxTokens: number

  /**
   * One unit vector for each text, in the order given; no texts give no vectors. Any string has a
   * vector, the empty one too, and alone or among others a text's vector points the same way.
   * D-13: what is not done within the deadline is given up with `unavailable`, an aborted signal
   * with its reason; the embedder can be used again afterwards.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>

  /** The same with what is known of each token; absent where a model does not show its tokens. */
  encode?(texts: readonly string[], options?: EmbedOptions): Promise<Encoded[]>

  /** False while a model has yet to be loaded; left out where nothing has to be. */
  readonly isLoaded?: boolean

  /** Safe to call twice. Afterwards `embed` answers `unavailable`. */
  close(): Promise<void>
}

/** A text's vector, and its words one by one as far as the model gives them. */
export interface Encoded {
  readonly vector: Float32Array
  /** Of a passage: the signs of its tokens (token-signs.ts), some bytes for each. */
  readonly signs?: Uint8Array
  /** Of a question: its tokens' vectors, one after the other, and what each counts. */
  readonly tokens?: { readonly floats: Float32Array; readonly weights: Float32Array }
}

export interface EmbedOptions {
  /** A question is waited for and goes before passages; some models also word the two apart. */
  readonly kind?: EmbedKind
  /** Passages that a question waits for go before others, as questions do. */
  readonly isAwaited?: boolean
  readonly signal?: AbortSignal
  /** How long the caller can wait; else the settings' time for this kind. */
  readonly deadlineMs?: number
}

export type EmbedKind = 'query' | 'passage'

/** What an embedder is, without the ability to embed. */
export type EmbedderIdentity = Pick<Embedder, 'id' | 'dims' | 'maxTokens'>
