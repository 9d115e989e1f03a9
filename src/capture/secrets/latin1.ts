/**
 * G-10. A stretch of text with one byte a character, in a buffer that all passes over bytes share: places stay
 * places of the text. What lies beyond Latin-1 is cut down to its low byte, so a pass must look at the text
 * itself before it believes what it sees here.
 */
import { Buffer } from 'node:buffer'

export const CHUNK = 65_536

export const fours = new Uint32Array(CHUNK / 4)
export const pairs = new Uint16Array(fours.buffer)
export const bytes = Buffer.from(fours.buffer)

/** The short text that was written last; the second pass over it finds it there. */
let written = ''

/** Writes the stretch that begins there, as much of it as there is room for; how long it is. */
export function writeLatin1(text: string, offset: number): number {
  if (offset > 0 || text.length > CHUNK) {
    written = ''
    return bytes.write(text.slice(offset, offset + CHUNK), 'latin1')
  }
  if (text !== written) bytes.write(text, 'latin1')
  written = text
  return text.length
}
