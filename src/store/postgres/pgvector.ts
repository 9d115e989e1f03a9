/**
 * D-03. The nearest vectors by pgvector's HNSW, where it is installed in this database. Found
 * out, never required: without it, or when it fails, all signs are scanned instead.
 */
import type { Bindable, Connections } from './connections.ts'

/** HNSW takes no longer vectors. */
const MAX_DIMS = 2000
const MAX_SEARCHED = 1000

/** The table that pgvector's index is on, for one length of vectors. */
export interface NeighbourTable {
  readonly from: string
  /** What to say before, so that it looks at enough. */
  settings(close: number): string[]
  /** SQL to order by; adds its value. */
  order(values: Bindable[], query: Float32Array): string
}

export class NeighbourIndex {
  #installed: Promise<boolean> | null = null
  readonly #made = new Map<number, Promise<boolean>>()

  /** SQL that adds what is `given` to the index, or null where there is none. */
  async prepare(db: Connections, dims: number): Promise<string | null> {
    if (dims > MAX_DIMS || !(await this.#isInstalled(db))) return null
    let made = this.#made.get(dims)
    if (!made) {
      made = this.#make(db, dims)
      this.#made.set(dims, made)
    }
    if (!(await made)) return null
    return `INSERT INTO ${tableOf(dims)} (space, model, corpus, id, unit, numbers)
            SELECT $1, $3, $2, id, unit, numbers::vector FROM given`
  }

  async choose(db: Connections, dims: number): Promise<NeighbourTable | null> {
    if ((await this.prepare(db, dims)) === null) return null
    return {
      from: `${tableOf(dims)} AS near`,
      settings: (close) => [`SET LOCAL hnsw.ef_search = ${Math.min(close, MAX_SEARCHED)}`],
      order: (values, query) =>
        `near.numbers <=> $${values.push(`[${query.join(',')}]`)}::vector(${dims})`,
    }
  }

  #isInstalled(db: Connections): Promise<boolean> {
    this.#installed ??= db
      .get(`SELECT 1 AS found FROM pg_extension WHERE extname = 'vector'`)
      .then((row) => row !== undefined)
    return this.#installed
  }

  /** Made once for a length, from all vectors there are; others take it away with their code. */
  async #make(db: Connections, dims: number): Promise<boolean> {
    const table = tableOf(dims)
    const known = await db.get('SELECT to_regclass($1) IS NOT NULL AS found', table)
    if (known?.found === true) return true
    await db.transaction(async (within) => {
      await within.run(`SELECT pg_advisory_xact_lock(hashtext($1))`, table)
      const made = await within.get('SELECT to_regclass($1) IS NOT NULL AS found', table)
      if (made?.found === true) return
      await within.run(
        `CREATE TABLE ${table} (space integer NOT NULL, model integer NOT NULL, corpus text NOT NULL,
           id bigint NOT NULL, unit bigint NOT NULL, numbers vector(${dims}) NOT NULL,
           PRIMARY KEY (space, id))`,
      )
      await within.run(
        `CREATE FUNCTION ${table}_gone() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN DELETE FROM ${table} WHERE space = old.space AND id = old.id; RETURN old; END'`,
      )
      await within.run(
        `CREATE TRIGGER ${table}_gone AFTER DELETE ON vector_code
         FOR EACH ROW EXECUTE FUNCTION ${table}_gone()`,
      )
      await within.run(
        `CREATE INDEX ${table}_near ON ${table} USING hnsw (numbers vector_cosine_ops)`,
      )
    })
    return true
  }
}

function tableOf(dims: number): string {
  return `vector_near_${Math.trunc(dims)}`
}
