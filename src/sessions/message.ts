/**
 * F-01. One message, from the host's hook or transcript through to capture: what was said, called or
 * answered, and whose words they are. `Message` is the whole shape; a transcript adds where it was read.
 */
import * as z from 'zod'
import { Origin } from '../memory/memory.ts'

/** A tool result is a message of its own; a system note is the host speaking about the session. */
const ROLES = ['user', 'assistant', 'tool', 'system-note'] as const
export const MessageRole = z.enum(ROLES)
export type MessageRole = z.infer<typeof MessageRole>

const Texts = z.array(z.string()).readonly()

/** One entry of the agent's own list of things to do; the lifeboat is built from these (F-03). */
export const Todo = z
  .object({
    text: z.string(),
    status: z.enum(['pending', 'in-progress', 'done', 'dropped']),
  })
  .readonly()
export type Todo = z.infer<typeof Todo>

// biome-ignore format: one word a kind
const TOOL_KINDS = ['read', 'modify', 'command', 'search', 'web', 'todo', 'agent', 'ask', 'other'] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const ToolCall = z
  .object({
    id: z.string(),
    name: z.string(),
    /** A store of another version may hold a kind that this one does not know. */
    kind: z.enum(TOOL_KINDS).catch('other'),
    /** The input in short, as JSON: bounded in depth and length. */
    input: z.string(),
    filesRead: Texts,
    filesModified: Texts,
    command: z.string().nullable(),
    todos: z.array(Todo).readonly().nullable(),
  })
  .readonly()
export type ToolCall = z.infer<typeof ToolCall>

export const ToolResult = z
  .object({ callId: z.string(), text: z.string(), failed: z.boolean() })
  .readonly()
export type ToolResult = z.infer<typeof ToolResult>

export const MESSAGE_FIELDS = {
  /** The host's id where it has one, else derived from what the line says (see `derivedId`). */
  messageId: z.string(),
  /** What a hook that saw the same event would call it: prompt, turn or tool call (F-08). */
  eventId: z.string(),
  role: MessageRole,
  /** K-11. Whose words these are: a subagent's prompt is the agent's, though its role is `user`. */
  origin: Origin,
  /** Empty for a tool's answer, whose words are those of its result. */
  text: z.string(),
  toolCalls: z.array(ToolCall).readonly(),
  toolResult: ToolResult.nullable(),
  /** As the host wrote it, in ISO form. Clocks jump, so order is that of the stream, not of this. */
  at: z.string().nullable(),
  /** Searchable, but never taken as something the user or the agent said. */
  isMeta: z.boolean(),
}

const Fields = z.object(MESSAGE_FIELDS).readonly()

export interface Message extends z.infer<typeof Fields> {
  /** The position in the store; null for a message reported by a hook before any transcript. */
  readonly seq: number | null
}

/** The session of a message. */
export interface SessionRef {
  readonly host: string
  readonly id: string
  /** The session that started this one; hooks name that one (F-08). */
  readonly parent: string | null
}

/** Whether a person wrote this: not the host, another agent or a tool. */
export function isFromUser({ role, origin, isMeta }: Message): boolean {
  return role === 'user' && origin === 'user' && !isMeta
}

export function isFromAgent({ role, isMeta }: Message): boolean {
  return role === 'assistant' && !isMeta
}

interface Prompt {
  readonly eventId: string
  readonly text: string
  readonly at: string | null
  readonly origin: Origin
}

/** A prompt as reported by a hook. */
export function promptMessage({ eventId, text, at, origin }: Prompt): Message {
  const nothing = { toolCalls: [], toolResult: null, isMeta: false, seq: null }
  return { messageId: eventId, eventId, role: 'user', origin, text, at, ...nothing }
}

interface ToolUse {
  readonly call: ToolCall
  readonly result: ToolResult
  readonly at: string | null
  /** Whose words the answer is. */
  readonly origin: Origin
}

/** A tool use as in a transcript: the call, then its result. */
export function toolMessages({ call, result, at, origin }: ToolUse): Message[] {
  const asked = `${call.id}:call`
  const common = { text: '', at, isMeta: false, seq: null }
  return [
    {
      ...common,
      messageId: asked,
      eventId: asked,
      role: 'assistant',
      origin: 'agent',
      toolCalls: [call],
      toolResult: null,
    },
    {
      ...common,
      messageId: call.id,
      eventId: call.id,
      role: 'tool',
      origin,
      toolCalls: [],
      toolResult: { ...result, callId: call.id },
    },
  ]
}
