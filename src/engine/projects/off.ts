/** B-12, F-09. Whether memory is disabled: everywhere, in one project, or for one session. */

import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'

type OffWhere = 'everywhere' | 'project' | 'session'

const EVERYWHERE = 'off'
const ENABLED_VARIABLE = 'MNEME_MEMORY_ENABLED'
const ofSession = (session: string) => `off:session:${session}`

export async function isOff(engine: Engine, caller: Caller): Promise<boolean> {
  if (!engine.config.memory.enabled || caller.project?.off) return true
  if ((await engine.store.notes.get(EVERYWHERE)) !== null) return true
  return (
    caller.session !== null && (await engine.store.notes.get(ofSession(caller.session))) !== null
  )
}

/**
 * M-06. The same, ignoring the repository's own file: a clone may disable memory, but not a person's guards.
 */
export async function isOffByPerson(engine: Engine, caller: Caller): Promise<boolean> {
  const { config, configured, home } = engine
  const from = configured.sources.get('memory.enabled') ?? ''
  const isRepositorys = from !== '' && from !== ENABLED_VARIABLE && !from.startsWith(home.config)
  if (!isRepositorys || config.memory.enabled) return isOff(engine, caller)
  return isOff(
    { ...engine, config: { ...config, memory: { ...config.memory, enabled: true } } },
    caller,
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
