/** B-12, F-09. Memory can be switched off: everywhere, in one project, or for one session. */

import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'

export type OffWhere = 'everywhere' | 'project' | 'session'

const EVERYWHERE = 'off'
const ofSession = (session: string) => `off:session:${session}`

export async function isOff(engine: Engine, caller: Caller): Promise<boolean> {
  if (!engine.config.memory.enabled || caller.project?.off) return true
  if ((await engine.store.notes.get(EVERYWHERE)) !== null) return true
  return (
    caller.session !== null && (await engine.store.notes.get(ofSession(caller.session))) !== null
  )
}

export async function switchMemory(
  engine: Engine,
  caller: Caller,
  where: OffWhere,
  off: boolean,
): Promise<void> {
  if (where === 'project' && caller.project) {
    await commit(engine, caller, off ? 'off' : 'on', [
      { op: 'update', kind: 'project', key: caller.project.id, set: { off } },
    ])
    return
  }
  const key = where === 'session' && caller.session ? ofSession(caller.session) : EVERYWHERE
  if (off) await engine.store.notes.set(key, engine.clock.now())
  else await engine.store.notes.remove(key)
}
