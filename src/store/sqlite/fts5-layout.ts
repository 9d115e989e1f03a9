/**
 * Where FTS5 keeps the number of rows, of their tokens, and the length of each row. Reading these
 * records spares a look at every row that matches, but their form is FTS5's own affair: whether they
 * still have it is tried out once on a text that is known, and where they have not, ranking is left to
 * FTS5's own bm25().
 */
import type { Database } from './database.ts'

const MORE = 0x80
const known = new WeakMap<Database, boolean>()

/** SQLite's variable-length numbers: seven bits a byte, highest first. Ours are small. */
export function numbersIn(bytes: Uint8Array | undefined): number[] {
  const numbers: number[] = []
  let value = 0
  for (const byte of bytes ?? []) {
    value = value * MORE + (byte & ~MORE)
    if (byte & MORE) continue
    numbers.push(value)
    value = 0
  }
  return numbers
}

/** Rows, and tokens by column. */
export function totalsIn(db: Database, index: string): { rows: number; tokens: number[] } {
  const row = db.get(`SELECT block FROM ${index}_data WHERE id = 1`)
  const [rows = 0, ...tokens] = numbersIn(row?.block as Uint8Array | undefined)
  return { rows, tokens }
}

/** Whether totals and lengths are where they are looked for. */
export function isLayoutKnown(db: Database): boolean {
  let isKnown = known.get(db)
  if (isKnown === undefined) {
    isKnown = tryLayout(db)
    known.set(db, isKnown)
  }
  return isKnown
}

/** Two rows of 2 + 3 and 1 + 200 tokens. */
function tryLayout(db: Database): boolean {
  const probe = 'temp.layout_probe'
  try {
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${probe} USING fts5(
         head, body, content = '', contentless_delete = 1, tokenize = 'porter unicode61');
       DELETE FROM ${probe};
       INSERT INTO ${probe} (rowid, head, body) VALUES
         (1, 'one two', 'three four five'), (2, 'six', '${'word '.repeat(200)}')`,
    )
    const { rows, tokens } = totalsIn(db, probe)
    const sizes = db.all(`SELECT id, sz FROM ${probe}_docsize ORDER BY id`)
    const found = [rows, ...tokens, ...sizes.flatMap(({ sz }) => numbersIn(sz as Uint8Array))]
    return found.join() === [2, 3, 203, 2, 3, 1, 200].join()
  } catch {
    return false // what cannot be read has another form
  } finally {
    db.exec(`DROP TABLE IF EXISTS ${probe}`)
  }
}
