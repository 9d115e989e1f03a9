/** Zstandard data unpacked in memory, up to a size: a few bytes can unpack to gigabytes. */
import { Decompress } from 'fzstd'

const STEP_BYTES = 16_384

/** Null for broken data, and for more than `maxBytes`. */
export function unpackBounded(packed: Uint8Array, maxBytes: number): Uint8Array | null {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // With each block and not with each step: one step can hold half a gigabyte.
  const stream = new Decompress((chunk) => {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RangeError('more than it may be')
    chunks.push(chunk)
  })
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      stream.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length)
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}
