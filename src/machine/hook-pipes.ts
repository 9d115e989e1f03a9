/**
 * K-03. The named pipes over which a hook asks the daemon. A process that only reads and writes files has
 * asked and left before one that opens a socket is ready to: Node loads nothing for it. Each channel is a
 * pair of pipes in a folder of the home; a client takes one by renaming it. Small: hooks load it.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Number of hooks served at once; further ones use the socket. */
export const PIPE_CHANNELS = 8

/** Larger calls use the socket. */
export const MAX_PIPE_BYTES = 1_000_000

const FREE = 'free-'
const WRITABLE_BY_OTHERS = 0o022

export function hookPipesFolder(run: string): string {
  return join(run, 'hook-pipes')
}

/** The free channels among the names in the folder. */
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

/** Does not block: without a reader, opening for writing fails with `ENXIO`, and reading returns nothing. */
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
