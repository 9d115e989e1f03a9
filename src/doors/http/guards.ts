/**
 * Who may talk to us over TCP. Any web page and any user of the machine can reach a loopback port,
 * so each request must show that it comes from neither.
 *
 *   host     the name asked for is a loopback one: a page that points its own name at 127.0.0.1
 *            (DNS rebinding) gives itself away here
 *   origin   a page that sends one is our own
 *   content  a body is JSON: a form can be sent across origins without asking, JSON cannot
 *   token    the caller can read a file that only the owner can read, or came by a one-time link
 *   key      a browser's session is used by the page it was given to, not by another server of this
 *            machine that was sent its cookie
 *
 * The private socket needs neither of the last two: its folder lets no other user in.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { MnemeError } from '../../errors.ts'

/** Each check can be disabled, so that a test can show what it prevents. */
export interface Guards {
  readonly host: boolean
  readonly origin: boolean
  readonly content: boolean
  readonly token: boolean
  readonly key: boolean
}

export const ALL_GUARDS: Guards = {
  host: true,
  origin: true,
  content: true,
  token: true,
  key: true,
}

interface RequestFacts {
  readonly method: string
  readonly via: 'tcp' | 'socket'
  readonly header: (name: string) => string | undefined
  /** The port the server listens on. */
  readonly port: number | null
  readonly token: string
  /** A file of the page, which is the same for everyone. */
  readonly isPageFile: boolean
  /** Whether the request has a valid page session, and whether with its key. */
  readonly pageSession: { readonly holds: boolean; readonly hasKey: boolean }
}

/** How the caller authenticated. */
export type Admission = 'owner' | 'token' | 'page'

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Throws the error to answer with. */
export function admit(guards: Guards, request: RequestFacts): Admission {
  if (guards.host && !isOurHost(request.header('host'), request)) {
    throw new MnemeError('not_allowed', 'the Host header does not name this machine', {
      hint: 'Ask for 127.0.0.1 or localhost.',
    })
  }
  const origin = request.header('origin')
  if (guards.origin && origin !== undefined && !isOurOrigin(origin, request)) {
    throw new MnemeError('not_allowed', 'pages of other origins are not served')
  }
  if (guards.content && !isPlainEnough(request)) {
    throw new MnemeError('invalid_input', 'the body must be application/json', {
      hint: 'Send content-type: application/json.',
    })
  }
  if (request.via === 'socket') return 'owner'
  return admitWithSecret(guards, request, origin)
}

function admitWithSecret(
  guards: Guards,
  request: RequestFacts,
  origin: string | undefined,
): Admission {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.header('authorization') ?? '')?.[1]
  if (bearer !== undefined && sameText(bearer, request.token)) return 'token'
  const { holds, hasKey } = request.pageSession
  if (holds && (hasKey || request.isPageFile || !guards.key)) {
    // Browsers send cookies automatically: a request that changes something must also carry a
    // header only our page sets.
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    const fromUs = origin !== undefined || request.header('sec-fetch-site') === 'same-origin'
    if (!guards.origin || !changes || fromUs) return 'page'
    throw new MnemeError('not_allowed', 'this request does not say that it comes from the page')
  }
  if (!guards.token) return 'token'
  if (holds) {
    throw new MnemeError('unauthorized', 'this session belongs to the page that signed in', {
      hint: 'Sign in again: mneme ui',
    })
  }
  throw new MnemeError('unauthorized', 'a token is needed', {
    hint: 'Send authorization: Bearer TOKEN; the token is in run/token of the home.',
  })
}

function isOurHost(host: string | undefined, { via, port }: RequestFacts): boolean {
  const parts = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d+))?$/i.exec(host ?? '')
  if (!parts || !LOOPBACK_NAMES.has((parts[1] ?? '').toLowerCase())) return false
  return via === 'socket' || parts[2] === undefined || Number(parts[2]) === port
}

function isOurOrigin(origin: string, { port }: RequestFacts): boolean {
  const parts = /^http:\/\/(\[[0-9a-f:]+\]|[^:/]+):(\d+)$/i.exec(origin)
  if (!parts) return false
  return LOOPBACK_NAMES.has((parts[1] ?? '').toLowerCase()) && Number(parts[2]) === port
}

function isPlainEnough({ method, header }: RequestFacts): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true
  const length = header('content-length')
  const hasBody =
    header('transfer-encoding') !== undefined || (length !== undefined && length !== '0')
  const type = header('content-type')
  if (!hasBody && type === undefined) return true
  return /^application\/(?:[a-z0-9.-]+\+)?json\s*(?:;|$)/i.test(type ?? '')
}

/** Compares in constant time. */
export function sameText(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}
