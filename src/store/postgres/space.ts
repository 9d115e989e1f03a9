/** One store among many in one database: its number, its places, and the turn of its writers. */
import { MnemeError } from '../../errors.ts'
import type { Visibility } from '../filter.ts'
import type { Place } from '../store.ts'
import type { Connections, Queries, RawConnection, Transaction } from './connections.ts'
import { toText } from './texts.ts'

/** The counters of a space, as they are while its row is held. */
export interface Counters {
  units: number
  batches: number
  entries: number
  outbox: number
  passages: number
  tokens: number
}

export class Space {
  readonly name: string
  readonly #places = new Map<string, number>()
  #number = 0

  /** A number is given where it is known already: then nothing has to be prepared. */
  constructor(name: string, number = 0) {
    this.name = name
    this.#number = number
  }

  /** Known once the store is ready. */
  get number(): number {
    return this.#number
  }

  /** Called before anything else is asked; the space is made at first sight. */
  async prepare(bare: RawConnection): Promise<void> {
    const name = toText(this.name)
    const find = () => bare.query('SELECT id FROM space WHERE name = $1', [name])
    const known = await find()
    if (known.rows.length === 0) {
      await bare.query('INSERT INTO space (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [name])
    }
    const { rows } = known.rows.length > 0 ? known : await find()
    this.#number = Number(rows[0]?.id)
  }

  /** Waits for its turn, and keeps it until the transaction ends. */
  async take(db: Transaction): Promise<Counters> {
    const row = await db.get(
      `SELECT units, batches, entries, outbox, passages, tokens FROM space WHERE id = $1 FOR UPDATE`,
      this.#number,
    )
    // Row-level security shows the row only to those who may change it.
    if (!row) throw new MnemeError('not_allowed', 'nothing may be written here')
    return { ...(row as unknown as Counters) }
  }

  give(db: Transaction, counters: Counters): void {
    db.send(
      `UPDATE space SET units = $2, batches = $3, entries = $4, outbox = $5, passages = $6,
         tokens = $7 WHERE id = $1`,
      this.#number,
      counters.units,
      counters.batches,
      counters.entries,
      counters.outbox,
      counters.passages,
      counters.tokens,
    )
  }

  /** Numbered at first sight, in a step of its own: a number that was given stays given. */
  async placesOf(db: Connections, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const unknown = keys.filter((key) => !this.#places.has(key))
    if (unknown.length > 0) {
      await db.run(
        `INSERT INTO place (space, key) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
        this.#number,
        unknown.map(toText),
      )
      await this.#learn(db, unknown)
    }
    return new Map(keys.map((key) => [key, this.#places.get(key) as number]))
  }

  /** The same inside a transaction: not remembered, since it may be turned back. */
  async placesWithin(
    db: Transaction,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await db.all(
      `INSERT INTO place (space, key) SELECT $1, unnest($2::text[])
       ON CONFLICT (space, key) DO UPDATE SET key = excluded.key RETURNING key, number`,
      this.#number,
      keys.map(toText),
    )
    const found = new Map(rows.map(({ key, number }) => [String(key), Number(number)]))
    return new Map(keys.map((key) => [key, found.get(toText(key)) as number]))
  }

  /** The numbers of those that there are. */
  async knownPlaces(db: Queries, keys: readonly string[]): Promise<number[]> {
    await this.#learn(
      db,
      keys.filter((key) => !this.#places.has(key)),
    )
    return keys.flatMap((key) => this.#places.get(key) ?? [])
  }

  async visiblePlaces(db: Queries, { project, session }: Visibility): Promise<number[]> {
    const places: Place[] = [
      { scope: 'global', project: null, session: null },
      { scope: 'team', project: null, session: null },
    ]
    if (project !== null) places.push({ scope: 'project', project, session: null })
    if (session !== null) places.push({ scope: 'session', project, session })
    return this.knownPlaces(db, places.map(placeKey))
  }

  async #learn(db: Queries, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const rows = await db.all(
      'SELECT key, number FROM place WHERE space = $1 AND key = ANY($2::text[])',
      this.#number,
      keys.map(toText),
    )
    const wanted = new Map(keys.map((key) => [toText(key), key]))
    for (const { key, number } of rows) {
      this.#places.set(wanted.get(String(key)) ?? String(key), Number(number))
    }
  }
}

/** A session is one place, whatever project it is in: its memories are seen by that session alone. */
export function placeKey({ scope, project, session }: Place): string {
  if (scope === 'project') return `project:${project ?? ''}`
  if (scope === 'session') return `session:${session ?? ''}`
  return scope
}
