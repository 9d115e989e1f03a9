/** F-01. Lines of a file that its host has compressed with Zstandard because it went cold. */
import { createReadStream } from 'node:fs'
import zlib from 'node:zlib'
import type { ReadingSettings } from './settings.ts'
import type { TailLine, TailSkip } from './tail.ts'

export type PackedLine =
  | { readonly kind: 'line'; readonly line: TailLine }
  | { readonly kind: 'oversized'; readonly skip: TailSkip }

const NEWLINE = 0x0a

/** Every line, the last one also when it has no end: nobody appends to a compressed file. */
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
  for await (const bytes of await unpacked(path)) {
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

/** The built-in decompressor where there is one (Node 22.15 and later), else a package. */
async function unpacked(path: string): Promise<AsyncIterable<Uint8Array>> {
  const builtIn = (zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream })
    .createZstdDecompress
  const packed = createReadStream(path)
  if (builtIn !== undefined) return packed.pipe(builtIn()) as unknown as AsyncIterable<Uint8Array>
  const { Decompress } = await decompressor()
  return throughPackage(packed, Decompress)
}

type DecompressClass = new (
  onData: (chunk: Uint8Array) => void,
) => { push(chunk: Uint8Array, isLast?: boolean): void }

async function* throughPackage(
  packed: AsyncIterable<Uint8Array>,
  Decompress: DecompressClass,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const stream = new Decompress((chunk) => ready.push(chunk))
  for await (const chunk of packed) {
    stream.push(chunk)
    yield* ready
    ready = []
  }
  stream.push(new Uint8Array(), true)
  yield* ready
}

/** Loaded only when a packed transcript is met on a Node that cannot unpack it by itself. */
async function decompressor(): Promise<{ readonly Decompress: DecompressClass }> {
  return import('fzstd')
}
