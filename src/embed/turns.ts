/**
 * One at a time, what someone waits for first, the shortest of it before the rest. A model runs one batch
 * at a time anyway; taking turns between batches lets a question overtake a long list of passages instead
 * of waiting for its end. While questions come, passages leave it free for longer than they used it: a
 * question then seldom finds one under way (J-03).
 */

interface Turn {
  /** Someone waits for it; left out: it can be done at any time. */
  readonly isAwaited?: boolean
  /** How much there is to do, in tokens. */
  readonly size: number
}

interface Waiting extends Turn {
  readonly go: () => void
}

/** How long others rest for each millisecond that one of them took. */
const REST_SHARE = 2
const MAX_REST_MS = 1000
/** Who asked within this time may ask again. */
const THERE_MS = 1000

export class Turns {
  readonly #awaited: Waiting[] = []
  readonly #others: Waiting[] = []
  #busy = false
  #askedMs = Number.NEGATIVE_INFINITY
  #restUntilMs = 0
  #timer: NodeJS.Timeout | undefined

  /** Runs `work` when its turn has come; afterwards the event loop gets a turn as well. */
  async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      ;(turn.isAwaited ? this.#awaited : this.#others).push({ ...turn, go })
      this.#next()
    })
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#hasWorked(turn, performance.now() - began)
      // Not at once: requests that have come in meanwhile should be in the line before we look.
      setImmediate(() => {
        this.#busy = false
        this.#next()
      })
    }
  }

  #hasWorked({ isAwaited }: Turn, ms: number): void {
    const nowMs = performance.now()
    if (isAwaited) this.#askedMs = nowMs
    else this.#restUntilMs = nowMs + Math.min(ms * REST_SHARE, MAX_REST_MS)
  }

  #next(): void {
    if (this.#busy) return
    const next = this.#nextAwaited() ?? this.#nextOther()
    if (!next) return
    this.#busy = true
    next.go()
  }

  #nextAwaited(): Waiting | undefined {
    const shortest = this.#awaited.reduce<Waiting | undefined>(
      (found, each) => (found && found.size <= each.size ? found : each),
      undefined,
    )
    if (shortest) this.#awaited.splice(this.#awaited.indexOf(shortest), 1)
    return shortest
  }

  #nextOther(): Waiting | undefined {
    if (this.#others.length === 0) return undefined
    const nowMs = performance.now()
    const restMs = nowMs - this.#askedMs < THERE_MS ? this.#restUntilMs - nowMs : 0
    if (restMs <= 0) return this.#others.shift()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#next(), Math.ceil(restMs))
    return undefined
  }
}
