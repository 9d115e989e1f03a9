/**
 * How a browser signs in to the page: the owner asks for a link over the private socket, the link
 * works once and soon, and leaves a cookie. The cookie is its own end time, signed with the token:
 * it survives a restart of the daemon, and ends when the token is replaced.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { PAGE_COOKIE, sameText } from './guards.ts'

const LINK_MS = 60_000
const CODE_BYTES = 24

export interface PageSessions {
  /** A code that works once, within a minute. */
  newCode(): { readonly code: string; readonly expiresAt: string }
  /** The Set-Cookie header for a code that is right, else null. */
  redeem(code: string): string | null
  holds(cookie: string): boolean
}

interface PageSessionOptions {
  readonly token: string
  readonly hours: number
  readonly nowMs?: () => number
}

export function openPageSessions({
  token,
  hours,
  nowMs = Date.now,
}: PageSessionOptions): PageSessions {
  const codes = new Map<string, number>()
  const signed = (end: string) => `${end}.${createHmac('sha256', token).update(end).digest('hex')}`
  const forgetOld = () => {
    for (const [code, endMs] of codes) if (endMs <= nowMs()) codes.delete(code)
  }
  return {
    newCode() {
      forgetOld()
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const endMs = nowMs() + LINK_MS
      codes.set(code, endMs)
      return { code, expiresAt: new Date(endMs).toISOString() }
    },
    redeem(code) {
      forgetOld()
      if (!codes.delete(code)) return null
      const seconds = Math.round(hours * 3600)
      const value = signed(String(nowMs() + seconds * 1000))
      return `${PAGE_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
    },
    holds(cookie) {
      const [end = ''] = cookie.split('.')
      return sameText(cookie, signed(end)) && Number(end) > nowMs()
    },
  }
}
