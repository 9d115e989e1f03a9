/** F-01, G-02. Passes new messages of a session to capture; without a handler, they wait. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'

/**
 * Returns the number of memories made. The position is stored, so that nothing is captured twice or missed when
 * a process ends between storing and capturing.
 */
export async function captureNews(
  engine: Engine,
  caller: Caller,
  key: SessionKey,
): Promise<number> {
  if (!engine.handlers.handles('transcript:grown')) return 0
  const session = await engine.store.sessions.get(key.id, key.host)
  if (session === null) return 0
  const messages = await engine.store.sessions.messages(key, { afterSeq: session.captured })
  if (messages.length === 0) return 0
  const project = session.project && (await engine.store.projects.get(session.project))
  const config = session.cwd === null ? engine.config : await engine.machine.settingsIn(session.cwd)
  const there = { ...caller, project: project || null, session: session.id, folder: session.cwd }
  const given = { session, messages }
  const reports = await engine.handlers.dispatch(
    { ...engine, config },
    there,
    'transcript:grown',
    given,
  )
  const isCaptured = reports.some(({ outcome, answer }) => outcome === 'done' && answer !== null)
  if (!isCaptured) return 0
  await engine.store.sessions.markCaptured(key, Math.max(...messages.map(({ seq }) => seq)))
  return reports.reduce((sum, { answer }) => sum + (answer ?? 0), 0)
}
