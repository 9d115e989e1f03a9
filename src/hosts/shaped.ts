/** Claude Code's hook format, which other hosts have adopted. */
import { type Fields, resultText, textIn } from './fields.ts'
import { type HookEvent, type HookHost, type HookReply, STARTS, type Start } from './hook-event.ts'

/** A finished background agent is reported as a prompt that no person typed. */
const NOT_TYPED = /^\s*<(?:task-notification|local-command-|command-name)/

type Common = Omit<Extract<HookEvent, { kind: 'session:start' }>, 'kind' | 'start'>

export function readShaped(event: string, payload: Fields, common: Common): HookEvent {
  const tool = {
    id: textIn(payload, 'tool_use_id') ?? textIn(payload, 'tool_call_id') ?? '',
    name: textIn(payload, 'tool_name') ?? 'unknown',
    input: payload.tool_input,
  }
  switch (event) {
    case 'SessionStart':
      return { ...common, kind: 'session:start', start: startOf(textIn(payload, 'source')) }
    case 'UserPromptSubmit': {
      const prompt = textIn(payload, 'prompt') ?? ''
      // Some hosts repeat the event after each tool result, with an empty prompt.
      if (prompt === '') return { kind: 'nothing', why: 'the prompt is empty' }
      if (NOT_TYPED.test(prompt)) return { kind: 'nothing', why: 'no person typed that prompt' }
      const promptId = textIn(payload, 'prompt_id') ?? textIn(payload, 'turn_id')
      return { ...common, kind: 'prompt:submit', prompt, promptId }
    }
    case 'SubagentStart':
      return {
        ...common,
        kind: 'subagent:start',
        agentType: textIn(payload, 'agent_type'),
        prompt: textIn(payload, 'prompt'),
      }
    case 'PreToolUse':
      return { ...common, kind: 'tool:pre', tool }
    case 'PostToolUse':
      return {
        ...common,
        kind: 'tool:post',
        tool,
        result: resultText(payload.tool_response),
        failed: false,
      }
    case 'PostToolUseFailure':
      return {
        ...common,
        kind: 'tool:post',
        tool,
        result: textIn(payload, 'error') ?? '',
        failed: true,
      }
    case 'PreCompact':
      return { ...common, kind: 'compact:pre', trigger: textIn(payload, 'trigger') }
    case 'SessionEnd':
      return { ...common, kind: 'session:end', reason: textIn(payload, 'reason') }
    default:
      return { kind: 'nothing', why: `${event} is not used` }
  }
}

export function startOf(source: string | null): Start {
  return STARTS.find((start) => start === source) ?? 'startup'
}

/** Only the listed events accept an answer; any output at Stop makes the turn continue. */
export function shapedAnswer(taking: ReadonlySet<string>) {
  return (event: string, { context, guard }: HookReply): object | null => {
    if (!taking.has(event)) return null
    if (guard && event === 'PreToolUse') {
      const { decision, reason } = guard
      const verdict =
        decision === 'block'
          ? { permissionDecision: 'deny', permissionDecisionReason: reason }
          : { additionalContext: reason }
      return { hookSpecificOutput: { hookEventName: event, ...verdict } }
    }
    if (context === null || context === '') return null
    return { hookSpecificOutput: { hookEventName: event, additionalContext: context } }
  }
}

const TAKES_CONTEXT: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
])

/** For hosts that differ from Claude Code only in the format of answers. */
export function shapedHost(answer: HookHost['answer'] = shapedAnswer(TAKES_CONTEXT)): HookHost {
  return { read: readShapedEvent, answer }
}

function readShapedEvent(event: string, payload: Fields): HookEvent {
  const session = textIn(payload, 'session_id') ?? textIn(payload, 'sessionId')
  if (session === null) return { kind: 'nothing', why: 'it names no session' }
  return readShaped(event, payload, {
    session,
    folder: textIn(payload, 'cwd'),
    transcript: textIn(payload, 'transcript_path'),
    agent: textIn(payload, 'agent_id'),
    at: textIn(payload, 'timestamp'),
  })
}

/** Understood by hosts of either habit: context at the top, and in the host's own output. */
export function answerBothWays(event: string, reply: HookReply): object | null {
  const shaped = shapedAnswer(TAKES_CONTEXT)(event, reply)
  return shaped === null || reply.context === null || reply.guard !== null
    ? shaped
    : { additionalContext: reply.context, ...shaped }
}
