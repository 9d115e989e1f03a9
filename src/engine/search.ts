/** D-01, D-05 to D-07, D-10, D-18. Finding by words. */
import type { Memory } from '../memory/memory.ts'
import { candidateOf, scoredSearch } from '../ranking/scored-search.ts'
import { parseQuery } from '../search/query.ts'
import { searchable } from '../search/visible.ts'
import type { MemoryFilter } from '../store/filter.ts'
import type { TextHit } from '../store/store.ts'
import { snippetOf } from '../text/snippet.ts'
import { contentWords } from '../text/words.ts'
import type { Caller, Engine } from './engine.ts'
import { visible } from './find-memory.ts'

export interface SearchInput {
  readonly query: string
  readonly limit: number
  readonly strategy: 'keyword' | 'bm25'
  readonly rank: 'scored' | 'relevance'
  readonly minScore: number
  readonly filter: MemoryFilter
}

export interface SearchHit {
  readonly memory: Memory
  readonly score: number
  readonly match: number
  readonly snippet: string
}

/** Candidates beyond the limit, so that recency and use may still move something up. */
const REACH = 5

/** Counts nothing: whoever hands the hits on counts them as used, or as injected (B-10). */
export async function searchMemories(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
): Promise<SearchHit[]> {
  const now = engine.clock.now()
  const parsed = parseQuery(input.query)
  const terms = contentWords(parsed.text)
  const filter = searchable(now, {
    ...visible(caller),
    ...input.filter,
    ...(parsed.tags.length > 0 ? { tags: [...(input.filter.tags ?? []), ...parsed.tags] } : {}),
    ...(parsed.types.length > 0 ? { types: parsed.types } : {}),
    ...(parsed.file !== null ? { file: parsed.file } : {}),
  })
  const found =
    parsed.text === ''
      ? await newest(engine, filter, input.limit)
      : await byWords(engine, parsed.text, terms, filter, input.limit * REACH)
  const memories = await engine.store.memories.get(found.map((hit) => hit.id))
  const best = found[0]?.score ?? 1
  const hits = memories.flatMap((memory, index) => {
    const hit = found[index]
    if (!hit) return []
    const match = best > 0 ? hit.score / best : 0
    const { total } = scoredSearch(engine.config.search, candidateOf(memory, match, now))
    const passage = memory.content.slice(hit.start, hit.end)
    const score = input.rank === 'relevance' ? match : total
    return [{ memory, score, match, snippet: snippetOf(passage, terms) }]
  })
  return shadowed(hits)
    .sort((a, b) => archivedLast(a, b) || b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .filter((hit) => hit.match >= input.minScore)
    .slice(0, input.limit)
}

/** D-10. A person's own expression first; what cannot be parsed is looked up word by word. */
async function byWords(
  engine: Engine,
  text: string,
  terms: readonly string[],
  filter: MemoryFilter,
  limit: number,
): Promise<readonly TextHit[]> {
  const { text: index } = engine.store
  if (looksLikeExpression(text)) {
    const raw = await index.search({ kind: 'raw', expression: text }, filter, limit)
    if (raw !== null && raw.length > 0) return raw
  }
  return (await index.search({ kind: 'terms', terms }, filter, limit)) ?? []
}

/** Plain words would be joined with AND by the raw syntax; only operators and phrases ask for it. */
function looksLikeExpression(text: string): boolean {
  return /"|\*|\b(?:AND|OR|NOT|NEAR)\b|[()^]/.test(text)
}

async function newest(engine: Engine, filter: MemoryFilter, limit: number): Promise<TextHit[]> {
  const memories = await engine.store.memories.list(filter, { limit })
  return memories.map(({ id, content }) => ({ id, start: 0, end: content.length, score: 1 }))
}

/** D-18, L. Archived ones are still found, after all others. */
function archivedLast(a: SearchHit, b: SearchHit): number {
  return Number(a.memory.archived) - Number(b.memory.archived)
}

/** Same name in both: the project's is used here. */
function shadowed(hits: readonly SearchHit[]): SearchHit[] {
  const own = new Set(
    hits.filter(({ memory }) => memory.scope === 'project').map(({ memory }) => memory.name),
  )
  return hits.filter(({ memory }) => memory.scope !== 'global' || !own.has(memory.name))
}
