/** K-16. How each host is set up. */
import type { HostName } from '../hook-event.ts'
import { claudeCodeSetup } from './claude-code.ts'
import { codexSetup } from './codex.ts'
import { geminiSetup } from './gemini.ts'
import { opencodeSetup } from './opencode.ts'
import type { HostSetup } from './plan.ts'

export const HOST_SETUPS: Readonly<Record<HostName, HostSetup>> = {
  'claude-code': claudeCodeSetup,
  codex: codexSetup,
  gemini: geminiSetup,
  opencode: opencodeSetup,
}
