/** M-55. Hands one agent's session over to another. */
import { type Handoff, handoffOf, renderHandoff } from '../../capture/handoff.ts'
import { MnemeError } from '../../errors.ts'
import type { Caller, Engine } from '../engine.ts'
import { findSession } from './find-session.ts'
import { readSession } from './read-session.ts'
import { messageOf } from './stored-message.ts'

interface SessionHandoff extends Handoff {
  readonly session: string
  readonly host: string
  readonly text: string
}

export async function handOff(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<SessionHandoff> {
  const session = await findSession(engine, caller, reference)
  await readSession(engine, caller, session)
  const messages = await engine.store.sessions.messages(session)
  const handoff = handoffOf(engine.config.sessions.lifeboat, messages.map(messageOf))
  const at = session.lastAt?.slice(0, 16).replace('T', ' ')
  const from = `a ${session.host} session${at ? ` of ${at}` : ''}`
  const text = renderHandoff(handoff, from)
  if (text === null) {
    throw new MnemeError('not_found', `session ${session.id} holds nothing to continue from`, {
      hint: 'Choose another one: mneme sessions list',
    })
  }
  return { ...handoff, session: session.id, host: session.host, text }
}
