/** G-08. What a session taught is drawn out when it ends, without anybody waiting for it. */
import type { SessionRef } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import { extractSession } from './extract-session.ts'

export async function extractEnded(
  engine: Engine,
  caller: Caller,
  { id, host }: SessionRef,
): Promise<void> {
  engine.background.start(`extract ${id}`, async (signal) => {
    const session = await engine.store.sessions.get(id, host)
    if (session !== null) await extractSession(engine, caller, session, { signal })
  })
}
