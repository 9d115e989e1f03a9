/** F-01. Reads lines of a transcript that its host has compressed with Zstandard. */
import { createReadStream } from 'node:fs'
import zlib from 'node:zlib'
import { MnemeError } from '../errors.ts'
import type { ReadingSettings } from './settings.ts'
import type { TailLine, TailSkip } from './tail.ts'

type PackedLine =
  | { readonly kind: 'line'; readonly line: TailLine }
  | { readonly kind: 'oversized'; readonly skip: TailSkip }

const NEWLINE = 0x0a

/** Every line, the last one also when it has no end: a compressed file is never appended to. */
export async function* unpackedLines(
  settings: ReadingSettings,
  path: string,
): AsyncGenerator<PackedLine> {
  let held: Buffer[] = []
  let heldBytes = 0
  let start = 0
  let line = 1
  const finish = (last: Buffer, endBytes: number): PackedLine => {
    const bytes = heldBytes + last.length
    const at = { offset: start, line }
    const isTooLong = bytes > settings.maxLineBytes
    const text = isTooLong
      ? ''
      : Buffer.concat([...held, last])
          .toString('utf8')
          .replace(/\r$/, '')
    held = []
    heldBytes = 0
    line += 1
    start += bytes + endBytes
    if (isTooLong) return { kind: 'oversized', skip: { ...at, bytes: bytes + endBytes } }
    return { kind: 'line', line: { ...at, text, end: start } }
  }
  for await (const bytes of decompress(path)) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let begin = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      yield finish(chunk.subarray(begin, end), 1)
      begin = end + 1
    }
    const rest = chunk.subarray(begin)
    if (rest.length === 0) continue
    heldBytes += rest.length
    // Beyond the limit only the length is kept, so that one endless line cannot fill the memory.
    if (heldBytes <= settings.maxLineBytes) held.push(Buffer.from(rest))
    else held = []
  }
  if (heldBytes > 0) yield finish(Buffer.alloc(0), 0)
}

/** A host's transcripts shrink to a tenth or a fiftieth; what grows a thousandfold is no transcript. */
const MAX_GROWTH = 1000
const MIN_UNPACKED_BYTES = 64 * 1024 * 1024
/** A window beyond zstd's own default would have to be held in memory whole. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024
/** A block of four bytes may stand for 128 KB, so little is unpacked at a time. */
const READ_BYTES = 512

/** The built-in decompressor where there is one (Node 22.15 and later), else a package. */
async function* decompress(path: string): AsyncGenerator<Uint8Array> {
  const builtIn = (zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream })
    .createZstdDecompress
  const packed = createReadStream(path, { highWaterMark: READ_BYTES })
  const stream =
    builtIn === undefined
      ? throughPackage(packed, (await decompressor()).Decompress)
      : (packed.pipe(builtIn()) as unknown as AsyncIterable<Uint8Array>)
  let unpackedBytes = 0
  for await (const chunk of stream) {
    unpackedBytes += chunk.length
    if (unpackedBytes > MIN_UNPACKED_BYTES && unpackedBytes > packed.bytesRead * MAX_GROWTH) {
      packed.destroy()
      throw new MnemeError('too_large', 'it unpacks to more than a thousand times its size')
    }
    yield chunk
  }
}

type DecompressClass = new (
  onData: (chunk: Uint8Array) => void,
) => { push(chunk: Uint8Array, isLast?: boolean): void }

async function* throughPackage(
  packed: AsyncIterable<Buffer>,
  Decompress: DecompressClass,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let before: Buffer = Buffer.alloc(0)
  const stream = new Decompress((chunk) => ready.push(chunk))
  for await (const chunk of packed) {
    if (announcesHugeWindow(Buffer.concat([before, chunk]))) {
      throw new MnemeError('too_large', 'it asks for more memory than a transcript needs')
    }
    before = chunk.subarray(-HEADER_BYTES)
    stream.push(chunk)
    yield* ready
    ready = []
  }
  stream.push(new Uint8Array(), true)
  yield* ready
}

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Magic, descriptor, window, dictionary, content size. */
const HEADER_BYTES = 18
const SINGLE_SEGMENT = 0x20

/** RFC 8878, 3.1.1.1: each frame says how much of what was unpacked it looks back at. */
function announcesHugeWindow(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    if (
      at + HEADER_BYTES <= bytes.length &&
      windowBytes(bytes, at + MAGIC.length) > MAX_WINDOW_BYTES
    )
      return true
  }
  return false
}

function windowBytes(bytes: Buffer, at: number): number {
  const descriptor = bytes.readUInt8(at)
  if ((descriptor & SINGLE_SEGMENT) === 0) {
    const window = bytes.readUInt8(at + 1)
    const base = 2 ** (10 + (window >> 3))
    return base + (base / 8) * (window & 7)
  }
  const sizeAt = at + 1 + ([0, 1, 2, 4][descriptor & 3] ?? 0)
  switch (descriptor >> 6) {
    case 0:
      return bytes.readUInt8(sizeAt)
    case 1:
      return bytes.readUInt16LE(sizeAt) + 256
    case 2:
      return bytes.readUInt32LE(sizeAt)
    default:
      return Number(bytes.readBigUInt64LE(sizeAt))
  }
}

/** Loaded only when a packed transcript is met on a Node that cannot unpack it by itself. */
async function decompressor(): Promise<{ readonly Decompress: DecompressClass }> {
  return import('fzstd')
}
