import { createHash } from 'node:crypto'

/** C-02. Two files with the same hash are the same file. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
