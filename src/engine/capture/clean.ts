/** F-09, G-10. What a hook brings goes through the same gates as a transcript before it is looked at. */

import { withoutPrivate } from '../../sessions/private.ts'
import type { Host, TranscriptMessage } from '../../sessions/transcript.ts'
import type { Caller, Engine } from '../engine.ts'
import { cleanMessage, type KnownCalls } from '../sessions/clean-message.ts'
import { exclusionOf } from '../sessions/exclusion.ts'
import type { Heard, Spoken } from './spoken.ts'

/** Messages out of the store are clean already and pass as they are. */
export async function cleaned(
  engine: Engine,
  caller: Caller,
  session: Heard,
  messages: readonly Spoken[],
): Promise<readonly Spoken[]> {
  if (messages.every(({ seq }) => seq !== null)) return messages
  const exclusion = exclusionOf(engine.config.privacy.excludedPaths, engine.machine.home)
  if (caller.folder !== null && exclusion.isExcluded(caller.folder)) return []
  const withheld = new Set<string>()
  const calls: KnownCalls = {
    add: (id, isWithheld) => void (isWithheld ? withheld.add(id) : withheld.delete(id)),
    isWithheld: (id) => withheld.has(id),
  }
  const rules = { secrets: engine.secrets, exclusion, calls }
  const clean: Spoken[] = []
  for (const message of messages) {
    const told = await cleanMessage(rules, asTold(caller, session, message))
    clean.push({
      ...message,
      messageId: told.messageId,
      eventId: told.eventId,
      text: told.text,
      toolCalls: told.toolCalls,
      toolResult: told.toolResult,
    })
  }
  return clean
}

/** As a reader of transcripts would have handed it over. */
function asTold(caller: Caller, session: Heard, message: Spoken): TranscriptMessage {
  const { messageId, eventId, role, origin, at, toolCalls, toolResult, isMeta } = message
  return {
    // Only looked at by parts that do not ask which host it is.
    host: session.host as Host,
    sessionId: session.id,
    parentSessionId: session.parent,
    messageId,
    eventId,
    role: role as TranscriptMessage['role'],
    text: withoutPrivate(message.text),
    toolCalls: (toolCalls ?? []) as TranscriptMessage['toolCalls'],
    toolResult: toolResult ?? null,
    at,
    cwd: caller.folder,
    branch: null,
    model: null,
    origin,
    isMeta: isMeta === true,
  }
}
