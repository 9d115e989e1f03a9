/**
 * F-01, F-02. Transcripts as the store keeps them: sessions, their messages, and how far each file
 * was read. Raw transcripts are no memories: not journaled, not exported, pruned by age (B-16).
 */
import * as z from 'zod'
import type { Timestamp } from '../clock.ts'
import { Origin } from '../memory/memory.ts'
import type { Corpus } from '../search/corpus.ts'
import { MessageRole, ToolCall } from '../sessions/message.ts'
import type { SaidHistory } from './evidence.ts'

/** What is said, called or answered once, as it is handed in. */
export interface NewMessage {
  /** Unique in the world: the same key again replaces the message and keeps its place. */
  readonly key: string
  readonly session: SessionKey
  readonly messageId: string
  readonly eventId: string
  readonly role: MessageRole
  readonly origin: Origin
  readonly at: Timestamp | null
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** Of a tool's answer: which call, and whether it failed. */
  readonly callId: string | null
  readonly failed: boolean
  readonly cwd: string | null
  readonly branch: string | null
  readonly model: string | null
  readonly isMeta: boolean
}

export interface SessionKey {
  readonly host: string
  readonly id: string
}

export const StoredMessage = z
  .object({
    row: z.int(),
    /** Grows whenever the message changes; what is above a known number is news. */
    seq: z.int(),
    key: z.string(),
    host: z.string(),
    session: z.string(),
    messageId: z.string(),
    eventId: z.string(),
    role: MessageRole,
    origin: Origin,
    at: z.string().nullable(),
    text: z.string(),
    calls: z.array(ToolCall).readonly(),
    callId: z.string().nullable(),
    failed: z.boolean(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    model: z.string().nullable(),
    isMeta: z.boolean(),
    /** The file it was read from. */
    path: z.string(),
  })
  .readonly()
export type StoredMessage = z.infer<typeof StoredMessage>

/** Null means: not known from what was read so far, and changes nothing. */
export interface SessionNews extends SessionKey {
  readonly parent: string | null
  readonly project: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly title: string | null
  readonly model: string | null
  readonly version: string | null
  readonly headless: boolean | null
  readonly startedAt: Timestamp | null
  readonly lastAt: Timestamp | null
  /** Compactions in this batch. */
  readonly compactions: number
}

export const StoredSession = z
  .object({
    host: z.string(),
    id: z.string(),
    parent: z.string().nullable(),
    project: z.string().nullable(),
    cwd: z.string().nullable(),
    branch: z.string().nullable(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    version: z.string().nullable(),
    headless: z.boolean().nullable(),
    startedAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    messages: z.int(),
    users: z.int(),
    assistants: z.int(),
    compactions: z.int(),
    /** Messages up to this `seq` went through capture. */
    captured: z.int(),
  })
  .readonly()
export type StoredSession = z.infer<typeof StoredSession>

/** Why something of a file was left out, how often, and the line of the first. */
export interface SkippedLines {
  readonly reason: string
  readonly count: number
  readonly line: number | null
  /** It keeps the file from being read, and ends with the next reading that succeeds. */
  readonly standing: boolean
}

/** One reading of one file. */
export interface TranscriptBatch {
  readonly path: string
  readonly host: string
  /** Opaque to the store. Null leaves the one that is there. */
  readonly cursor: string | null
  /** The revision this reading began from; another one means that another process reads the file. */
  readonly revision: number
  readonly at: Timestamp
  readonly sessions: readonly SessionNews[]
  readonly messages: readonly NewMessage[]
  readonly skipped: readonly SkippedLines[]
  /** The file was read again from the top: what was counted of it before no longer counts. */
  readonly restarted: boolean
}

export interface Stored {
  /** False when another process has read on meanwhile: nothing of this batch was stored. */
  readonly stored: boolean
  readonly revision: number
  readonly sessions: number
  readonly messages: number
  readonly replaced: number
}

interface ReadPlace {
  readonly cursor: string | null
  readonly revision: number
}

export interface SessionFilter {
  /** Left out: every project. Null among them: sessions of no project. */
  readonly projects?: readonly (string | null)[]
  readonly hosts?: readonly string[]
  readonly from?: Timestamp
  readonly to?: Timestamp
  /** Only these, each with the sessions it started. */
  readonly ids?: readonly string[]
  /** Left out: sessions that another one started are listed too. */
  readonly topLevel?: boolean
}

export interface MessageFilter extends SessionFilter {
  readonly roles?: readonly MessageRole[]
}

interface Skip extends SkippedLines {
  readonly path: string
  readonly host: string
}

/** Each sentence here is a test in test/store/contract-sessions.ts. */
export interface SessionStore {
  /** How far a file was read; revision 0 for one that never was. */
  place(path: string): Promise<ReadPlace>

  /**
   * All or nothing: what was read and how far, so that a kill at any moment loses and doubles
   * nothing. A forgotten session stays forgotten: its messages are dropped.
   */
  put(batches: readonly TranscriptBatch[]): Promise<readonly Stored[]>

  /** By id; with the host where several hosts use the same one. Null for unknown and forgotten. */
  get(id: string, host?: string): Promise<StoredSession | null>
  /** Sessions whose id begins so, in order. */
  withIdStart(start: string, limit: number): Promise<StoredSession[]>
  /** Latest first; ties by id. */
  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly offset?: number },
  ): Promise<StoredSession[]>
  count(filter: SessionFilter): Promise<number>

  /** In the order of the stream. */
  messages(session: SessionKey, range?: MessageRange): Promise<StoredMessage[]>
  /** Messages by the host's own ids or by key, in the order of the stream. */
  withMessageIds(session: SessionKey, ids: readonly string[]): Promise<StoredMessage[]>
  /** The files a session was read from, the latest first. */
  pathsOf(session: SessionKey): Promise<string[]>
  /** Everything up to this `seq` went through capture. Never goes back. */
  markCaptured(session: SessionKey, seq: number): Promise<void>

  /** Messages as recall searches them. */
  readonly recall: Corpus<MessageFilter>
  /** M-31. What was said, as the context asks for it at a prompt. */
  readonly said: SaidHistory
  /** Messages by their keys, in the order of `keys`; missing ones are left out. */
  withKeys(keys: readonly string[]): Promise<StoredMessage[]>

  /** What was left out of which file, most first. */
  skips(): Promise<Skip[]>

  /** For good: messages, words, vectors, lifeboat. Reading its file again brings nothing back. */
  forget(session: SessionKey): Promise<{ readonly messages: number }>
  /** B-16. Removes the messages of sessions that ended before this moment, and the sessions. */
  prune(before: Timestamp): Promise<{ readonly sessions: number; readonly messages: number }>
  totals(): Promise<{
    readonly transcripts: number
    readonly sessions: number
    readonly messages: number
  }>
}

interface MessageRange {
  /** Only what changed after this `seq`. */
  readonly afterSeq?: number
  /** The so many that were said or changed last, instead of all. */
  readonly last?: number
  readonly limit?: number
  readonly offset?: number
}
