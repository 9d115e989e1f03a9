/** Where a word stands in a text index of history, and BM25 over what was found. */
import { wordValue } from '../rules/history-scores.ts'
import type { Database } from './database.ts'

/** A word that stands in more texts than this says too little to be worth reading where. */
const MAX_HOLDERS = 12_000

interface Holders {
  /** How many of the history hold it. */
  readonly holding: number
  /** How often it stands in each. */
  readonly counts: ReadonlyMap<number, number>
}

export function holdersOf(
  db: Database,
  table: string,
  token: string,
  belongs: (id: number) => boolean,
): Holders {
  const frequent = db.get(`SELECT doc FROM ${table}_word WHERE term = ?`, token)
  const total = Number(frequent?.doc ?? 0)
  if (total === 0 || total > MAX_HOLDERS) return { holding: total, counts: new Map() }
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
