/** F-01. Continues reading the transcript of one session, without checking the others. */
import { findTranscripts } from '../../sessions/find.ts'
import type { StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { type ReadReport, readFound } from './read.ts'

/** By the files of its stored messages; a new one is found by its id. */
export async function readSession(
  engine: Engine,
  caller: Caller,
  session: Pick<StoredSession, 'id'> & Partial<Pick<StoredSession, 'host'>>,
): Promise<ReadReport> {
  const { env, home } = engine.machine
  const paths =
    session.host === undefined
      ? []
      : await engine.store.sessions.pathsOf({ host: session.host, id: session.id })
  const found = (
    await Promise.all(paths.map((path) => findTranscripts({ env, home, path })))
  ).flat()
  const all =
    found.length > 0
      ? found
      : (await findTranscripts({ env, home })).filter(({ sessionId, parentSessionId }) => {
          return sessionId === session.id || parentSessionId === session.id
        })
  return readFound(engine, caller, all)
}
