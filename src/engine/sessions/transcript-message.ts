/** A stored message as capture reads it: like the transcript's own, with the tool's answer apart. */
import type { Message } from '../../capture/message.ts'
import type { StoredMessage } from '../../store/sessions.ts'

export function asSpoken(stored: StoredMessage): Message {
  const { messageId, role, at, text, calls, callId, failed, isMeta } = stored
  const isAnswer = callId !== null
  return {
    messageId,
    role,
    at,
    text: isAnswer ? '' : text,
    toolCalls: calls,
    toolResult: isAnswer ? { callId, text, failed } : null,
    isMeta,
  }
}
