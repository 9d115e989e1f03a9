/** Tokens and invitation codes: shown once, stored as a one-way digest. */
import { createHash } from 'node:crypto'

/** From 32 bytes of chance that the caller brings. The prefix lets scanners know it for what it is. */
export function tokenFrom(bytes: Uint8Array): string {
  return `mnt_${Buffer.from(bytes).toString('base64url')}`
}

export function invitationFrom(bytes: Uint8Array): string {
  return `mni_${Buffer.from(bytes).toString('base64url')}`
}

/** Both hold 256 bits of chance, so one plain digest is enough: there is nothing to guess. */
export function digestOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
