/**
 * How a browser signs in to the page: the owner asks for a link over the private socket, the link
 * works once and soon, and leaves two things behind.
 *
 *   cookie  opens the files of the page. A browser sends it to every server on this machine's
 *           loopback name, whatever its port, so alone it opens nothing else
 *   key     goes with every call, in a header. It is kept in the storage of the page's own origin, which
 *           a server on another port cannot read
 *
 * Both are made from the token of this home and from the port: they survive a restart of the daemon, and
 * are worth nothing to the daemon of another home, on another port, or after the token was replaced.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sameText } from './guards.ts'

const LINK_MS = 60_000
const CODE_BYTES = 24
const NONCE_BYTES = 9

export interface PageSession {
  /** The Set-Cookie header. */
  readonly cookie: string
  readonly key: string
}

export interface PageSessions {
  /** A code that works once, within a minute. */
  newCode(): { readonly code: string; readonly expiresAt: string }
  /** Null for a code that is used, expired or unknown. */
  redeem(code: string): PageSession | null
  /** Whether the request's Cookie header has a valid session. */
  holds(cookies: string | undefined): boolean
  /** The same, with the matching key. */
  matches(cookies: string | undefined, key: string | undefined): boolean
}

interface PageSessionOptions {
  readonly token: string
  readonly hours: number
  /** Known once we listen. */
  readonly port: () => number | null
  readonly nowMs?: () => number
}

export function openPageSessions(options: PageSessionOptions): PageSessions {
  const { token, hours, port, nowMs = Date.now } = options
  const codes = new Map<string, number>()
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', token).update(`${purpose} ${port()} ${text}`).digest('base64url')
  const seal = (body: string) => `${body}.${sign('cookie', body)}`
  const keyOf = (session: string) => sign('key', session)
  // The name contains the port, so that two daemons of one user do not sign each other out.
  const cookieName = () => `mneme_page_${port()}`
  const forgetOld = () => {
    for (const [code, endMs] of codes) if (endMs <= nowMs()) codes.delete(code)
  }
  const sessionIn = (cookies: string | undefined): string | null => {
    const session = cookieNamed(cookieName(), cookies)
    const [end = '', nonce = ''] = session?.split('.') ?? []
    if (session === null || !sameText(session, seal(`${end}.${nonce}`))) return null
    return Number(end) > nowMs() ? session : null
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
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      const session = seal(`${nowMs() + seconds * 1000}.${nonce}`)
      const traits = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
      return { cookie: `${cookieName()}=${session}; ${traits}`, key: keyOf(session) }
    },
    holds: (cookies) => sessionIn(cookies) !== null,
    matches(cookies, key) {
      const session = sessionIn(cookies)
      return session !== null && key !== undefined && sameText(key, keyOf(session))
    },
  }
}

function cookieNamed(name: string, header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
