/** Copilot CLI: Claude Code's event names, context only at the top of the answer. */
import type { HookHost } from './hook-event.ts'
import { shapedHost } from './shaped.ts'

export const copilot: HookHost = shapedHost((event, { context, guard }) => {
  if (guard && event === 'PreToolUse') {
    return guard.decision === 'block'
      ? { permissionDecision: 'deny', permissionDecisionReason: guard.reason }
      : { additionalContext: guard.reason }
  }
  const isTaking = event === 'SessionStart' || event === 'UserPromptSubmit'
  return isTaking && context ? { additionalContext: context } : null
})
