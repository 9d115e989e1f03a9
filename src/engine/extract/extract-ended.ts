/** G-08, M-25. Extracts from a session in the background when it ends, whatever its length. */
import type { SessionRef } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import { readSession } from '../sessions/read-session.ts'
import { sessionsToRetry } from './cursor.ts'
import { extractSession } from './extract-session.ts'

/** Sessions postponed by an outage that are retried with one that ends. */
const MAX_RETRIES = 3

export function extractGrowing(engine: Engine, caller: Caller, { id, host }: SessionRef): void {
  engine.background.start(`extract ${id}`, async (signal) => {
    const session = await engine.store.sessions.get(id, host)
    if (session !== null) await extractSession(engine, caller, session, { signal })
  })
}

export function extractEnded(engine: Engine, caller: Caller, { id, host }: SessionRef): void {
  engine.background.start(`extract ${id}`, async (signal) => {
    // Includes what the host wrote last.
    await readSession(engine, caller, { id, host })
    const ended = await engine.store.sessions.get(id, host)
    if (ended !== null) await extractSession(engine, caller, ended, { signal, force: true })
    for (const key of (await sessionsToRetry(engine)).slice(0, MAX_RETRIES)) {
      const session = key.id === id ? null : await engine.store.sessions.get(key.id, key.host)
      if (session !== null) await extractSession(engine, caller, session, { signal, force: true })
    }
  })
}
