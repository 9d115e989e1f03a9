/** F-04. Summarizes a long session in a few lines, under a heading for prior context, without a model. */
import { sessionSummary } from '../../capture/summary.ts'
import { MnemeError } from '../../errors.ts'
import type { Caller, Engine } from '../engine.ts'
import { findSession } from './find-session.ts'
import { readSession } from './read-session.ts'
import { messageOf } from './stored-message.ts'

interface Summarized {
  readonly session: string
  readonly title: string
  readonly text: string
  readonly files: readonly string[]
}

export async function summarizeSession(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<Summarized> {
  const session = await findSession(engine, caller, reference)
  await readSession(engine, caller, session)
  const messages = await engine.store.sessions.messages(session)
  const summary = sessionSummary(engine.config.sessions.summary, messages.map(messageOf))
  if (summary === null) {
    throw new MnemeError('not_found', `session ${session.id} has no request in it`, {
      hint: `See what it holds: mneme sessions show ${session.id}`,
    })
  }
  return { session: session.id, ...summary }
}
