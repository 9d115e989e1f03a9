/** K-18. One sync with the team: sends the queue, fetches changes. */
import type { Caller, Engine } from '../engine.ts'
import { pull } from './copy.ts'
import { requireTeam } from './membership.ts'
import { replay } from './queue.ts'

interface Synced {
  readonly sent: number
  readonly refused: number
  readonly waiting: number
  readonly changed: number
  readonly gone: number
}

export async function syncTeam(engine: Engine, caller: Caller): Promise<Synced> {
  const inTeam = requireTeam(engine)
  const said = await replay(engine, caller, inTeam)
  const taken = await pull(engine, inTeam)
  return { ...said, ...taken }
}
