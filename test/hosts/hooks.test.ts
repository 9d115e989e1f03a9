import { describe, expect, it } from 'vitest'
import type { HookEvent, HookReply, HostName } from '../../src/hosts/hook-event.ts'
import { HOST_HOOKS } from '../../src/hosts/hosts.ts'

const CLAUDE = { session_id: 's', cwd: '/p', transcript_path: '/t.jsonl' }
const GEMINI = { session_id: 's', cwd: '/p', timestamp: '2026-01-01T00:00:00Z' }
const OPENCODE = { sessionID: 's', directory: '/p' }

const CASES: readonly {
  readonly host: HostName
  readonly event: string
  readonly payload: Record<string, unknown>
  readonly told: Partial<Record<string, unknown>> & { kind: HookEvent['kind'] }
}[] = [
  {
    host: 'claude-code',
    event: 'SessionStart',
    payload: { ...CLAUDE, source: 'compact' },
    told: { kind: 'session:start', start: 'compact' },
  },
  {
    host: 'claude-code',
    event: 'SessionStart',
    payload: { ...CLAUDE, source: 'novel' },
    told: { kind: 'session:start', start: 'startup' },
  },
  {
    host: 'claude-code',
    event: 'UserPromptSubmit',
    payload: { ...CLAUDE, prompt: 'hi', prompt_id: 'p' },
    told: { kind: 'prompt:submit', prompt: 'hi', promptId: 'p' },
  },
  {
    host: 'claude-code',
    event: 'UserPromptSubmit',
    payload: { ...CLAUDE, prompt: '<task-notification>done' },
    told: { kind: 'nothing' },
  },
  {
    host: 'claude-code',
    event: 'PostToolUseFailure',
    payload: { ...CLAUDE, tool_name: 'Bash', tool_use_id: 't', error: 'exit 1' },
    told: { kind: 'tool:post', failed: true, result: 'exit 1' },
  },
  {
    host: 'claude-code',
    event: 'PostToolUse',
    payload: {
      ...CLAUDE,
      tool_name: 'Bash',
      tool_use_id: 't',
      tool_response: { stdout: 'a', stderr: 'b' },
    },
    told: { kind: 'tool:post', failed: false, result: 'a\nb' },
  },
  {
    host: 'claude-code',
    event: 'PreToolUse',
    payload: { ...CLAUDE, tool_name: 'Bash', tool_use_id: 't', agent_id: 'a1' },
    told: { kind: 'tool:pre', agent: 'a1' },
  },
  {
    host: 'claude-code',
    event: 'SubagentStart',
    payload: { ...CLAUDE, agent_id: 'a1', agent_type: 'Explore' },
    told: { kind: 'subagent:start', agent: 'a1', agentType: 'Explore', prompt: null },
  },
  { host: 'claude-code', event: 'Stop', payload: CLAUDE, told: { kind: 'nothing' } },
  { host: 'claude-code', event: 'SessionStart', payload: {}, told: { kind: 'nothing' } },
  {
    host: 'codex',
    event: 'UserPromptSubmit',
    payload: { ...CLAUDE, prompt: 'hi', turn_id: 'u' },
    told: { kind: 'prompt:submit', promptId: 'u' },
  },
  {
    host: 'codex',
    event: 'PostToolUse',
    payload: {
      ...CLAUDE,
      tool_name: 'Bash',
      tool_use_id: 't',
      tool_response: 'Process exited with code 2',
    },
    told: { kind: 'tool:post', failed: true },
  },
  {
    host: 'gemini',
    event: 'BeforeAgent',
    payload: { ...GEMINI, prompt: 'hi' },
    told: { kind: 'prompt:submit', prompt: 'hi' },
  },
  {
    host: 'gemini',
    event: 'AfterTool',
    payload: {
      ...GEMINI,
      tool_name: 'run_shell_command',
      tool_response: { llmContent: 'x', error: 'bad' },
    },
    told: { kind: 'tool:post', failed: true, result: 'bad' },
  },
  {
    host: 'gemini',
    event: 'PreCompress',
    payload: { ...GEMINI, trigger: 'auto' },
    told: { kind: 'compact:pre', trigger: 'auto' },
  },
  {
    host: 'opencode',
    event: 'chat.message',
    payload: { ...OPENCODE, prompt: 'hi', messageID: 'm' },
    told: { kind: 'prompt:submit', promptId: 'm' },
  },
  { host: 'opencode', event: 'session.idle', payload: OPENCODE, told: { kind: 'session:end' } },
]

describe('what hosts tell', () => {
  it.each(CASES)('J-07 $host $event', ({ host, event, payload, told }) => {
    expect(HOST_HOOKS[host].read(event, payload)).toMatchObject(told)
  })
})

describe('what hosts are told', () => {
  const context: HookReply = { context: 'remember', guard: null }
  const block: HookReply = { context: null, guard: { decision: 'block', reason: 'no' } }

  it.each(['Stop', 'SubagentStop', 'SessionEnd', 'PreCompact', 'PostCompact'])(
    'J-07 Claude Code gets nothing at %s: an answer there would go wrong',
    (event) => {
      expect(HOST_HOOKS['claude-code'].answer(event, context)).toBeNull()
    },
  )

  it('H-12 the context stands where each host takes it', () => {
    expect(HOST_HOOKS['claude-code'].answer('UserPromptSubmit', context)).toEqual({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'remember' },
    })
    expect(HOST_HOOKS.gemini.answer('BeforeAgent', context)).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'remember' },
    })
    expect(HOST_HOOKS.opencode.answer('chat.message', context)).toEqual({ context: 'remember' })
  })

  it('K-07 a guard denies the call, or says its warning', () => {
    expect(HOST_HOOKS['claude-code'].answer('PreToolUse', block)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' },
    })
    const warn: HookReply = { context: null, guard: { decision: 'warn', reason: 'careful' } }
    expect(HOST_HOOKS.codex.answer('PreToolUse', warn)).toMatchObject({
      hookSpecificOutput: { additionalContext: 'careful' },
    })
    expect(HOST_HOOKS.gemini.answer('BeforeTool', block)).toEqual({
      decision: 'deny',
      reason: 'no',
    })
  })
})
