/** What PostgreSQL says when something is wrong, in our words. */
import { MnemeError } from '../../errors.ts'

/** Codes of the server that mean: this connection is gone, another one may do. */
const CONNECTION_LOST = /^(?:08...|57P0[1-5]|25P03|53300)$/
/** Codes of the network, and of the driver where it gives none. */
const NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
const LOST_WORDS =
  /connection terminated|connection ended|not queryable|client was closed|timeout exceeded when trying to connect|timeout expired|server closed the connection/i
/** Two who wrote at once: neither is wrong, one has to look again. */
const COLLISION = /^(?:40001|40P01)$/
const BUSY = /^(?:55P03|57014)$/

const UNIQUE_VIOLATION = '23505'
const ABORTED = '25P02'
const MISSING_RIGHTS = '42501'
const WRONG_PASSWORD = /^28/
const NO_DATABASE = '3D000'
const DISK_FULL = '53100'
const OUT_OF_MEMORY = '53200'
const READ_ONLY = '25006'

export function fromPostgres(thrown: unknown, location: string): MnemeError {
  if (thrown instanceof MnemeError) return thrown
  const cause = thrown
  const code = codeOf(thrown)
  const said = messageOf(thrown)
  if (isConnectionLost(thrown)) {
    return new MnemeError('unavailable', `PostgreSQL at ${location} cannot be reached: ${said}`, {
      hint: 'Check that the server runs and that store.url names it; nothing was lost.',
      cause,
    })
  }
  if (code === UNIQUE_VIOLATION) {
    return new MnemeError('conflict', 'another process stored this at the same time', {
      hint: 'Try again.',
      cause,
    })
  }
  if (COLLISION.test(code)) {
    return new MnemeError('conflict', 'another process changed this at the same time', {
      hint: 'Try again.',
      cause,
    })
  }
  if (BUSY.test(code)) {
    return new MnemeError('store_busy', `PostgreSQL at ${location} is busy: ${said}`, {
      hint: 'Try again; a long wait means that another client holds a lock.',
      cause,
    })
  }
  if (WRONG_PASSWORD.test(code)) {
    return new MnemeError('unauthorized', `PostgreSQL at ${location} refused the login: ${said}`, {
      hint: 'Check the user and password in store.url.',
      cause,
    })
  }
  if (code === NO_DATABASE) {
    return new MnemeError('not_found', `PostgreSQL at ${location}: ${said}`, {
      hint: 'Create it with `createdb`, or name another one in store.url.',
      cause,
    })
  }
  if (code === MISSING_RIGHTS) {
    return new MnemeError('not_allowed', `PostgreSQL at ${location}: ${said}`, {
      hint: 'The user needs to own its schema: GRANT CREATE, USAGE ON SCHEMA … TO the user.',
      cause,
    })
  }
  if (code === READ_ONLY) {
    return new MnemeError('unavailable', `PostgreSQL at ${location} only answers reads`, {
      hint: 'It is a replica or in recovery; name the primary in store.url.',
      cause,
    })
  }
  if (code === DISK_FULL || code === OUT_OF_MEMORY) {
    return new MnemeError('disk', `PostgreSQL at ${location} has no room left: ${said}`, {
      hint: 'Nothing was written.',
      cause,
    })
  }
  return new MnemeError('internal', said, { cause })
}

/** The connection is gone; whether the last statement was carried out is not known. */
export function isConnectionLost(thrown: unknown): boolean {
  if (thrown instanceof MnemeError) return false
  const code = codeOf(thrown)
  if (CONNECTION_LOST.test(code) || NETWORK.test(code)) return true
  // A server that refuses on every address of a name answers with all its refusals at once.
  if (thrown instanceof AggregateError) return thrown.errors.some(isConnectionLost)
  return code === '' && LOST_WORDS.test(messageOf(thrown))
}

/** The transaction had failed before: this is not why. */
export function isAborted(thrown: unknown): boolean {
  return codeOf(thrown) === ABORTED
}

export function isCollision(thrown: unknown): boolean {
  return COLLISION.test(codeOf(thrown))
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return ''
  return typeof thrown.code === 'string' ? thrown.code : ''
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return messageOf(thrown.errors[0])
  return thrown instanceof Error ? thrown.message : String(thrown)
}
