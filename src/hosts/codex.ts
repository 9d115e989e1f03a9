/** Codex's hooks: Claude Code's shape with a turn's id in place of the prompt's, and failures inside PostToolUse. */

import { textIn } from './fields.ts'
import type { HookHost } from './hook-event.ts'
import { readShaped, shapedAnswer } from './shaped.ts'

const FAILED = /(?:Process exited with code|exit code:?) [1-9]\d*/i

export const codex: HookHost = {
  read: (event, payload) => {
    const session = textIn(payload, 'session_id')
    if (session === null) return { kind: 'nothing', why: 'it names no session' }
    const parsed = readShaped(event, payload, {
      session,
      folder: textIn(payload, 'cwd'),
      transcript: textIn(payload, 'transcript_path'),
      agent: textIn(payload, 'agent_id'),
      at: null,
    })
    return parsed.kind === 'tool:post' ? { ...parsed, failed: FAILED.test(parsed.result) } : parsed
  },
  answer: shapedAnswer(
    new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart']),
  ),
}
