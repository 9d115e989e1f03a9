/** The paths of Mneme's files, under `~/.mneme` or MNEME_HOME. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { homedir, tmpdir, userInfo } from 'node:os'
import { isAbsolute, join, normalize } from 'node:path'
import { MnemeError } from '../errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export function homeFolder(env: Environment): string {
  const said = env.MNEME_HOME?.trim()
  if (!said) return join(userHome(env), '.mneme')
  const path = said === '~' || /^~[\\/]/.test(said) ? join(userHome(env), said.slice(1)) : said
  if (isAbsolute(path)) return normalize(path)
  // Hooks run in whatever folder the agent is in, so a relative home would be many homes.
  throw new MnemeError('bad_config', `MNEME_HOME is "${said}", which is not an absolute path`, {
    hint: 'Set MNEME_HOME to a full path such as /home/you/.mneme, or unset it.',
  })
}

export interface HomePaths {
  readonly home: string
  readonly config: string
  readonly database: string
  /** C-01. Global memories as files. */
  readonly memory: string
  /** C-08. Written by a person only. */
  readonly userAnchor: string
  readonly run: string
  /** A unix socket, or a named pipe on Windows (K-19). */
  readonly socket: string
  readonly lock: string
  readonly token: string
  /** M-04. With it values of a session are known again; in no backup. */
  readonly fingerprintKey: string
  /** K-03. Events that wait for the daemon. */
  readonly spool: string
  /** K-03. Events that were answered while their handlers still run; the folder keeps its first name. */
  readonly pending: string
  readonly logs: string
  readonly backups: string
  /** What can be made again: the converted model, answers of git. */
  readonly cache: string
}

export function homePaths(home: string): HomePaths {
  const run = join(home, 'run')
  return {
    home,
    config: join(home, 'config.toml'),
    database: join(home, 'mneme.db'),
    memory: join(home, 'memory'),
    userAnchor: join(home, 'USER.md'),
    run,
    socket: socketPath(home, run),
    lock: join(run, 'lock'),
    token: join(run, 'token'),
    fingerprintKey: join(run, 'fingerprint-key'),
    spool: join(run, 'spool'),
    pending: join(run, 'in-hand'),
    logs: join(home, 'logs'),
    backups: join(home, 'backups'),
    cache: join(home, 'cache'),
  }
}

/** `<repo>/.mneme`: PROJECT.md and an optional config.toml. */
export function repositoryPaths(repository: string) {
  const folder = join(repository, '.mneme')
  return { folder, config: join(folder, 'config.toml'), projectAnchor: join(folder, 'PROJECT.md') }
}

/** Makes the folder, and its missing parents, for its owner alone. Returns the path. */
export async function ensurePrivateFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (process.platform === 'win32') return path
    const found = await stat(path)
    const us = process.getuid?.()
    if (us !== 0 && found.uid !== us) {
      throw new MnemeError('not_allowed', `${path} belongs to another user`, {
        hint: 'Remove it, or set MNEME_HOME to a folder of your own.',
      })
    }
    if ((found.mode & 0o077) !== 0) await chmod(path, 0o700)
    return path
  } catch (cause) {
    if (cause instanceof MnemeError) throw cause
    throw new MnemeError('disk', `cannot make the folder ${path}`, {
      hint: 'Check that the disk is not full or read-only and that the path is not a file.',
      cause,
    })
  }
}

/** The user's home folder. */
export function userHome(env: Environment): string {
  const said = process.platform === 'win32' ? env.USERPROFILE : env.HOME
  return said && isAbsolute(said) ? said : homedir()
}

/** macOS ends a socket's path at 104 bytes, its closing zero included. */
const MAX_SOCKET_BYTES = 103

function socketPath(home: string, run: string): string {
  const short = createHash('sha256').update(home).digest('hex').slice(0, 12)
  if (process.platform === 'win32') return `\\\\.\\pipe\\mneme-${short}`
  const usual = join(run, 'mneme.sock')
  if (Buffer.byteLength(usual) <= MAX_SOCKET_BYTES) return usual
  // In a folder of its own, so that `ensurePrivateFolder` can see to whose it is.
  return join(tmpdir(), `mneme-${userInfo().uid}-${short}`, 'mneme.sock')
}
