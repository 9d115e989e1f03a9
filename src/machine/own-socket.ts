/**
 * M-06. Whether a socket belongs to this user. Its server receives prompts and decides what the agent sees, so
 * sockets and folders of other users are never used. Small, since hooks load it.
 */
import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'

const WRITABLE_BY_OTHERS = 0o022
const ROOT = 0

export function isOwnSocket(path: string): boolean {
  // A named pipe of Windows is guarded by its own access list.
  if (process.platform === 'win32') return true
  try {
    const us = process.getuid?.() ?? ROOT
    const socket = lstatSync(path)
    const folder = lstatSync(dirname(path))
    return (
      socket.isSocket() &&
      socket.uid === us &&
      (folder.uid === us || folder.uid === ROOT) &&
      (folder.mode & WRITABLE_BY_OTHERS) === 0
    )
  } catch {
    return false // It does not exist.
  }
}
