/**
 * F-01. Reads only what is new in a file of lines, and notices when it is no longer the same file.
 *
 * A cursor says how far we came. It holds no text of the file, only hashes of its first bytes and
 * of the bytes just before the place, so that a file that was cut, replaced or rewritten under the
 * same name is seen for what it is, also when it has grown past the place again.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { ReadingSettings } from './settings.ts'

interface Trace {
  readonly bytes: number
  readonly hash: string
}

/** Plain JSON: store it, load it, go on reading. */
export interface TailCursor {
  readonly device: string
  readonly inode: string
  /** The byte after the last whole line read, and how many lines that were. */
  readonly offset: number
  readonly lines: number
  readonly head: Trace
  /** The bytes just before `offset`. */
  readonly before: Trace
  /** Bytes already passed over of a line that is too long to be read; 0 outside of one. */
  readonly skipping: number
}

export interface TailLine {
  readonly text: string
  /** Where it begins, in bytes, and which line it is, from 1. */
  readonly offset: number
  readonly line: number
  /** Where the next one begins. */
  readonly end: number
}

export interface TailSkip {
  readonly offset: number
  readonly line: number
  readonly bytes: number
}

/** Why reading began again at the top. */
type Restart = 'truncated' | 'replaced' | 'rewritten'

export type TailRead =
  | {
      readonly outcome: 'read'
      readonly lines: readonly TailLine[]
      /** The last line while it has no end yet; it is given again when it has one. */
      readonly partial: TailLine | null
      /** Lines longer than the limit. */
      readonly oversized: readonly TailSkip[]
      readonly restart: Restart | null
      /** There is more to read at once. */
      readonly more: boolean
      readonly cursor: TailCursor
      /** The cursor as it would be had we stopped at one of these lines. */
      cursorAt(offset: number, lines: number): TailCursor
    }
  | { readonly outcome: 'gone' | 'denied' | 'unreadable'; readonly why: string }

const HEAD_BYTES = 256
const BEFORE_BYTES = 64
const NEWLINE = 0x0a

/** One batch of new lines. Call again with the returned cursor while `more` is true. */
export async function readNew(
  settings: ReadingSettings,
  path: string,
  cursor: TailCursor | null,
): Promise<TailRead> {
  let file: FileHandle | null = null
  try {
    file = await open(path, 'r')
    return await readBatch(settings, file, cursor)
  } catch (error) {
    return {
      outcome: outcomeOf(error),
      why: error instanceof Error ? error.message : String(error),
    }
  } finally {
    await file?.close()
  }
}

function outcomeOf(error: unknown): 'gone' | 'denied' | 'unreadable' {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone'
  return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'unreadable'
}

async function readBatch(
  settings: ReadingSettings,
  file: FileHandle,
  known: TailCursor | null,
): Promise<TailRead> {
  const stat = await file.stat({ bigint: true })
  if (!stat.isFile()) throw new Error('not a regular file')
  const identity = { device: String(stat.dev), inode: String(stat.ino) }
  const size = Number(stat.size)
  const restart = known && (await restartOf(file, known, { ...identity, size }))
  const start: TailCursor =
    known && !restart
      ? { ...known, ...identity }
      : { ...identity, offset: 0, lines: 0, head: EMPTY, before: EMPTY, skipping: 0 }
  const head =
    start.head.bytes < HEAD_BYTES ? trace(await bytesAt(file, 0, HEAD_BYTES)) : start.head

  const block = await blockOf(settings, file, { ...start, head }, size)
  const { buffer, from, end } = block
  const cursorAt = (offset: number, lines: number): TailCursor => {
    if (offset === start.offset) return { ...start, head }
    const before = buffer.subarray(Math.max(offset - from - BEFORE_BYTES, 0), offset - from)
    return { ...start, head, offset, lines, before: trace(before), skipping: 0 }
  }
  const common = { outcome: 'read', restart, more: block.more, cursorAt } as const
  if (block.passed !== null) {
    const { passed } = block
    const oversized = passed.ended
      ? [{ offset: passed.offset, line: start.lines + 1, bytes: passed.bytes }]
      : []
    const cursor = cursorAt(end, start.lines + oversized.length)
    const skipping = passed.ended ? 0 : passed.bytes
    return { ...common, lines: [], partial: null, oversized, cursor: { ...cursor, skipping } }
  }
  const split = linesOf(settings.maxLineBytes, buffer, { from, line: start.lines + 1 })
  return {
    ...common,
    lines: split.lines,
    partial: block.more ? null : split.rest,
    oversized: split.oversized,
    cursor: cursorAt(end, start.lines + split.lines.length + split.oversized.length),
  }
}

async function restartOf(
  file: FileHandle,
  known: TailCursor,
  now: { device: string; inode: string; size: number },
): Promise<Restart | null> {
  if (now.size < known.offset) return 'truncated'
  const { head, before, offset } = known
  const sameHead = trace(await bytesAt(file, 0, head.bytes)).hash === head.hash
  const place = await bytesAt(file, offset - before.bytes, before.bytes)
  // The content decides: a file moved back under its name is still the one we know.
  if (sameHead && trace(place).hash === before.hash) return null
  return now.inode === known.inode && now.device === known.device ? 'rewritten' : 'replaced'
}

interface Block {
  readonly buffer: Buffer
  /** The bytes of the file that `buffer` holds, and up to where whole lines reach. */
  readonly from: number
  readonly end: number
  readonly more: boolean
  /** Set when the bytes belong to a line that is too long to be read. */
  readonly passed: {
    readonly offset: number
    readonly bytes: number
    readonly ended: boolean
  } | null
}

/** As many whole lines as fit a batch; one line may need more, up to its own limit. */
async function blockOf(
  settings: ReadingSettings,
  file: FileHandle,
  start: TailCursor,
  size: number,
): Promise<Block> {
  if (start.skipping > 0) return passOver(settings, file, start, size)
  const from = start.offset
  let want = settings.batchBytes
  for (;;) {
    const buffer = await bytesAt(file, from, Math.min(want, size - from))
    const reached = from + buffer.length
    const atEnd = buffer.length < want || reached >= size
    const last = buffer.lastIndexOf(NEWLINE)
    const restBytes = buffer.length - (last + 1)
    if (last >= 0 || (atEnd && restBytes <= settings.maxLineBytes)) {
      return { buffer, from, end: from + last + 1, more: !atEnd, passed: null }
    }
    if (buffer.length > settings.maxLineBytes) return passOver(settings, file, start, size)
    want = Math.min(want * 2, settings.maxLineBytes + 1)
  }
}

/** Goes through a line that is too long without keeping it, so that memory stays bounded. */
async function passOver(
  settings: ReadingSettings,
  file: FileHandle,
  start: TailCursor,
  size: number,
): Promise<Block> {
  const offset = start.offset - start.skipping
  let from = start.offset
  let buffer: Buffer = Buffer.alloc(0)
  for (; from < size; from += buffer.length) {
    buffer = await bytesAt(file, from, Math.min(settings.batchBytes, size - from))
    if (buffer.length === 0) break
    const end = from + buffer.indexOf(NEWLINE) + 1
    if (end === from) continue
    const passed = { offset, bytes: end - offset, ended: true }
    return { buffer: buffer.subarray(0, end - from), from, end, more: end < size, passed }
  }
  const passed = { offset, bytes: from - offset, ended: false }
  return { buffer, from: from - buffer.length, end: from, more: false, passed }
}

/** Splits at newlines, which no UTF-8 character contains, so none is ever cut in two. */
function linesOf(
  maxLineBytes: number,
  buffer: Buffer,
  at: { from: number; line: number },
): { lines: TailLine[]; oversized: TailSkip[]; rest: TailLine | null } {
  const lines: TailLine[] = []
  const oversized: TailSkip[] = []
  let { line } = at
  let begin = 0
  for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, begin)) {
    if (end - begin <= maxLineBytes) {
      lines.push(lineOf(buffer, { begin, end, next: end + 1, from: at.from, line }))
    } else {
      oversized.push({ offset: at.from + begin, line, bytes: end + 1 - begin })
    }
    line += 1
    begin = end + 1
  }
  if (begin >= buffer.length) return { lines, oversized, rest: null }
  const end = buffer.length
  return { lines, oversized, rest: lineOf(buffer, { begin, end, next: end, from: at.from, line }) }
}

function lineOf(
  buffer: Buffer,
  at: { begin: number; end: number; next: number; from: number; line: number },
): TailLine {
  const text = buffer
    .toString('utf8', at.begin, at.end)
    .replace(/^\ufeff/, '')
    .replace(/\r$/, '')
  return { text, offset: at.from + at.begin, line: at.line, end: at.from + at.next }
}

/** Fewer bytes than requested mean that the file ends there, perhaps truncated just now. */
async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(length, 0))
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

function trace(bytes: Uint8Array): Trace {
  return {
    bytes: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 24),
  }
}

const EMPTY = trace(new Uint8Array())
