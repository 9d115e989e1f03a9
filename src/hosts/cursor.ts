/** Cursor's hooks: names and fields of its own. */
import { type Fields, fieldsIn, resultText, textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'

export const cursor: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'conversation_id') ?? textIn(payload, 'session_id')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    const common = {
      session,
      folder: firstRoot(payload),
      transcript: textIn(payload, 'transcript_path'),
      agent: null,
      at: null,
    }
    switch (event) {
      case 'sessionStart':
        return { ...common, kind: 'session:start', start: 'startup' }
      case 'beforeSubmitPrompt': {
        const prompt = textIn(payload, 'prompt') ?? ''
        if (prompt === '') return { kind: 'nothing', why: 'the prompt is empty' }
        const promptId = textIn(payload, 'generation_id')
        return { ...common, kind: 'prompt:submit', prompt, promptId }
      }
      case 'preToolUse':
        return { ...common, kind: 'tool:pre', tool: toolOf(payload) }
      case 'postToolUse':
        return {
          ...common,
          kind: 'tool:post',
          tool: toolOf(payload),
          result: resultText(payload.tool_output ?? payload.tool_response),
          failed: false,
        }
      case 'preCompact':
        return { ...common, kind: 'compact:pre', trigger: textIn(payload, 'trigger') }
      case 'sessionEnd':
        return { ...common, kind: 'session:end', reason: textIn(payload, 'reason') }
      default:
        return { kind: 'nothing', why: `${event} is not used` }
    }
  },
  answer: (event, { context, guard }) => {
    if (event === 'preToolUse') {
      if (guard === null) return null
      const { reason } = guard
      return guard.decision === 'block'
        ? { permission: 'deny', user_message: reason, agent_message: reason }
        : { permission: 'allow', agent_message: reason }
    }
    if (!context) return null
    if (event === 'sessionStart') return { additional_context: context }
    return event === 'beforeSubmitPrompt' ? { continue: true, additional_context: context } : null
  },
}

function firstRoot(payload: Fields): string | null {
  const [root] = Array.isArray(payload.workspace_roots) ? payload.workspace_roots : []
  return typeof root === 'string' ? root : textIn(payload, 'cwd')
}

function toolOf(payload: Fields) {
  const id = textIn(payload, 'tool_use_id') ?? textIn(payload, 'generation_id') ?? ''
  const input = payload.tool_input ?? fieldsIn(payload, 'tool_args')
  return { id, name: textIn(payload, 'tool_name') ?? 'unknown', input }
}
