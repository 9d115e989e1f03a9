/** Words of the protocol that the small client and the daemon share. Nothing is loaded here. */

export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const UNSUPPORTED_VERSION = -32022

/** J-05. An error of the protocol, as opposed to a tool that failed. */
export class ProtocolRefusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The revisions with a handshake, newest first; and the one without. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
]
export const MODERN_VERSION = '2026-07-28'

const META = 'io.modelcontextprotocol'
export const PROTOCOL_VERSION_KEY = `${META}/protocolVersion`
export const CAPABILITIES_KEY = `${META}/clientCapabilities`
export const CLIENT_INFO_KEY = `${META}/clientInfo`
export const SERVER_INFO_KEY = `${META}/serverInfo`

/** Lists change with a new version only; what is read may change at any time. */
export const LIST_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const
export const READ_HINT = { ttlMs: 0, cacheScope: 'private' } as const

/** J-08. What the person at the client is asked. */
export const ALLOW_SCHEMA = {
  type: 'object',
  properties: { allow: { type: 'boolean', description: 'Whether the agent may do this' } },
  required: ['allow'],
} as const

/** For the journal: who calls, by the name the client gave itself. */
export function actorOf(info: unknown): string {
  const name = (info as { name?: unknown } | undefined)?.name
  const plain = typeof name === 'string' ? name.replace(/[^\w.-]+/g, '-').slice(0, 60) : ''
  return `mcp:${plain || 'unknown'}`
}
