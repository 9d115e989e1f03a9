/** F-01. One stream of messages for every host: what was said, done and answered, and by whom. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { MESSAGE_FIELDS, type SessionRef } from './message.ts'

/** Every agent whose transcripts are read; `generic` is any other. */
// biome-ignore format: one name a host
const HOSTS = [
  'claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot', 'cline', 'qwen', 'droid', 'kilo',
  'pi', 'windsurf', 'kiro', 'goose', 'zed', 'roo', 'generic',
] as const
export const Host = z.enum(HOSTS)
export type Host = z.infer<typeof Host>

/** A message with where it was read. */
export const TranscriptMessage = z
  .object({
    ...MESSAGE_FIELDS,
    host: Host,
    sessionId: z.string(),
    /** Null in the main thread. A subagent's messages belong to the session that started it. */
    parentSessionId: z.string().nullable(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    model: z.string().nullable(),
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
    /** Started without a person: print mode, exec, a program. */
    headless: z.boolean().nullable(),
  })
  .readonly()
export type SessionInfo = z.infer<typeof SessionInfo>

/** Events of a session other than messages. */
const MARK_KINDS = ['compaction', 'turn-end', 'session-end', 'interrupted', 'rewind'] as const
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

/**
 * F-08. The same event seen by a hook and in a transcript gives the same key. Hooks inside a subagent
 * name the parent session, so the key does too.
 */
export function eventKey({ host, id, parent }: SessionRef, eventId: string): string {
  return `${host}:${parent ?? id}:${eventId}`
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
 * F-01. The key of a stored message. A resumed or forked session copies history under the same ids, so a
 * worldwide id omits the session: the copy is then the same message.
 */
export function messageKey(message: TranscriptMessage): string {
  const { host, sessionId, messageId } = message
  const isWorldwide = messageId.length >= WORLDWIDE_ID_CHARS && !messageId.startsWith(DERIVED)
  return isWorldwide ? `${host}:${messageId}` : `${host}:${sessionId}:${messageId}`
}

const DERIVED = '~'

/** An id for a message without one from the host: derived from its words, and its time or position. */
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
