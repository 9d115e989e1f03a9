/** Claude Code's hooks, as version 2.1 sends and takes them. */
import type { HookHost } from './hook-event.ts'
import { shapedHost } from './shaped.ts'

const shaped = shapedHost()

export const claudeCode: HookHost = {
  read: shaped.read,
  /** M-24. `systemMessage` is shown to the person and not to the model. */
  answer: (event, reply) => {
    const answer = shaped.answer(event, reply)
    if (!reply.notice || typeof answer === 'string') return answer
    return { ...answer, systemMessage: reply.notice }
  },
}
