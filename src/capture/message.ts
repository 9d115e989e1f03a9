/** The least that capture needs to know of a session; a transcript's messages satisfy it as they are. */

export interface Todo {
  readonly text: string
  readonly status: 'pending' | 'in-progress' | 'done' | 'dropped'
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** read, modify, command, search, web, todo, agent, ask or other. */
  readonly kind: string
  /** The input in short, as JSON. */
  readonly input: string
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly command: string | null
  readonly todos: readonly Todo[] | null
}

export interface ToolResult {
  readonly callId: string
  readonly text: string
  readonly failed: boolean
}

export interface Message {
  readonly messageId: string
  /** user, assistant, tool or system-note. */
  readonly role: string
  readonly text: string
  readonly at: string | null
  readonly toolCalls?: readonly ToolCall[] | undefined
  readonly toolResult?: ToolResult | null | undefined
  /** Kept for searching, never something that was said. */
  readonly isMeta?: boolean | undefined
}

/** A call together with what came back, wherever in the stream that was. */
export interface ToolEvent {
  readonly call: ToolCall
  /** Null while the answer is not there. */
  readonly result: ToolResult | null
  /** Where the call stands among the messages, and where its answer does. */
  readonly index: number
  readonly answeredAt: number
}

export function isFromUser(message: Message): boolean {
  return message.role === 'user' && message.isMeta !== true
}

export function isFromAgent(message: Message): boolean {
  return message.role === 'assistant' && message.isMeta !== true
}

/** The tool calls of a stretch of messages in order, joined with their answers by id. */
export function toolEventsOf(messages: readonly Message[]): ToolEvent[] {
  const answers = new Map<string, { result: ToolResult; index: number }>()
  for (const [index, { toolResult }] of messages.entries()) {
    if (toolResult) answers.set(toolResult.callId, { result: toolResult, index })
  }
  return messages.flatMap((message, index) =>
    (message.toolCalls ?? []).map((call) => {
      const answer = answers.get(call.id)
      return { call, result: answer?.result ?? null, index, answeredAt: answer?.index ?? index }
    }),
  )
}

/** Cuts at a word where it can, and shows that it cut. */
export function shortened(text: string, maxChars: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= maxChars) return flat
  const cut = flat.slice(0, Math.max(1, maxChars - 1))
  const space = cut.lastIndexOf(' ')
  const kept = space > maxChars * 0.6 ? cut.slice(0, space) : cut
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
