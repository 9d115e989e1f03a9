/**
 * K-03. The named pipes over which a hook asks the daemon. A process that only reads and writes files has
 * asked and left before one that opens a socket is ready to: Node loads nothing for it. Each channel is a
 * pair of pipes in a folder of the home; a client takes one by renaming it. Small: hooks load it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** As many hooks as ask at once; a further one uses the socket. */
export const PIPE_CHANNELS = 8

/** Larger calls go over the socket, which is made for them. */
export const MAX_PIPE_BYTES = 1_000_000

const FREE = 'free-'
const WRITABLE_BY_OTHERS = 0o022

export function hookPipesFolder(run: string): string {
  return join(run, 'hook-pipes')
}

/** Of the names in the folder, the channels that no client has taken. */
export function freeChannels(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(FREE)).map((name) => name.slice(FREE.length))
}

export interface ChannelPaths {
  /** The request pipe while no client has it, and under the name by which one took it. */
  readonly free: string
  readonly taken: string
  readonly answer: string
}

export function channelPaths(folder: string, channel: string): ChannelPaths {
  return {
    free: join(folder, FREE + channel),
    taken: join(folder, `taken-${channel}`),
    answer: join(folder, `answer-${channel}`),
  }
}

/** Never waits: without the other end, writing is refused with `ENXIO` and reading finds nothing. */
export function openPipe(path: string, to: 'read' | 'write' | 'both'): number {
  const mode = { read: constants.O_RDONLY, write: constants.O_WRONLY, both: constants.O_RDWR }[to]
  const pipe = openSync(path, mode | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  const found = fstatSync(pipe)
  if (found.isFIFO() && found.uid === process.getuid?.()) return pipe
  closeSync(pipe)
  throw new Error('that is no pipe of this user')
}

/** Whether a process has the reading end open. */
export function hasReader(path: string): boolean {
  try {
    closeSync(openPipe(path, 'write'))
    return true
  } catch {
    return false
  }
}

/** M-06. As for the socket: who can write there could answer in the daemon's place. */
export function isOwnFolder(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0
}
