/** Gemini CLI's hooks: other names for the same events. */

import { type Fields, fieldsIn, resultText, textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'
import { startOf } from './shaped.ts'

export const gemini: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'session_id')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    const common = {
      session,
      folder: textIn(payload, 'cwd'),
      transcript: textIn(payload, 'transcript_path'),
      agent: null,
      at: textIn(payload, 'timestamp'),
    }
    switch (event) {
      case 'SessionStart':
        return { ...common, kind: 'session:start', start: startOf(textIn(payload, 'source')) }
      case 'BeforeAgent':
        return {
          ...common,
          kind: 'prompt:submit',
          prompt: textIn(payload, 'prompt') ?? '',
          promptId: null,
        }
      case 'BeforeTool':
        return { ...common, kind: 'tool:pre', tool: toolOf(payload) }
      case 'AfterTool': {
        const response = fieldsIn(payload, 'tool_response')
        const error = textIn(response, 'error')
        const result = error ?? resultText(payload.tool_response)
        return {
          ...common,
          kind: 'tool:post',
          tool: toolOf(payload),
          result,
          failed: error !== null,
        }
      }
      case 'PreCompress':
        return { ...common, kind: 'compact:pre', trigger: textIn(payload, 'trigger') }
      case 'SessionEnd':
        return { ...common, kind: 'session:end', reason: textIn(payload, 'reason') }
      default:
        return { kind: 'nothing', why: `${event} is not used` }
    }
  },
  answer: (event, { context, guard }) => {
    if (guard && event === 'BeforeTool') {
      return guard.decision === 'block'
        ? { decision: 'deny', reason: guard.reason }
        : { systemMessage: guard.reason }
    }
    const taking = event === 'SessionStart' || event === 'BeforeAgent' || event === 'AfterTool'
    if (!taking || !context) return null
    return { hookSpecificOutput: { hookEventName: event, additionalContext: context } }
  },
}

/** Calls have no ids here: name and time tell them apart. */
function toolOf(payload: Fields) {
  const name = textIn(payload, 'tool_name') ?? 'unknown'
  const at = textIn(payload, 'timestamp') ?? ''
  return { id: `${name}~${at}`, name, input: payload.tool_input }
}
