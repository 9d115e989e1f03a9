/** G-02. New messages go through capture, where there is one; until there is, they wait. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'

/**
 * The number of memories that came of it. How far a session went through capture is kept, so that
 * nothing is captured twice or left out when a process ends between storing and capturing.
 */
export async function captureNews(
  engine: Engine,
  caller: Caller,
  key: SessionKey,
): Promise<number> {
  const capture = engine.captureMessages
  if (capture === undefined) return 0
  const session = await engine.store.sessions.get(key.id, key.host)
  if (session === null) return 0
  const messages = await engine.store.sessions.messages(key, { afterSeq: session.captured })
  if (messages.length === 0) return 0
  const project = session.project && (await engine.store.projects.get(session.project))
  const config = session.cwd === null ? engine.config : await engine.machine.settingsIn(session.cwd)
  const there = { ...caller, project: project || null, session: session.id, folder: session.cwd }
  const { memories } = await capture({ ...engine, config }, there, session, messages)
  await engine.store.sessions.captured(key, Math.max(...messages.map(({ seq }) => seq)))
  return memories
}
