/** Replaces a foreign file atomically, keeping its permissions. */
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeAtomicSync } from '../files/write-atomic.ts'

/** Returns the topmost folder that had to be made for it, if any. */
export function writeWhole(path: string, text: string, mode?: number): string | null {
  const made = mkdirSync(dirname(path), { recursive: true }) ?? null
  // Settings may be symlinks to files elsewhere: the link is kept.
  const target = realOf(path)
  writeAtomicSync(target, text, { mode: mode ?? modeOf(target) })
  return made
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const NEW_FILE_MODE = 0o644

function modeOf(path: string): number {
  try {
    return statSync(path).mode & 0o777
  } catch {
    return NEW_FILE_MODE
  }
}
