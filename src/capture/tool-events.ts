/** Tool calls of a session joined with their answers, and text cut to fit a title. */
import type { Message, ToolCall, ToolResult } from '../sessions/message.ts'

/** A call together with what came back, wherever in the stream that was. */
export interface ToolEvent {
  readonly call: ToolCall
  /** Null while the answer is not there. */
  readonly result: ToolResult | null
  /** Where the call stands among the messages, and where its answer does. */
  readonly index: number
  readonly answeredAt: number
}

/** The tool calls of a stretch of messages in order, joined with their answers by id. */
export function toolEventsOf(messages: readonly Message[]): ToolEvent[] {
  const answers = new Map<string, { result: ToolResult; index: number }>()
  for (const [index, { toolResult }] of messages.entries()) {
    if (toolResult) answers.set(toolResult.callId, { result: toolResult, index })
  }
  return messages.flatMap((message, index) =>
    message.toolCalls.map((call) => {
      const answer = answers.get(call.id)
      return { call, result: answer?.result ?? null, index, answeredAt: answer?.index ?? index }
    }),
  )
}
