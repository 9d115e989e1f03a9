/** M-31, M-40. After transcripts were read: indexes the commits of their projects and makes vectors. */

import type { Store } from '../../store/store.ts'
import { findEvidence } from '../context/evidence.ts'
import type { Caller, Engine } from '../engine.ts'
import { indexAllCommits, indexCommits } from '../projects/index-commits.ts'
import { fillVectors } from '../recall/fill-vectors.ts'

/** Runs once after a burst of readings. */
const DELAY_MS = 1500
/** A command stops after this time; the daemon does the rest. */
const COMMAND_LIMIT_MS = 5 * 60_000

/** Only in a process that lives long enough: the daemon, or a command that reads everything. */
export function followReading(engine: Engine, { door }: Caller): void {
  if (door !== 'job' && door !== 'cli') return
  engine.background.later('history index', DELAY_MS, async () => {
    await indexAllCommits(engine)
    if (engine.config.embed.provider === 'none') return
    const limit = door === 'cli' ? { withinMs: COMMAND_LIMIT_MS } : {}
    for (const corpus of ['messages', 'commits'] as const) await fillVectors(engine, corpus, limit)
  })
}

/** Any words will do: the lookup warms the caches for the first prompt. */
const WARM_UP = { prompt: 'what was decided about the project before', files: [] } as const
/** Once for each project and process: later sessions find the caches warm. */
const warm = new WeakMap<Store, Set<string>>()

/** M-33, M-40. Warms the model and indexes new commits when a session begins. */
export async function prepareHistory(engine: Engine, caller: Caller): Promise<void> {
  const { project, folder } = caller
  const hasModel = engine.config.embed.provider !== 'none'
  if (hasModel && !engine.embedding.isWarm) await engine.embedding.embed(['-'], { kind: 'query' })
  if (project === null || folder === null || project.off) return
  if (isFirst(engine, project.id)) await findEvidence(engine, caller, WARM_UP)
  const { added } = await indexCommits(engine, project.id, folder)
  if (added > 0 && hasModel) await fillVectors(engine, 'commits')
}

function isFirst({ store }: Engine, project: string): boolean {
  const known = warm.get(store) ?? new Set()
  warm.set(store, known)
  if (known.has(project)) return false
  known.add(project)
  return true
}
