/** I-10. A question to memory and what came of it, noted for the jobs after the answer is on its way. */
import { scrubText } from '../../capture/scrub.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Caller, Engine } from '../engine.ts'
import { countRetrieval } from '../memories/use.ts'

interface Outcome {
  readonly query: string
  /** Best first. */
  readonly relevant: readonly string[]
  /** Found, and judged to be beside the point. */
  readonly rejected?: readonly string[]
}

const MAX_QUERY_CHARACTERS = 300

/** Without a judge: those that match at least half as well as the best. */
const RELEVANT_MATCH = 0.5

export function relevantAmong(
  hits: readonly { readonly memory: Memory; readonly match: number }[],
): string[] {
  return hits.filter(({ match }) => match >= RELEVANT_MATCH).map(({ memory }) => memory.id)
}

/** Costs one small write, in the background. */
export function noteRetrieval(engine: Engine, caller: Caller, outcome: Outcome): void {
  const { relevant, rejected = [], query } = outcome
  if (relevant.length + rejected.length === 0) return
  countRetrieval(engine, {
    at: engine.clock.now(),
    project: caller.project?.id ?? null,
    session: caller.session,
    query: scrubText(query).text.slice(0, MAX_QUERY_CHARACTERS),
    relevant,
    rejected,
  })
}
