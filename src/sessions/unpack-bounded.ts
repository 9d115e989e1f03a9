/** Zstandard data unpacked in memory, up to a size: a few bytes can unpack to gigabytes. */
import { Decompress } from 'fzstd'

const STEP_BYTES = 16_384

/** Null for broken data, and for more than `maxBytes`. */
export function unpackBounded(packed: Uint8Array, maxBytes: number): Uint8Array | null {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const stream = new Decompress((chunk) => {
    chunks.push(chunk)
    bytes += chunk.length
  })
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      stream.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length)
      if (bytes > maxBytes) return null
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}
