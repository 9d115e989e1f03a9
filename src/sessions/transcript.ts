/** F-01. One stream of messages for every host: what was said, done and answered, and by whom. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { Origin } from '../memory/memory.ts'

export const HOSTS = ['claude-code', 'codex', 'opencode', 'gemini', 'generic'] as const
export const Host = z.enum(HOSTS)
export type Host = z.infer<typeof Host>

/** A tool result is a message of its own; a system note is the host speaking about the session. */
export const ROLES = ['user', 'assistant', 'tool', 'system-note'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

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
export const TOOL_KINDS = ['read', 'modify', 'command', 'search', 'web', 'todo', 'agent', 'ask', 'other'] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const ToolCall = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(TOOL_KINDS),
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

export const TranscriptMessage = z
  .object({
    host: Host,
    sessionId: z.string(),
    /** Null in the main thread. A subagent's messages belong to the session that started it. */
    parentSessionId: z.string().nullable(),
    /** The host's id where it has one, else derived from what the line says (see `derivedId`). */
    messageId: z.string(),
    /** What a hook that saw the same event would call it: prompt, turn or tool call (F-08). */
    eventId: z.string(),
    role: Role,
    text: z.string(),
    toolCalls: z.array(ToolCall).readonly(),
    toolResult: ToolResult.nullable(),
    /** As the host wrote it, in ISO form. Clocks jump, so order is that of the stream, not of this. */
    at: z.string().nullable(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    model: z.string().nullable(),
    origin: Origin,
    /** Kept for searching, never to be taken as something the user or the agent said. */
    isMeta: z.boolean(),
  })
  .readonly()
export type TranscriptMessage = z.infer<typeof TranscriptMessage>

/** Null means: not known from what was read so far. `withNews` joins two of these. */
export const SessionInfo = z
  .object({
    host: Host,
    sessionId: z.string(),
    parentSessionId: z.string().nullable(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    startedAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    version: z.string().nullable(),
    /** Nobody was sitting there: print mode, exec, a program. */
    headless: z.boolean().nullable(),
  })
  .readonly()
export type SessionInfo = z.infer<typeof SessionInfo>

/** What happened to a session beside its messages. */
export const MARK_KINDS = [
  'compaction',
  'turn-end',
  'session-end',
  'interrupted',
  'rewind',
] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export const Mark = z
  .object({
    kind: z.enum(MARK_KINDS),
    host: Host,
    sessionId: z.string(),
    parentSessionId: z.string().nullable(),
    at: z.string().nullable(),
    /** The summary of a compaction, the message a rewind goes back to, the reason of an end. */
    text: z.string(),
  })
  .readonly()
export type Mark = z.infer<typeof Mark>

/** F-08. The same event seen by a hook and in a transcript gives the same key. */
export function eventKey(host: string, session: string, id: string): string {
  return `${host}:${session}:${id}`
}

/** F-08. Hooks inside a subagent name the parent session, so the key does too. */
export function eventKeyOf(message: TranscriptMessage): string {
  return eventKey(message.host, message.parentSessionId ?? message.sessionId, message.eventId)
}

/**
 * F-08. The id of a prompt as both sides can know it: the host's id of the prompt or turn, else its
 * words. Two equal prompts without ids are one event, though still two messages.
 */
export function promptEventId(known: string | null | undefined, text: string): string {
  return known ?? `prompt~${fingerprint(text.trim())}`
}

/** Ids this long are unique in the world, shorter ones only within their session. */
const WORLDWIDE_ID_CHARS = 20

/**
 * F-01. Under which name a message is stored. A resumed or forked session copies history under the
 * same ids, so a worldwide id leaves the session out: the copy is then the same message.
 */
export function messageKey(message: TranscriptMessage): string {
  const { host, sessionId, messageId } = message
  const isWorldwide = messageId.length >= WORLDWIDE_ID_CHARS && !messageId.startsWith(DERIVED)
  return isWorldwide ? `${host}:${messageId}` : `${host}:${sessionId}:${messageId}`
}

const DERIVED = '~'

/** An id for a message whose host gives none: its words, and its time or else its place. */
export function derivedId(role: string, text: string, timeOrPlace: string | number): string {
  return DERIVED + fingerprint(`${role}\n${timeOrPlace}\n${text}`)
}

const FINGERPRINT_CHARS = 24

export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_CHARS)
}

/** What is known of a session after reading more: earliest start, latest end, newest of the rest. */
export function withNews(known: SessionInfo | undefined, news: SessionInfo): SessionInfo {
  if (known === undefined) return news
  return {
    host: news.host,
    sessionId: news.sessionId,
    parentSessionId: news.parentSessionId ?? known.parentSessionId,
    cwd: known.cwd ?? news.cwd,
    branch: news.branch ?? known.branch,
    startedAt: earlier(known.startedAt, news.startedAt),
    lastAt: later(known.lastAt, news.lastAt),
    title: news.title ?? known.title,
    model: news.model ?? known.model,
    version: news.version ?? known.version,
    headless: news.headless ?? known.headless,
  }
}

/** Moments are all written in the one form that sorts as text. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return b < a ? b : a
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return b > a ? b : a
}
