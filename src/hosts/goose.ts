/**
 * Goose's hooks: Claude Code's names, different fields. Goose ignores what a hook prints; the hook program
 * writes the context to the file that Goose reads with each turn.
 */
import { textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'

export const goose: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'session_id')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    const folder = textIn(payload, 'working_dir')
    const common = { session, folder, transcript: null, agent: null, at: null }
    switch (event) {
      case 'SessionStart':
        return { ...common, kind: 'session:start', start: 'startup' }
      case 'UserPromptSubmit': {
        const prompt = textIn(payload, 'message') ?? ''
        if (prompt === '') return { kind: 'nothing', why: 'the prompt is empty' }
        return { ...common, kind: 'prompt:submit', prompt, promptId: null }
      }
      case 'SessionEnd':
        return { ...common, kind: 'session:end', reason: null }
      default:
        return { kind: 'nothing', why: `${event} is not used` }
    }
  },
  answer: (_event, { context }) => context,
}
