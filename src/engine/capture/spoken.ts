/** What capture looks at, whether a hook or a transcript brought it: one shape, one name per event. */
import type { Message } from '../../capture/message.ts'
import type { Origin } from '../../memory/memory.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { StoredMessage } from '../../store/sessions.ts'
import type { Engine } from '../engine.ts'

/** The session that something was said in. */
export interface Heard {
  readonly host: string
  readonly id: string
  /** The session that started this one; hooks name that one (F-08). */
  readonly parent: string | null
}

export interface Spoken extends Message {
  /** What the host calls the event, in hooks and transcripts alike. */
  readonly eventId: string
  readonly origin: Origin
  /** The place in the store; null for what a hook brought before any transcript did. */
  readonly seq: number | null
}

export function spokenOf(message: StoredMessage): Spoken {
  const { messageId, eventId, role, origin, at, text, calls, callId, failed, isMeta, seq } = message
  const isAnswer = callId !== null
  return {
    messageId,
    eventId,
    role,
    origin,
    at,
    // A tool's answer is no speech: its words belong to the result.
    text: isAnswer ? '' : text,
    toolCalls: calls,
    toolResult: isAnswer ? { callId, text, failed } : null,
    isMeta,
    seq,
  }
}

/** F-08. The same for a hook and for the transcript that tells of it later. */
export function keyOfEvent(session: Heard, eventId: string): string {
  return eventKey(session.host, session.parent ?? session.id, eventId)
}

/** Whether a person said this: not the host, not another agent, not a tool. */
export function isPersonal(message: Spoken): boolean {
  return message.role === 'user' && message.origin === 'user' && message.isMeta !== true
}

/** When it was said. A host's clock may be missing, broken or ahead of ours. */
export function saidAt(engine: Engine, message: { readonly at: string | null }): string {
  const now = engine.clock.now()
  const ms = message.at === null ? Number.NaN : Date.parse(message.at)
  return Number.isNaN(ms) || ms > Date.parse(now) ? now : new Date(ms).toISOString()
}
