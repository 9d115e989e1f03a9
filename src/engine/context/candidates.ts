/** H-07, H-09. What recall finds for a prompt: fast within the deadline, deeper behind its back. */

import { judge } from '../../context/judge.ts'
import type { PendingHit } from '../../context/pending.ts'
import { type Candidate, type Situation, unmatched } from '../../context/situation.ts'
import { searchable } from '../../search/visible.ts'
import type { Caller, Engine } from '../engine.ts'
import { visible } from '../memories/find-memory.ts'
import { cascadeFrom } from '../recall/cascade.ts'
import type { Patience } from '../recall/query-vector.ts'
import { searchMemories } from '../recall/search.ts'
import type { ContextRequest } from './context.ts'

export interface Fast {
  readonly candidates: readonly Candidate[]
  readonly late: boolean
}

const NOTHING: readonly Candidate[] = []
const SERVED = { archived: false, superseded: false } as const

/** The prompt is cut before it becomes a query: what it is about stands at its two ends. */
const MAX_QUERY_CHARACTERS = 2000

export async function fastCandidates(
  engine: Engine,
  caller: Caller,
  request: ContextRequest,
  deadlineMs: number,
): Promise<Fast> {
  const query = queryOf(request)
  if (query === '' || request.part === 'stable') return { candidates: NOTHING, late: false }
  const late = Symbol('late')
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), deadlineMs)
  })
  const found = recall(engine, caller, query, 'never')
  const first = await Promise.race([found, deadline])
  clearTimeout(timer)
  if (first !== late) return { candidates: first, late: false }
  // Whoever was too late is still heard when it fails.
  engine.background.start('late recall', async () => void (await found))
  return { candidates: NOTHING, late: true }
}

/** Verified by the judge that needs no model; what it refuses does not come up next turn. */
export async function deeperCandidates(
  engine: Engine,
  caller: Caller,
  request: ContextRequest,
  situation: Situation,
  signal: AbortSignal,
): Promise<PendingHit[]> {
  const query = queryOf(request)
  if (query === '' || signal.aborted) return []
  const settings = { judge: engine.config.context.judge, decay: engine.config.ranking.decay }
  const found = await recall(engine, caller, query, 'wait')
  const candidates = [...found, ...(await besides(engine, caller, found))]
  return candidates.map((candidate) => ({
    id: candidate.memory.id,
    match: candidate.match,
    similarity: candidate.similarity,
    passage: candidate.passage,
    relevant: judge(settings, situation, candidate).relevant,
  }))
}

/** The fast path goes by words: a model would take longer than the turn may wait. */
async function recall(
  engine: Engine,
  caller: Caller,
  query: string,
  meaning: Patience,
): Promise<Candidate[]> {
  const { topK, minScore } = engine.config.retrieval
  const hits = await searchMemories(engine, caller, {
    query,
    limit: topK,
    strategy: 'auto',
    rank: 'relevance',
    minScore,
    meaning,
    asTyped: meaning === 'never',
    filter: SERVED,
  })
  return hits
    .filter(({ weak }) => !weak)
    .map((hit) => ({
      memory: hit.memory,
      match: hit.match,
      passage: null,
      similarity: hit.cosine,
      contradictedAt: null,
      relevant: null,
    }))
}

/** E-02. What stands beside those that were found, over links, tags and clusters. */
async function besides(
  engine: Engine,
  caller: Caller,
  found: readonly Candidate[],
): Promise<Candidate[]> {
  const filter = searchable(engine.clock.now(), { ...visible(caller), ...SERVED })
  const seeds = found.map(({ memory, match, similarity }) => ({
    id: memory.id,
    similarity: similarity ?? match,
  }))
  const known = new Set(seeds.map(({ id }) => id))
  const reached = (await cascadeFrom(engine, filter, seeds)).filter(({ id }) => !known.has(id))
  const score = new Map(reached.map((hit) => [hit.id, hit.score]))
  const memories = await engine.store.memories.get([...score.keys()])
  return memories.map((memory) => ({
    ...unmatched(memory),
    match: Math.min(score.get(memory.id) ?? 0, 1),
  }))
}

function queryOf({ prompt, files }: ContextRequest): string {
  const half = MAX_QUERY_CHARACTERS / 2
  const said =
    prompt.length <= MAX_QUERY_CHARACTERS
      ? prompt
      : `${prompt.slice(0, half)} ${prompt.slice(-half)}`
  return [said, ...files.slice(0, 5)].join(' ').trim()
}
