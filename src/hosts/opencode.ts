/**
 * Events of our plugins for OpenCode, Kilo, Cline and pi: they run inside the host, so the format is our own.
 */

import { resultText, textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'
import { startOf } from './shaped.ts'

export const opencode: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'sessionID')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    const common = {
      session,
      folder: textIn(payload, 'directory'),
      transcript: null,
      agent: textIn(payload, 'parentID'),
      at: null,
    }
    const tool = {
      id: textIn(payload, 'callID') ?? '',
      name: textIn(payload, 'tool') ?? 'unknown',
      input: payload.args,
    }
    switch (event) {
      case 'session.created':
        return { ...common, kind: 'session:start', start: startOf(textIn(payload, 'source')) }
      case 'chat.message': {
        const prompt = textIn(payload, 'prompt') ?? ''
        // M-37. What another session asks of this one is a subagent's task.
        if (common.agent !== null)
          return { ...common, kind: 'subagent:start', agentType: null, prompt }
        const promptId = textIn(payload, 'messageID')
        return { ...common, kind: 'prompt:submit', prompt, promptId }
      }
      case 'tool.execute.before':
        return { ...common, kind: 'tool:pre', tool }
      case 'tool.execute.after':
        return {
          ...common,
          kind: 'tool:post',
          tool,
          result: resultText(payload.output),
          failed: textIn(payload, 'status') === 'error',
        }
      case 'experimental.session.compacting':
        return { ...common, kind: 'compact:pre', trigger: null }
      case 'session.deleted':
      case 'session.idle':
        return { ...common, kind: 'session:end', reason: event }
      default:
        return { kind: 'nothing', why: `${event} is not used` }
    }
  },
  answer: (_event, { context, guard }) =>
    context === null && guard === null
      ? null
      : { ...(context ? { context } : {}), ...(guard ? { guard } : {}) },
}
