/**
 * F-01. Reads a transcript of any host from where the last reading stopped, in chunks.
 *
 * Store the messages of a chunk and its cursor together: then nothing is lost or read twice
 * whenever the process ends. A message given again under the same key (`messageKey`) replaces the
 * one before.
 */
import { readFile, stat } from 'node:fs/promises'
import { Assembly, type GivenMessages, type Harvested, messageFingerprint } from './assembly.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import {
  type ConversationHost,
  type ConversationsCursor,
  readConversations,
} from './conversation-database.ts'
import type { FoundTranscript } from './find.ts'
import { gemini } from './gemini.ts'
import { cline, roo } from './hosts/cline.ts'
import { copilot } from './hosts/copilot.ts'
import { cursor as cursorHost } from './hosts/cursor.ts'
import { droid } from './hosts/droid.ts'
import { goose } from './hosts/goose.ts'
import { kiro } from './hosts/kiro.ts'
import { pi } from './hosts/pi.ts'
import { qwen } from './hosts/qwen.ts'
import { zed } from './hosts/zed.ts'
import { parsedJson } from './json.ts'
import { type RowsCursor, readDatabase } from './opencode-database.ts'
import { readStorage, type StorageCursor } from './opencode-storage.ts'
import { unpackedLines } from './packed.ts'
import type { LineReader } from './reading.ts'
import { generic } from './records.ts'
import type { ReadingSettings } from './settings.ts'
import { readNew, type TailCursor, type TailRead } from './tail.ts'
import type { Host } from './transcript.ts'
import { recordsOf } from './whole.ts'

/** Raised when what a cursor says about a reader changes; an older one begins at the top. */
const CURSOR_VERSION = 1

interface LinesCursor {
  readonly form: 'jsonl'
  readonly tail: TailCursor
  /** The reader's own, which holds ids and names but no text. */
  readonly state: unknown
  readonly countedTo: number
  readonly given: GivenMessages
}

interface PackedCursor {
  readonly form: 'jsonl.zst'
  readonly signature: string
  readonly offset: number
  readonly state: unknown
}

interface WholeCursor {
  readonly form: 'json'
  readonly signature: string
  readonly given: GivenMessages
}

/** How far a transcript was read. Plain JSON without any text of the transcript. */
export type TranscriptCursor = { readonly version: number; readonly path: string } & (
  | LinesCursor
  | PackedCursor
  | WholeCursor
  | RowsCursor
  | StorageCursor
  | ConversationsCursor
)

export interface TranscriptChunk extends Harvested {
  readonly cursor: TranscriptCursor | null
  /** How much of the file this chunk went through, for a progress bar. */
  readonly bytes: number
  readonly lines: number
}

/** What a reader needs is decided by the host, what a state looks like is known to it alone. */
const READERS = {
  'claude-code': claudeCode,
  codex,
  gemini,
  generic,
  qwen,
  copilot,
  droid,
  cline,
  roo,
  pi,
  cursor: cursorHost,
  kiro,
} satisfies Partial<Record<Host, unknown>>

/** The database of each of these hosts holds whole conversations. */
const CONVERSATIONS: Partial<Record<Host, ConversationHost>> = { goose, zed }

export async function* readTranscript(
  settings: ReadingSettings,
  found: FoundTranscript,
  known: TranscriptCursor | null,
): AsyncGenerator<TranscriptChunk> {
  const isOurs = known?.version === CURSOR_VERSION && known.form === found.form
  const cursor = isOurs ? known : null
  const about = { version: CURSOR_VERSION, path: found.path }
  if (found.form === 'jsonl') yield* readLines(settings, found, as(cursor, 'jsonl'))
  if (found.form === 'jsonl.zst') yield* readPacked(settings, found, as(cursor, 'jsonl.zst'))
  if (found.form === 'json') yield* readWhole(settings, found, as(cursor, 'json'))
  if (found.form === 'sqlite') {
    for await (const chunk of readDatabase(settings, found, as(cursor, 'sqlite'))) {
      yield { ...chunk, cursor: { ...about, ...chunk.cursor }, bytes: 0, lines: 0 }
    }
  }
  const conversations = CONVERSATIONS[found.host]
  if (found.form === 'conversations' && conversations !== undefined) {
    const known = as(cursor, 'conversations')
    for await (const chunk of readConversations(settings, conversations, found.path, known)) {
      yield { ...chunk, cursor: { ...about, ...chunk.cursor }, bytes: 0, lines: 0 }
    }
  }
  if (found.form === 'storage') {
    for await (const chunk of readStorage(settings, found.path, as(cursor, 'storage'))) {
      yield { ...chunk, cursor: { ...about, ...chunk.cursor }, bytes: 0, lines: 0 }
    }
  }
}

function as<Form extends TranscriptCursor['form']>(cursor: TranscriptCursor | null, form: Form) {
  return cursor?.form === form ? (cursor as TranscriptCursor & { form: Form }) : null
}

function readerOf(found: FoundTranscript): LineReader<unknown> {
  // Kilo's extension wrote Cline's files before Kilo had a database.
  const host = found.host === 'kilo' ? 'cline' : found.host
  const reader = Object.hasOwn(READERS, host) ? READERS[host as keyof typeof READERS] : generic
  return reader as LineReader<unknown>
}

async function* readLines(
  settings: ReadingSettings,
  found: FoundTranscript,
  known: LinesCursor | null,
): AsyncGenerator<TranscriptChunk> {
  const reader = readerOf(found)
  const beginning = { offset: 0, lines: 0, state: reader.begin(found) }
  let latest = known
  let tail = known?.tail ?? null
  let assembly = new Assembly(settings, reader, {
    checkpoint: known === null ? beginning : { ...place(known.tail), state: known.state },
    countedTo: known?.countedTo ?? 0,
    given: known?.given ?? {},
  })
  for (let more = true; more; ) {
    const read = await readNew(settings, found.path, tail)
    if (read.outcome !== 'read') {
      assembly.skip(`file: ${WHY_NOT[read.outcome]}`, null)
      const cursor = latest === null ? null : cursorAt(found, latest)
      yield { ...assembly.take(false), cursor, bytes: 0, lines: 0 }
      return
    }
    if (read.restart !== null) {
      assembly = new Assembly(settings, reader, { checkpoint: beginning, countedTo: 0, given: {} })
      assembly.skip(`read again from the top: ${read.restart}`, null)
      latest = null
      tail = null
    }
    const from = tail?.offset ?? 0
    for (const line of inOrder(read.lines, read.oversized)) {
      if ('text' in line) assembly.add(line)
      else assembly.pass({ ...line, end: line.offset + line.bytes }, 'oversized line')
    }
    const isUsed = read.partial !== null && assembly.addUnfinished(read.partial) === 'used'
    // Behind the beginning of a line that is passed over there is no way back.
    if (read.cursor.skipping > 0) assembly.close(place(read.cursor))
    const harvested = assembly.take(!read.more)
    const { checkpoint } = assembly
    const isOlder = latest !== null && checkpoint.offset < from
    const countedTo = isUsed && read.partial ? read.partial.end : read.cursor.offset
    latest = {
      form: 'jsonl',
      tail: isOlder && latest ? latest.tail : cursorFor(read, checkpoint),
      state: checkpoint.state,
      countedTo: Math.max(countedTo, latest?.countedTo ?? 0),
      given: assembly.given,
    }
    const bytes = read.cursor.offset - from
    const lines = read.lines.length + read.oversized.length
    yield { ...harvested, cursor: cursorAt(found, latest), bytes, lines }
    tail = read.cursor
    more = read.more
  }
}

function place({ offset, lines }: TailCursor): { offset: number; lines: number } {
  return { offset, lines }
}

function cursorFor(
  read: TailRead & { outcome: 'read' },
  at: { offset: number; lines: number },
): TailCursor {
  return at.offset >= read.cursor.offset ? read.cursor : read.cursorAt(at.offset, at.lines)
}

const WHY_NOT = {
  gone: 'no longer there',
  denied: 'no permission',
  unreadable: 'cannot be read',
} as const

function cursorAt<Cursor extends object>(found: FoundTranscript, cursor: Cursor) {
  return { ...cursor, version: CURSOR_VERSION, path: found.path }
}

function inOrder<A extends { line: number }, B extends { line: number }>(
  lines: readonly A[],
  others: readonly B[],
): readonly (A | B)[] {
  if (others.length === 0) return lines
  return [...lines, ...others].sort((a, b) => a.line - b.line)
}

/** A file that does not grow is known by its size and time. */
async function signatureOf(path: string): Promise<{ signature: string; size: number } | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { signature: `${size}/${Math.round(mtimeMs)}`, size }
  } catch {
    return null // the caller counts it as a file that cannot be read
  }
}

async function* readPacked(
  settings: ReadingSettings,
  found: FoundTranscript,
  cursor: PackedCursor | null,
): AsyncGenerator<TranscriptChunk> {
  const reader = readerOf(found)
  const signature = (await signatureOf(found.path))?.signature ?? ''
  const isSame = cursor !== null && cursor.signature === signature
  const offset = isSame ? cursor.offset : 0
  const state = isSame ? cursor.state : reader.begin(found)
  const checkpoint = { offset, lines: 0, state }
  const assembly = new Assembly(settings, reader, { checkpoint, countedTo: 0, given: {} })
  let from = offset
  let lines = 0
  let last = offset
  const chunk = (isEnd: boolean): TranscriptChunk => {
    const harvested = assembly.take(isEnd)
    const place = isEnd ? { offset: last, state: assembly.checkpoint.state } : assembly.checkpoint
    const packed = {
      form: 'jsonl.zst',
      signature,
      offset: place.offset,
      state: place.state,
    } as const
    const result = { ...harvested, cursor: cursorAt(found, packed), bytes: last - from, lines }
    from = last
    lines = 0
    return result
  }
  try {
    for await (const item of unpackedLines(settings, found.path)) {
      const at = item.kind === 'line' ? item.line : item.skip
      if (at.offset < offset) continue
      last = item.kind === 'line' ? item.line.end : item.skip.offset + item.skip.bytes
      lines += 1
      if (item.kind === 'line') assembly.add(item.line)
      else assembly.pass({ ...item.skip, end: last }, 'oversized line')
      if (last - from >= settings.batchBytes) yield chunk(false)
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    assembly.skip(`compressed file: ${why}`, null)
    yield { ...assembly.take(false), cursor: null, bytes: 0, lines }
    return
  }
  yield chunk(true)
}

async function* readWhole(
  settings: ReadingSettings,
  found: FoundTranscript,
  cursor: WholeCursor | null,
): AsyncGenerator<TranscriptChunk> {
  const reader = readerOf(found)
  const checkpoint = { offset: 0, lines: 0, state: reader.begin(found) }
  const given = cursor?.given ?? {}
  const assembly = new Assembly(settings, reader, { checkpoint, countedTo: 0, given: {} })
  const known = await signatureOf(found.path)
  if (known !== null && known.signature === cursor?.signature) return
  const records = known === null ? 'cannot be read' : await documentOf(settings, found.path, known)
  if (typeof records === 'string') {
    assembly.skip(`file: ${records}`, null)
    const unchanged = cursor === null ? null : cursorAt(found, cursor)
    yield { ...assembly.take(true), cursor: unchanged, bytes: 0, lines: 0 }
    return
  }
  for (const [index, record] of records.entries()) {
    assembly.addRecord(record, { offset: index, end: index + 1, line: index + 1 })
  }
  const harvested = assembly.take(true)
  const prints = harvested.messages.map(
    (message) =>
      [`${message.sessionId}:${message.messageId}`, messageFingerprint(message)] as const,
  )
  const messages = harvested.messages.filter((_message, index) => {
    const [key, print] = prints[index] ?? ['', '']
    return given[key] !== print
  })
  const whole = {
    form: 'json',
    signature: known?.signature ?? '',
    given: Object.fromEntries(prints),
  } as const
  const bytes = known?.size ?? 0
  yield { ...harvested, messages, cursor: cursorAt(found, whole), bytes, lines: records.length }
}

async function documentOf(settings: ReadingSettings, path: string, known: { size: number }) {
  if (known.size > settings.maxFileBytes) return 'too large to be read whole'
  try {
    return recordsOf(parsedJson(await readFile(path, 'utf8'))) ?? 'not a JSON document'
  } catch {
    return 'cannot be read' // deleted meanwhile, or no permission
  }
}
