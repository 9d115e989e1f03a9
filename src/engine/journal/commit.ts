/** Applies decisions; when another writer was faster, they are made again. */
import { MnemeError } from '../../errors.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { withinCap } from '../memories/cap.ts'
import { projectChanges } from '../projects/projects.ts'
import { refuseTeamCopies } from '../team/copy-guard.ts'

export interface DecidedChanges<Result> {
  readonly changes: readonly Change[]
  readonly result: Result
}

const TRIES = 8

/**
 * Decides on the present state and applies the decision. On a conflict, which means that what was read has
 * changed, it reads and decides again. No changes, no batch.
 */
export async function decideAndCommit<Result>(
  engine: Engine,
  caller: Caller,
  cause: string,
  decide: () => Promise<DecidedChanges<Result>>,
): Promise<Result & { readonly batch: string | null }> {
  for (let attempt = 1; ; attempt++) {
    const { changes, result } = await decide()
    if (changes.length === 0) return { ...result, batch: null }
    try {
      return { ...result, batch: await commit(engine, caller, cause, changes) }
    } catch (thrown) {
      const retry = thrown instanceof MnemeError && thrown.code === 'conflict' && attempt < TRIES
      if (!retry) throw thrown
    }
  }
}

/** Applies the changes as one batch and notifies subscribers. */
export async function commit(
  engine: Engine,
  caller: Caller,
  cause: string,
  changes: readonly Change[],
  { undoes, run }: { readonly undoes?: string; readonly run?: string } = {},
): Promise<string> {
  await writeDownProject(engine, caller)
  await refuseTeamCopies(engine, changes)
  const id = engine.clock.newId()
  const at = engine.clock.now()
  // An undo restores the earlier timestamps.
  const stamped =
    undoes === undefined
      ? (await withinCap(engine, changes)).map((change) => withStateSince(change, at))
      : changes
  const batch = { id, at, actor: caller.actor, cause, changes: stamped }
  await engine.store.apply({
    ...batch,
    ...(undoes === undefined ? {} : { undoes }),
    ...(run === undefined ? {} : { run }),
  })
  for (const change of changes) {
    if (change.kind !== 'memory') continue
    const key = change.op === 'insert' ? change.row.id : change.key
    engine.events.emit({ name: EVENT_NAMES[change.op], at, data: { id: key, batch: id, cause } })
  }
  return id
}

/** I-02. Every change of a memory's state records since when. */
function withStateSince(change: Change, at: string): Change {
  if (change.kind !== 'memory' || change.op !== 'update') return change
  const { state, stateSince } = change.set
  if (state === undefined || stateSince !== undefined) return change
  return { ...change, set: { ...change.set, stateSince: at } }
}

/** Projects known to be stored, so that they are not looked up on each write. */
const writtenDown = new WeakMap<Store, Map<string, string>>()

/** In a batch of its own: undoing the first memory of a project must not take the project away. */
async function writeDownProject(
  { store, clock }: Engine,
  { actor, project }: Caller,
): Promise<void> {
  if (!project) return
  const known = writtenDown.get(store) ?? new Map<string, string>()
  const present = JSON.stringify(project)
  if (known.get(project.id) === present) return
  const changes = await projectChanges(store, project)
  if (changes.length > 0) {
    const batch = { id: clock.newId(), at: clock.now(), actor, cause: UNASKED.project }
    await store.apply({ ...batch, changes })
  }
  writtenDown.set(store, known.set(project.id, present))
}

/** The causes of batches that no caller asked for; `undo` skips them. */
export const UNASKED = {
  project: 'project seen',
  boundary: 'episode began',
  scale: 'proved durable',
  team: 'team sync',
} as const

export function isUnasked(cause: string): boolean {
  return Object.values<string>(UNASKED).includes(cause)
}

const EVENT_NAMES = {
  insert: 'memory_created',
  update: 'memory_updated',
  delete: 'memory_deleted',
} as const
