/** Short ways to ask a store for words, through the same door as recall. */
import type { Corpus } from '../../src/search/corpus.ts'
import { wordGroups } from '../../src/search/terms.ts'
import type { MemoryFilter } from '../../src/store/filter.ts'
import type { MessageFilter } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { SynonymSettings } from '../../src/text/synonyms.ts'

const NO_SYNONYMS = SynonymSettings.parse({ weight: 0 })
const MAX_WORDS = 64
/** As many as recall asks for; the order is exact among the first of them. */
const CANDIDATES = 100

export interface Hit {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly score: number
}

export async function findWords(
  store: Store,
  words: readonly string[],
  filter: MemoryFilter = {},
  limit = 10,
): Promise<Hit[]> {
  return (await find(store.recall, words, filter, limit)) ?? []
}

/** Null for what cannot be parsed. */
export function findExpression(
  store: Store,
  expression: string,
  filter: MemoryFilter = {},
  limit = 10,
): Promise<Hit[] | null> {
  return find(store.recall, expression, filter, limit)
}

/** By a list of words, or by an expression; ids are the keys of messages. */
export function findMessages(
  store: Pick<Store, 'sessions'>,
  asked: string | readonly string[],
  filter: MessageFilter = {},
  limit = 10,
): Promise<Hit[] | null> {
  return find(store.sessions.recall, asked, filter, limit)
}

async function find<Filter>(
  corpus: Corpus<Filter>,
  asked: string | readonly string[],
  filter: Filter,
  limit: number,
): Promise<Hit[] | null> {
  const ranked = await corpus.byText(
    typeof asked === 'string'
      ? { kind: 'raw', expression: asked }
      : { kind: 'terms', terms: wordGroups(NO_SYNONYMS, asked.join(' '), MAX_WORDS) },
    filter,
  )
  if (ranked === null) return null
  const best = (await ranked.best(Math.max(limit, CANDIDATES))).slice(0, limit)
  const units = await corpus.units(
    best.map(({ unit }) => unit),
    filter,
  )
  const ids = new Map(units.map(({ key, id }) => [key, id]))
  return best.map(({ unit, start, end, score }) => ({
    id: ids.get(unit) ?? '',
    start,
    end,
    score,
  }))
}
