/** Where a word is in a text index of history, and BM25 over what was found. */
import { wordValue } from '../rules/history-scores.ts'
import type { Database } from './database.ts'

/**
 * Positions are read from the rarest word on, up to this many: a prompt then costs the same however long
 * the history is, and a common word adds little to a text that holds none of the others.
 */
const MAX_PLACES = 12_000
interface Holders {
  /** How many of the history hold it. */
  readonly holding: number
  /** How often it is in each; empty where it was not read. */
  readonly counts: ReadonlyMap<number, number>
}

interface History {
  readonly table: string
  /** How many texts there are. */
  readonly total: number
  readonly belongs: (id: number) => boolean
}

/** For each word, in the order they were asked for. */
export function holdersOf(db: Database, history: History, tokens: readonly string[]): Holders[] {
  const { table, total, belongs } = history
  if (total === 0) return tokens.map(() => ({ holding: 0, counts: new Map() }))
  const texts = tokens.map((token) =>
    Number(db.get(`SELECT doc FROM ${table}_word WHERE term = ?`, token)?.doc ?? 0),
  )
  const rarestFirst = tokens.map((_, at) => at).sort((a, b) => (texts[a] ?? 0) - (texts[b] ?? 0))
  const found: Holders[] = texts.map((held) => ({
    holding: Math.min(held, total),
    counts: new Map(),
  }))
  let places = 0
  for (const at of rarestFirst) {
    const held = texts[at] ?? 0
    if (held === 0) continue
    places += held
    if (places > MAX_PLACES) break
    found[at] = readHolders(db, table, tokens[at] ?? '', belongs)
  }
  return found
}

function readHolders(
  db: Database,
  table: string,
  token: string,
  belongs: (id: number) => boolean,
): Holders {
  const row = db.get(
    `SELECT json_group_array(doc) AS docs FROM ${table}_term WHERE term = ?`,
    token,
  )
  const counts = new Map<number, number>()
  for (const id of JSON.parse(String(row?.docs ?? '[]')) as number[]) {
    const known = counts.get(id)
    if (known !== undefined) counts.set(id, known + 1)
    else if (belongs(id)) counts.set(id, 1)
  }
  return { holding: counts.size, counts }
}

/** Every text that holds a word, with what its words add up to. */
export function bm25Sums(
  holders: readonly Holders[],
  rarities: readonly number[],
): Map<number, number> {
  const sums = new Map<number, number>()
  holders.forEach(({ counts }, at) => {
    const rarity = rarities[at] ?? 0
    for (const [id, count] of counts) {
      sums.set(id, (sums.get(id) ?? 0) + wordValue(rarity, count))
    }
  })
  return sums
}
