/**
 * Puts the pieces that a reader finds line by line together to messages, each given once.
 *
 * A message may grow while we look on. It is given as it is at the end of the file, and the
 * place to begin again stays before it (the checkpoint); read again, it is given only if it has
 * changed. So nothing that was said needs to be kept in a cursor.
 */
import { boundText } from './bounded.ts'
import { asObject, type JsonObject } from './json.ts'
import type { LineReader, MessagePiece, Reading } from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import {
  fingerprint,
  type Mark,
  type SessionInfo,
  type TranscriptMessage,
  withNews,
} from './transcript.ts'

/** What was left out, why, how often, and where first. */
interface Skipped {
  readonly reason: string
  readonly count: number
  /** Null where a source has no lines. */
  readonly at: { readonly line: number; readonly offset: number } | null
}

/** Fingerprints of messages already given, by session and id. */
export type GivenMessages = Readonly<Record<string, string>>

export interface Harvested {
  readonly sessions: readonly SessionInfo[]
  readonly messages: readonly TranscriptMessage[]
  readonly marks: readonly Mark[]
  readonly skipped: readonly Skipped[]
}

/** Where a line is: its first byte, the byte after it, and its number from 1. */
interface Place {
  readonly offset: number
  readonly line: number
  readonly end: number
}

interface Line extends Place {
  readonly text: string
}

interface Checkpoint<State> {
  readonly offset: number
  readonly lines: number
  readonly state: State
}

export class Assembly<State> {
  readonly #settings: ReadingSettings
  readonly #reader: LineReader<State>
  #state: State
  #checkpoint: Checkpoint<State>
  /** Lines before this were counted in an earlier run and are only read again. */
  readonly #countedTo: number
  #given: GivenMessages
  #growing = new Map<string, { message: TranscriptMessage; offset: number }>()
  #sessions = new Map<string, SessionInfo>()
  #marks: Mark[] = []
  #skipped = new Map<string, Skipped>()
  readonly #records = new Set<string>()

  constructor(
    settings: ReadingSettings,
    reader: LineReader<State>,
    from: {
      readonly checkpoint: Checkpoint<State>
      readonly countedTo: number
      readonly given: GivenMessages
    },
  ) {
    this.#settings = settings
    this.#reader = reader
    this.#state = from.checkpoint.state
    this.#checkpoint = from.checkpoint
    this.#countedTo = from.countedTo
    this.#given = from.given
  }

  get checkpoint(): Checkpoint<State> {
    return this.#checkpoint
  }

  /** What of the messages behind the checkpoint was given so far. */
  get given(): GivenMessages {
    return this.#given
  }

  add(line: Line): void {
    if (line.text.trim() === '') {
      this.pass(line, 'blank line')
      return
    }
    const record = parsedRecord(line.text)
    if (typeof record === 'string') this.pass(line, record)
    else this.addRecord(record, line)
  }

  /** The last line before it is finished: used if it is complete, and read again in any case. */
  addUnfinished(line: Line): 'used' | 'waits' {
    const { checkpoint } = this
    if (typeof parsedRecord(line.text) === 'string') {
      this.skip('unfinished last line', line)
      return 'waits'
    }
    this.add(line)
    this.#checkpoint = checkpoint
    return 'used'
  }

  addRecord(record: JsonObject, line: Place): void {
    let reading: Reading<State>
    try {
      reading = this.#reader.read(this.#settings, this.#state, record, line)
    } catch (error) {
      // One odd record never stops the rest; its place and the kind of failure are counted.
      this.pass(line, `unreadable record: ${error instanceof Error ? error.name : 'unknown'}`)
      return
    }
    const { recordId } = reading
    if (recordId !== null && this.#records.has(recordId)) {
      this.pass(line, 'repeated record')
      return
    }
    if (recordId !== null) this.#records.add(recordId)
    for (const news of reading.sessions) this.#note(news)
    for (const piece of reading.pieces) this.#addPiece(piece, line.offset)
    if (line.offset >= this.#countedTo) this.#marks.push(...reading.marks)
    for (const reason of reading.skipped) this.skip(reason, line)
    this.#settle(reading, line)
  }

  /** Gives up waiting for messages to grow: reading goes on behind them. */
  close(at: { offset: number; lines: number }): void {
    this.#state = this.#reader.close(this.#state)
    this.#checkpoint = { ...at, state: this.#state }
  }

  skip(reason: string, at: { line: number; offset: number } | null): void {
    if (at !== null && at.offset < this.#countedTo) return
    const known = this.#skipped.get(reason)
    const place = at === null ? null : { line: at.line, offset: at.offset }
    const count = (known?.count ?? 0) + 1
    this.#skipped.set(reason, { reason, count, at: known ? known.at : place })
  }

  /** What is final, and at the end of the file also what may still grow. */
  take(isEnd: boolean): Harvested {
    const messages: TranscriptMessage[] = []
    const given: Record<string, string> = {}
    for (const [key, { message, offset }] of this.#growing) {
      const isFinal = offset < this.#checkpoint.offset
      const before = this.#given[key]
      if (!isFinal && !isEnd) {
        if (before !== undefined) given[key] = before
        continue
      }
      const isFirst = before === undefined
      const now = isFirst && isFinal ? null : messageFingerprint(message)
      if (isFirst || now !== before) messages.push(message)
      if (!isFinal && now !== null) given[key] = now
      this.#growing.delete(key)
    }
    this.#given = given
    const taken = {
      sessions: [...this.#sessions.values()],
      messages,
      marks: this.#marks,
      skipped: [...this.#skipped.values()],
    }
    this.#sessions = new Map()
    this.#marks = []
    this.#skipped = new Map()
    return taken
  }

  /** A line that yields nothing leaves the state as it is. */
  pass(line: Place, reason: string): void {
    this.skip(reason, line)
    const isOpen = this.#checkpoint.offset < line.offset
    this.#settle({ state: this.#state, settled: isOpen ? 'not' : 'after' }, line)
  }

  #settle(reading: Pick<Reading<State>, 'state' | 'settled'>, line: Place): void {
    const before = this.#state
    this.#state = reading.state
    const after = { offset: line.end, lines: line.line }
    if (reading.settled === 'after') this.#checkpoint = { ...after, state: reading.state }
    if (reading.settled === 'before') {
      this.#checkpoint = { offset: line.offset, lines: line.line - 1, state: before }
    }
    if (line.end - this.#checkpoint.offset > this.#settings.rereadBytes) {
      this.close(after)
    }
  }

  #note(news: SessionInfo): void {
    this.#sessions.set(news.sessionId, withNews(this.#sessions.get(news.sessionId), news))
  }

  #addPiece(piece: MessagePiece, offset: number): void {
    const { message } = piece
    this.#note(sessionOf(message))
    const key = `${message.sessionId}:${message.messageId}`
    const known = this.#growing.get(key)
    if (known === undefined) this.#growing.set(key, { message, offset })
    else if (piece.isPart) known.message = joinPieces(this.#settings, known.message, message)
    else known.message = message
  }
}

export function messageFingerprint(message: TranscriptMessage): string {
  return fingerprint(JSON.stringify([message.text, message.toolCalls, message.toolResult]))
}

/** The session info contained in a message. */
function sessionOf({
  host,
  sessionId,
  parentSessionId,
  cwd,
  branch,
  at,
  model,
}: TranscriptMessage) {
  const unknown = { title: null, version: null, headless: null }
  return {
    host,
    sessionId,
    parentSessionId,
    cwd,
    branch,
    model,
    startedAt: at,
    lastAt: at,
    ...unknown,
  }
}

/** A record, or what was found instead of one. */
function parsedRecord(text: string): JsonObject | string {
  try {
    return asObject(JSON.parse(text)) ?? 'not a record'
  } catch (error) {
    return error instanceof RangeError ? 'nested too deeply' : 'corrupt line'
  }
}

function joinPieces(
  settings: ReadingSettings,
  first: TranscriptMessage,
  next: TranscriptMessage,
): TranscriptMessage {
  const text = [first.text, next.text].filter(Boolean).join('\n\n')
  const known = new Set(first.toolCalls.map((call) => call.id))
  return {
    ...first,
    model: first.model ?? next.model,
    text: boundText(settings.maxTextChars, text).text,
    toolCalls: [...first.toolCalls, ...next.toolCalls.filter((call) => !known.has(call.id))],
  }
}
