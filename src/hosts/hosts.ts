/** J-07, M-50. The hook adapters of all hosts. */
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { goose } from './goose.ts'
import type { HookHost, HostName } from './hook-event.ts'
import { opencode } from './opencode.ts'
import { answerBothWays, shapedHost } from './shaped.ts'
import { windsurf } from './windsurf.ts'

const withoutHooks: HookHost = {
  read: () => ({ kind: 'nothing', why: 'this host has no hooks' }),
  answer: () => null,
}

// biome-ignore format: a table reads best in columns
export const HOST_HOOKS: Readonly<Record<HostName, HookHost>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
  cursor,
  copilot,
  cline:    opencode,
  qwen:     shapedHost(answerBothWays),
  droid:    shapedHost(),
  kilo:     opencode,
  pi:       opencode,
  windsurf,
  kiro:     shapedHost((_event, { context, guard }) => guard?.reason ?? context),
  goose,
  zed:      withoutHooks,
  roo:      withoutHooks,
}
