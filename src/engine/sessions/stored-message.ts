/** A stored message in the shape that capture reads, and when it was said. */
import type { Message } from '../../sessions/message.ts'
import type { StoredMessage } from '../../store/sessions.ts'
import type { Engine } from '../engine.ts'

export function messageOf(stored: StoredMessage): Message {
  const { messageId, eventId, role, origin, at, text, calls, callId, failed, isMeta, seq } = stored
  const isAnswer = callId !== null
  return {
    messageId,
    eventId,
    role,
    origin,
    at,
    text: isAnswer ? '' : text,
    toolCalls: calls,
    toolResult: isAnswer ? { callId, text, failed } : null,
    isMeta,
    seq,
  }
}

/** When it was said. A host's time may be missing, wrong or in the future. */
export function saidAt(engine: Engine, message: { readonly at: string | null }): string {
  const now = engine.clock.now()
  const ms = message.at === null ? Number.NaN : Date.parse(message.at)
  return Number.isNaN(ms) || ms > Date.parse(now) ? now : new Date(ms).toISOString()
}
