/** H-07, H-09. What recall finds for a prompt: fast within the deadline, deeper behind its back. */

import { judge } from '../../context/judge.ts'
import type { PendingHit } from '../../context/pending.ts'
import type { Candidate, Situation } from '../../context/situation.ts'
import type { Caller, Engine } from '../engine.ts'
import { searchMemories } from '../search.ts'
import type { ContextRequest } from './context.ts'

export interface Fast {
  readonly candidates: readonly Candidate[]
  readonly late: boolean
}

const NOTHING: readonly Candidate[] = []

/** The prompt is cut before it becomes a query: what it is about stands at its two ends. */
const MOST_QUERY_CHARACTERS = 2000

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
  const found = recall(engine, caller, query)
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
  const candidates = await recall(engine, caller, query)
  return candidates.map((candidate) => ({
    id: candidate.memory.id,
    match: candidate.match,
    similarity: candidate.similarity,
    passage: candidate.passage,
    relevant: judge(settings, situation, candidate).relevant,
  }))
}

async function recall(engine: Engine, caller: Caller, query: string): Promise<Candidate[]> {
  const { topK, minScore } = engine.config.retrieval
  const hits = await searchMemories(engine, caller, {
    query,
    limit: topK,
    strategy: 'bm25',
    rank: 'relevance',
    minScore,
    filter: { archived: false, superseded: false },
  })
  return hits.map((hit) => ({
    memory: hit.memory,
    match: hit.match,
    passage: null,
    similarity: null,
    contradictedAt: null,
    relevant: null,
  }))
}

function queryOf({ prompt, files }: ContextRequest): string {
  const half = MOST_QUERY_CHARACTERS / 2
  const said =
    prompt.length <= MOST_QUERY_CHARACTERS
      ? prompt
      : `${prompt.slice(0, half)} ${prompt.slice(-half)}`
  return [said, ...files.slice(0, 5)].join(' ').trim()
}
