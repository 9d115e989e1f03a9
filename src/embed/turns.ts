/**
 * One at a time, questions first. A model runs one batch at a time anyway; taking turns between
 * batches lets a question overtake a long list of passages instead of waiting for its end.
 */
import type { EmbedKind } from './embedder.ts'

export class Turns {
  readonly #waiting: Record<EmbedKind, (() => void)[]> = { query: [], passage: [] }
  #busy = false

  /** Runs `work` when its turn has come; afterwards the event loop gets a turn as well. */
  async take<T>(kind: EmbedKind, work: () => Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((go) => this.#waiting[kind].push(go))
    this.#busy = true
    try {
      return await work()
    } finally {
      // Not at once: requests that have come in meanwhile should be in the line before we look.
      setImmediate(() => this.#next())
    }
  }

  #next(): void {
    const go = this.#waiting.query.shift() ?? this.#waiting.passage.shift()
    if (go) go()
    else this.#busy = false
  }
}
