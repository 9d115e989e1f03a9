/** J-07. Every host whose hooks we understand. */
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { gemini } from './gemini.ts'
import type { Host, HostName } from './hook-event.ts'
import { opencode } from './opencode.ts'

export const HOST_HOOKS: Readonly<Record<HostName, Host>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
}
