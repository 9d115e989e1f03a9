/** B-14, F-09. Erases a session and its subagents' sessions; memories made from them stay. */
import { rmSync } from 'node:fs'
import { forgetCapture } from '../capture/forget-capture.ts'
import { backupFiles } from '../care/backups.ts'
import type { Caller, Engine } from '../engine.ts'
import { findSession } from './find-session.ts'

interface ForgottenSession {
  readonly forgotten: boolean
  readonly session: string
  readonly title: string | null
  readonly removed: Record<string, number>
  readonly memories: number
}

export async function forgetSession(
  engine: Engine,
  caller: Caller,
  reference: string,
  really: boolean,
): Promise<ForgottenSession> {
  const { sessions, memories } = engine.store
  const session = await findSession(engine, caller, reference)
  const family = await sessions.list({ ids: [session.id] }, { limit: 1000 })
  const kept = await memories.count({ session: session.id })
  const backups = backupFiles(engine.home)
  const about = { session: session.id, title: session.title, memories: kept }
  if (!really) {
    const messages = family.reduce((sum, each) => sum + each.messages, 0)
    const removed = { sessions: family.length, messages, backups: backups.length }
    return { ...about, forgotten: false, removed }
  }
  let messages = 0
  for (const each of family) {
    messages += (await sessions.forget(each)).messages
    await forgetCapture(engine, each)
  }
  // A backup cannot be cleaned piece by piece: those that may contain the session are deleted.
  for (const { path } of backups) rmSync(path, { force: true })
  const at = engine.clock.now()
  engine.events.emit({ name: 'session_forgotten', at, data: { session: session.id } })
  const removed = { sessions: family.length, messages, backups: backups.length }
  return { ...about, forgotten: true, removed }
}
