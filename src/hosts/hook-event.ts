/** What a host tells through a hook, in our words, and what we may answer. */

/** M-50. Every agent that can be set up. */
// biome-ignore format: one name a host
export const HOSTS = [
  'claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot', 'cline', 'qwen', 'droid', 'kilo',
  'pi', 'windsurf', 'kiro', 'goose', 'zed', 'roo',
] as const
export type HostName = (typeof HOSTS)[number]

interface Common {
  /** The session of the host; a subagent's events name their parent's. */
  readonly session: string
  readonly folder: string | null
  readonly transcript: string | null
  /** Set inside a subagent. */
  readonly agent: string | null
  readonly at: string | null
}

/** Why a session began, as the hosts say it. */
export const STARTS = ['startup', 'resume', 'clear', 'compact', 'fork'] as const
export type Start = (typeof STARTS)[number]

interface ToolUse {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export type HookEvent =
  | (Common & { readonly kind: 'session:start'; readonly start: Start })
  | (Common & {
      readonly kind: 'prompt:submit'
      readonly prompt: string
      readonly promptId: string | null
    })
  | (Common & {
      readonly kind: 'subagent:start'
      readonly agentType: string | null
      /** Its task, where the host says it here. */
      readonly prompt: string | null
    })
  | (Common & { readonly kind: 'tool:pre'; readonly tool: ToolUse })
  | (Common & {
      readonly kind: 'tool:post'
      readonly tool: ToolUse
      readonly result: string
      readonly failed: boolean
    })
  | (Common & { readonly kind: 'compact:pre'; readonly trigger: string | null })
  | (Common & { readonly kind: 'session:end'; readonly reason: string | null })
  /** Known and of no use to us, or not known at all. */
  | { readonly kind: 'nothing'; readonly why: string }

export interface HookReply {
  /** Text to put before the agent. */
  readonly context: string | null
  /** K-07. What a guard says. */
  readonly guard: { readonly decision: 'warn' | 'block'; readonly reason: string } | null
  /** M-24. A line for the person, where the host shows one. */
  readonly notice?: string | null
}

export const EMPTY_REPLY: HookReply = { context: null, guard: null }

/** How one host is read and answered. */
export interface HookHost {
  readonly read: (event: string, payload: Readonly<Record<string, unknown>>) => HookEvent
  /** What goes to standard output: JSON, or plain text where the host wants that. Null prints nothing. */
  readonly answer: (event: string, answer: HookReply) => object | string | null
}
