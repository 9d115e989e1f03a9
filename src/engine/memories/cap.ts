/** B-09. When there are more memories than the owner wants to keep, the least worth make room. */
import type { Memory } from '../../memory/memory.ts'
import { overCap } from '../../ranking/cap.ts'
import type { Change } from '../../store/change.ts'
import type { Engine } from '../engine.ts'
import { OWN_SCOPES } from '../team/copy-guard.ts'

/** K-18. The team's are the team's to keep: they neither count nor make room. */
const LIVING = {
  states: ['new', 'high', 'low'],
  archived: false,
  superseded: false,
  scopes: OWN_SCOPES,
} as const

/** In the same batch as what came in, so that undoing that brings back what made room for it. */
export async function withinCap(
  engine: Engine,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const { maxMemories } = engine.config.store
  const arriving = changes.flatMap((change) =>
    change.op === 'insert' && change.kind === 'memory' && isLiving(change.row) ? change.row : [],
  )
  if (maxMemories === 0 || arriving.length === 0) return changes
  const { memories } = engine.store
  const present = await memories.count(LIVING)
  if (present + arriving.length <= maxMemories) return changes
  const all = [...(await memories.list(LIVING, { limit: present, order: 'id' })), ...arriving]
  const settings = { cap: { maxMemories }, scoredSearch: engine.config.search }
  const leaving = new Set(overCap(settings, all, engine.clock.now()).map(({ id }) => id))
  const arrived = new Set(arriving.map(({ id }) => id))
  return [
    ...changes.map((change) =>
      change.op === 'insert' && change.kind === 'memory' && leaving.has(change.row.id)
        ? { ...change, row: { ...change.row, archived: true } }
        : change,
    ),
    ...[...leaving]
      .filter((id) => !arrived.has(id))
      .map((key): Change => ({ op: 'update', kind: 'memory', key, set: { archived: true } })),
  ]
}

function isLiving(memory: Memory): boolean {
  return memory.state !== 'removed' && !memory.archived && memory.supersededBy === null
}
