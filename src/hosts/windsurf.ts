/** Windsurf's hooks report prompts but accept no context: it gets MCP and rule files. */
import { fieldsIn, textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'

export const windsurf: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'trajectory_id')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    if (event !== 'pre_user_prompt') return { kind: 'nothing', why: `${event} is not used` }
    const info = fieldsIn(payload, 'tool_info')
    const prompt = textIn(info, 'user_prompt') ?? textIn(info, 'prompt') ?? ''
    if (prompt === '') return { kind: 'nothing', why: 'the prompt is empty' }
    return {
      kind: 'prompt:submit',
      session,
      folder: textIn(info, 'cwd'),
      transcript: null,
      agent: null,
      at: textIn(payload, 'timestamp'),
      prompt,
      promptId: textIn(payload, 'execution_id'),
    }
  },
  answer: () => null,
}
