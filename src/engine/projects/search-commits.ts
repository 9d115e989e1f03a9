/** M-40. Searches commits by words, meaning, file and date. */
import { rarities } from '../../context/evidence/words.ts'
import { questionToEmbed } from '../../search/embed-text.ts'
import type { CommitFilter, StoredCommit } from '../../store/commits.ts'
import { indexTerms, indexToken } from '../../text/index-text.ts'
import { snippetOf } from '../../text/snippet.ts'
import { contentWords } from '../../text/words.ts'
import type { Engine } from '../engine.ts'
import type { SessionsFound } from '../sessions/search.ts'

const CANDIDATES = 100
/** Weight of meaning beside the words. */
const MEANING_SHARE = 0.5

interface CommitSearch {
  readonly query: string
  readonly filter: CommitFilter
  readonly limit: number
  readonly byMeaning: boolean
}

/** Without words, the newest that the filter lets through. */
export async function searchCommits(
  engine: Engine,
  { query, filter, limit, byMeaning }: CommitSearch,
): Promise<SessionsFound> {
  const { commits } = engine.store
  const tokens = [...new Set(indexTerms(query).map(indexToken))]
  if (tokens.length === 0) {
    const newest = await commits.list(filter, limit)
    return { hits: newest.map((commit) => hitOf(commit, 1, [])), notes: [] }
  }
  const counted = await commits.count(tokens, filter)
  const { best } = await counted.best(rarities(counted.total, counted.holding), CANDIDATES)
  const most = best[0]?.score ?? 0
  const scores = new Map(best.map(({ row, score }) => [row, most > 0 ? score / most : 0]))
  for (const { unit, cosine } of byMeaning ? await nearest(engine, query, filter) : []) {
    scores.set(unit, (scores.get(unit) ?? 0) + MEANING_SHARE * Math.max(cosine, 0))
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, limit)
  const found = await commits.withRows(ranked.map(([row]) => row))
  const top = ranked[0]?.[1] ?? 1
  const words = contentWords(query)
  return {
    hits: found.map((commit) => hitOf(commit, (scores.get(commit.row) ?? 0) / top, words)),
    notes: [],
  }
}

async function nearest({ embedding, store, config }: Engine, query: string, filter: CommitFilter) {
  if (config.embed.provider === 'none') return []
  const made = await embedding.embed([questionToEmbed(query, [])], { kind: 'query' })
  const vector = 'vectors' in made ? made.vectors[0] : undefined
  if (vector === undefined || !('model' in made)) return []
  return store.commits.nearest({ model: made.model, vector }, filter, CANDIDATES)
}

const HASH_CHARACTERS = 10

function hitOf(
  { hash, at, author, message, project, files }: StoredCommit,
  score: number,
  words: readonly string[],
) {
  const [title = ''] = message.split('\n')
  const text = `${message}\n${files.join(' ')}`
  return {
    ...{ session: hash.slice(0, HASH_CHARACTERS), host: 'git', title, project, messageId: hash },
    ...{ role: author, at, snippet: snippetOf(text, words), score },
  }
}
