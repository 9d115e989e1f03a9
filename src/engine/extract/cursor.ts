/** G-08. How far each session was extracted from, so that nothing is looked at twice. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Engine } from '../engine.ts'

const noteOf = ({ host, id }: SessionKey) => `extracted:${host}:${id}`

export async function readCursor(engine: Engine, session: SessionKey): Promise<number> {
  return Number((await engine.store.notes.get(noteOf(session))) ?? 0)
}

export async function moveCursor(engine: Engine, session: SessionKey, seq: number): Promise<void> {
  await engine.store.notes.set(noteOf(session), String(seq))
}

export async function forgetCursor(engine: Engine, session: SessionKey): Promise<void> {
  await engine.store.notes.remove(noteOf(session))
}
