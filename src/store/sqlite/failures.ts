/** Maps SQLite errors to ours. */
import { MnemeError } from '../../errors.ts'

/** Primary result codes; extended ones carry them in their low byte. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const CONSTRAINT = 19
const NOTADB = 26
const PERM = 3

export function fromSqlite(thrown: unknown, file: string): MnemeError {
  if (thrown instanceof MnemeError) return thrown
  const cause = thrown
  switch (resultCode(thrown)) {
    case BUSY:
    case LOCKED:
      return new MnemeError('store_busy', `the database ${file} is locked by another process`, {
        hint: 'Try again; if it stays locked, see `mneme doctor`.',
        cause,
      })
    case READONLY:
    case PERM:
      return new MnemeError('disk', `the database ${file} cannot be written (read-only)`, {
        hint: 'Check the permissions of the folder, or choose another with MNEME_HOME.',
        cause,
      })
    case FULL:
      return new MnemeError('disk', `the disk that holds ${file} is full`, {
        hint: 'Nothing was written. Free some space and try again.',
        cause,
      })
    case IOERR:
    case CANTOPEN:
      return new MnemeError('disk', `the database ${file} cannot be opened or read`, {
        hint: 'Check that the folder exists and is yours, or choose another with MNEME_HOME.',
        cause,
      })
    case CORRUPT:
    case NOTADB:
      return new MnemeError('store_corrupt', `${file} is damaged or not a mneme database`, {
        hint: 'Nothing was changed. `mneme restore --list` shows the backups there are.',
        cause,
      })
    case CONSTRAINT:
      return new MnemeError('conflict', takenBy(thrown), { hint: 'Try again.', cause })
    default:
      return new MnemeError('internal', thrown instanceof Error ? thrown.message : String(thrown), {
        cause,
      })
  }
}

/** The violated unique constraint. */
function takenBy(thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : ''
  if (said.includes('memory_name')) return 'another memory has taken the name meanwhile'
  if (said.includes('memory_hash')) return 'another memory holds the same text'
  if (said.includes('project.slug')) return 'another project has taken the name meanwhile'
  return 'another process stored this at the same time'
}

/** True for what a malformed full-text expression gives: it carries no result code of its own. */
export function isExpressionError(thrown: unknown): boolean {
  const code = resultCode(thrown)
  if (code !== null && code !== 1) return false
  const message = thrown instanceof Error ? thrown.message : ''
  return /fts5|no such column|unterminated string|unknown special query|malformed MATCH/i.test(
    message,
  )
}

function resultCode(thrown: unknown): number | null {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return null
  return typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : null
}
