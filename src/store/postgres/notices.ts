/**
 * D-15. Telling other processes that something changed, and hearing of it. Sent behind the commit and
 * not within it, many at once: a notice inside a transaction makes all commits of a server take turns.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connections } from './connections.ts'
import type { Space } from './space.ts'

const GATHERED_MS = 25
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 10_000

export class Notices {
  readonly #db: Connections
  readonly #space: Space
  /** Whose notices are our own. */
  readonly #self = randomUUID()
  readonly #listeners = new Set<() => void>()
  #waiting: NodeJS.Timeout | null = null
  #sending: Promise<void> = Promise.resolve()
  #client: pg.Client | null = null
  #retry: NodeJS.Timeout | null = null
  #wait = FIRST_WAIT_MS
  #open = true

  constructor(db: Connections, space: Space) {
    this.#db = db
    this.#space = space
  }

  /** Soon, and once for all that happens until then. */
  tell(): void {
    if (this.#waiting || !this.#open) return
    this.#waiting = setTimeout(() => this.#send(), GATHERED_MS)
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#connect()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#disconnect()
    }
  }

  /** What is still to be told is told first. */
  async close(): Promise<void> {
    if (!this.#open) return
    if (this.#waiting) {
      clearTimeout(this.#waiting)
      this.#send()
    }
    this.#open = false
    this.#listeners.clear()
    this.#disconnect()
    await this.#sending
  }

  #send(): void {
    this.#waiting = null
    this.#sending = this.#db.runOnce('SELECT pg_notify($1, $2)', this.#channel, this.#self).then(
      () => undefined,
      // Whoever listens hears of the next change; until then its cursor tells it (journal.position).
      () => undefined,
    )
  }

  #connect(): void {
    if (!this.#open || this.#listeners.size === 0) return
    const client = new pg.Client(this.#db.config)
    this.#client = client
    client.on('notification', ({ payload }) => {
      if (payload !== this.#self) this.#heard()
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    this.#db
      .ready()
      .then(() => client.connect())
      .then(() => client.query(`LISTEN "${this.#channel}"`))
      .then(
        () => {
          // What happened while nobody listened is told as one change.
          if (this.#wait > FIRST_WAIT_MS) this.#heard()
          this.#wait = FIRST_WAIT_MS
        },
        () => this.#lost(client),
      )
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    client.end().catch(() => undefined) // it is gone already
    if (!this.#open || this.#listeners.size === 0) return
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS)
    this.#retry = setTimeout(() => this.#connect(), this.#wait)
    this.#retry.unref()
  }

  #disconnect(): void {
    if (this.#retry) clearTimeout(this.#retry)
    const client = this.#client
    this.#client = null
    client?.end().catch(() => undefined) // nobody listens any more
  }

  #heard(): void {
    for (const listener of this.#listeners) listener()
  }

  get #channel(): string {
    return `mneme_${this.#space.number}`
  }
}
