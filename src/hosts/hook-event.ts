/** The events hosts report through hooks, in our terms, and our replies. */

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
  /** Set for events inside a subagent. */
  readonly agent: string | null
  readonly at: string | null
}

/** How a session began, as hosts report it. */
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
      /** Its task, if the host reports it here. */
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
  /** Events we do not use, and unknown ones. */
  | { readonly kind: 'nothing'; readonly why: string }

export interface HookReply {
  /** Text to inject. */
  readonly context: string | null
  /** K-07. A guard's verdict. */
  readonly guard: { readonly decision: 'warn' | 'block'; readonly reason: string } | null
  /** M-24. A line for the person, where the host shows one. */
  readonly notice?: string | null
}

export const EMPTY_REPLY: HookReply = { context: null, guard: null }

/** Parser and renderer of one host's hooks. */
export interface HookHost {
  readonly read: (event: string, payload: Readonly<Record<string, unknown>>) => HookEvent
  /** The text for standard output: JSON, or plain text where the host wants that. Null prints nothing. */
  readonly answer: (event: string, answer: HookReply) => object | string | null
}
