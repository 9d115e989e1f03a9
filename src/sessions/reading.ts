/** The result of reading one record of a transcript. Every record is accounted for here. */
import { boundText } from './bounded.ts'
import type { JsonObject } from './json.ts'
import type { ToolCall, ToolResult } from './message.ts'
import type { ReadingSettings } from './settings.ts'
import type { Host, Mark, MarkKind, SessionInfo, TranscriptMessage } from './transcript.ts'

/** The position of a record in its file. */
export interface FilePosition {
  readonly offset: number
  readonly line: number
}

/**
 * A message, or the part of one that this record holds: parts of one id are joined, whole ones
 * replace what was read under that id before.
 */
export interface MessagePiece {
  readonly message: TranscriptMessage
  readonly isPart: boolean
}

/**
 * Where it is safe to begin again after a restart. `after`: all up to here is final. `before`:
 * this record begins a message that may still grow. `not`: it belongs to such a message.
 */
type Settled = 'after' | 'before' | 'not'

export interface Reading<State> {
  readonly state: State
  readonly pieces: readonly MessagePiece[]
  readonly marks: readonly Mark[]
  readonly sessions: readonly SessionInfo[]
  /** Skipped parts of this record, by name. */
  readonly skipped: readonly string[]
  readonly settled: Settled
  /** The host's id of the record itself, where one is known to be written twice. */
  readonly recordId: string | null
}

/** One host. Pure: the state it needs between records is plain JSON and holds no text. */
export interface LineReader<State> {
  readonly host: Host
  begin(file: TranscriptFile): State
  read(
    settings: ReadingSettings,
    state: State,
    record: JsonObject,
    place: FilePosition,
  ): Reading<State>
  /** The state when a message that was still growing is given up as it is. */
  close(state: State): State
}

/** Info from the file's name and path. */
export interface TranscriptFile {
  readonly path: string
  readonly sessionId: string
  readonly parentSessionId: string | null
  readonly cwd: string | null
}

/** Collects what one record yields; a record that yields nothing is counted under its name. */
export class Harvest {
  readonly pieces: MessagePiece[] = []
  readonly marks: Mark[] = []
  readonly sessions: SessionInfo[] = []
  readonly skipped: string[] = []
  readonly #settings: ReadingSettings
  readonly #about: MessageBase

  /** When the record was written. */
  readonly at: string | null

  constructor(settings: ReadingSettings, about: MessageBase) {
    this.at = about.at
    this.#settings = settings
    this.#about = about
  }

  /** Bounds the text and counts what is cut off. */
  boundAndCount(text: string, maxChars = this.#settings.maxTextChars): string {
    const kept = boundText(maxChars, text)
    this.skipped.push(...kept.cut)
    return kept.text
  }

  message(parts: MessageParts, isPart = false): void {
    const about = this.#about
    // Written out, since this runs for every message: spreading is several times slower.
    const message: TranscriptMessage = {
      host: about.host,
      sessionId: about.sessionId,
      parentSessionId: about.parentSessionId,
      messageId: parts.messageId,
      eventId: parts.eventId ?? parts.messageId,
      role: parts.role,
      text: parts.text ?? '',
      toolCalls: parts.toolCalls ?? [],
      toolResult: parts.toolResult ?? null,
      at: parts.at === undefined ? about.at : parts.at,
      cwd: about.cwd,
      branch: about.branch,
      model: about.model,
      origin: parts.origin,
      isMeta: parts.isMeta ?? false,
    }
    this.pieces.push({ message, isPart })
  }

  toolResult(id: string, result: ToolResult, more: Partial<MessageParts> = {}): void {
    const text = this.boundAndCount(result.text, this.#settings.maxResultChars)
    this.message({
      messageId: id,
      eventId: result.callId,
      role: 'tool',
      origin: 'tool-output',
      toolResult: { ...result, text },
      ...more,
    })
  }

  mark(kind: MarkKind, text = ''): void {
    const { host, sessionId, parentSessionId, at } = this.#about
    this.marks.push({ kind, host, sessionId, parentSessionId, at, text: this.boundAndCount(text) })
  }

  session(news: Partial<SessionInfo> = {}): void {
    const { host, sessionId, parentSessionId, cwd, branch, model, at } = this.#about
    const known = { host, sessionId, parentSessionId, cwd, branch, model }
    const times = { startedAt: at, lastAt: at, title: null, version: null, headless: null }
    this.sessions.push({ ...known, ...times, ...news })
  }

  skip(reason: string): void {
    this.skipped.push(reason)
  }

  reading<State>(
    state: State,
    how: { name: string; settled?: Settled; recordId?: string | null; isMessage?: boolean },
  ): Reading<State> {
    const { pieces, marks, sessions, skipped } = this
    const isEmpty = pieces.length + marks.length + skipped.length === 0
    const isNews = sessions.length > 0 && how.isMessage !== true
    return {
      state,
      pieces,
      marks,
      sessions,
      skipped: isEmpty && !isNews ? [`nothing in it: ${how.name}`] : skipped,
      settled: how.settled ?? 'after',
      recordId: how.recordId ?? null,
    }
  }
}

/** Fields shared by all messages of one record. */
export interface MessageBase {
  readonly host: Host
  readonly sessionId: string
  readonly parentSessionId: string | null
  readonly at: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly model: string | null
}

type MessageParts = Pick<TranscriptMessage, 'messageId' | 'role' | 'origin'> &
  Partial<
    Pick<TranscriptMessage, 'eventId' | 'text' | 'toolCalls' | 'toolResult' | 'at' | 'isMeta'>
  >

/** The ids a session last used, so that a late part of an old message is not taken for a new one. */
const RECENT_IDS = 64

export function appendRecent<T>(recent: readonly T[], one: T): readonly T[] {
  return [...recent, one].slice(-RECENT_IDS)
}

/** Calls without a result yet: the tool determines the origin of the result. */
export type OpenCalls = Readonly<Record<string, string>>

export function withCalls(open: OpenCalls, calls: readonly ToolCall[]): OpenCalls {
  if (calls.length === 0) return open
  const all = [...Object.entries(open), ...calls.map((call) => [call.id, call.name] as const)]
  return Object.fromEntries(all.slice(-RECENT_IDS))
}

export function withoutCall(open: OpenCalls, id: string): OpenCalls {
  if (!Object.hasOwn(open, id)) return open
  const { [id]: _answered, ...rest } = open
  return rest
}
