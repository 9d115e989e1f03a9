/**
 * G-10. Where base64 may stand: letters of it in a row, 24 or more.
 *
 * A run of 24 letters covers the first half of one sixteen whole, wherever it starts. So of sixteen
 * characters eight are looked at, in pairs and without a branch between them; only where all of them
 * are letters is the run measured.
 */
import { bytes, CHUNK, pairs, writeLatin1 } from './latin1.ts'

const RUN = /[A-Za-z0-9+/_-]{24,65536}={0,2}/y
const MIN_LENGTH = 24
const LETTER = /[A-Za-z0-9+/_-]/
const STRIDE = 16
const BYTES = 256

const isLetter = Uint8Array.from({ length: BYTES }, (_, code) =>
  LETTER.test(String.fromCharCode(code)) ? 1 : 0,
)
/** The same for two letters at a time; which of them comes first makes no difference. */
const areLetters = Uint8Array.from(
  { length: BYTES * BYTES },
  (_, pair) => (isLetter[pair & 0xff] as number) & (isLetter[pair >> 8] as number),
)

interface Base64Run {
  readonly start: number
  readonly end: number
}

export function base64Runs(text: string): Base64Run[] {
  const runs: Base64Run[] = []
  let from = 0
  for (let offset = 0; offset + MIN_LENGTH <= text.length + STRIDE; offset += CHUNK) {
    const length = writeLatin1(text, offset)
    for (let at = 0; at + STRIDE / 2 <= length; at += STRIDE) {
      const pair = at >> 1
      const all =
        (areLetters[pairs[pair] as number] as number) &
        (areLetters[pairs[pair + 1] as number] as number) &
        (areLetters[pairs[pair + 2] as number] as number) &
        (areLetters[pairs[pair + 3] as number] as number)
      if (all === 0 || offset + at < from || isShort(at, length)) continue
      const start = startOfRun(text, offset + at, from)
      RUN.lastIndex = start
      if (!RUN.test(text)) continue
      from = RUN.lastIndex
      runs.push({ start, end: from })
    }
  }
  return runs
}

/** Whether the run at a place of the chunk ends before it is long enough. At the chunk's edges it is unknown. */
function isShort(at: number, length: number): boolean {
  let start = at
  while (start > 0 && isLetter[bytes[start - 1] as number] === 1) start--
  let end = at + STRIDE / 2
  const enough = start + MIN_LENGTH
  while (end < length && end < enough && isLetter[bytes[end] as number] === 1) end++
  return end < enough && start > 0 && end < length
}

function startOfRun(text: string, at: number, from: number): number {
  let start = at
  while (start > from && isBase64Letter(text.charCodeAt(start - 1))) start--
  return start
}

function isBase64Letter(code: number): boolean {
  return code < BYTES && isLetter[code] === 1
}
