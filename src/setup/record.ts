/** K-16. Record of what setup wrote, so that remove can restore the earlier files byte for byte. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { HomePaths } from '../config/home.ts'
import { HOSTS } from '../hosts/hook-event.ts'
import { writeWhole } from './write-whole.ts'

const SetupEntry = z.object({
  path: z.string(),
  host: z.enum(HOSTS),
  project: z.string().nullable(),
  /** The backup of the earlier file; null when there was none. */
  backup: z.string().nullable(),
  /** The topmost folder created for it, removed with it when empty. */
  made: z.string().nullable(),
  /** Of what was written. */
  hash: z.string(),
})
export type SetupEntry = z.infer<typeof SetupEntry>

const Kept = z.object({ entries: z.array(SetupEntry) })

export function readRecord(home: HomePaths): SetupEntry[] {
  const path = recordPath(home)
  if (!existsSync(path)) return []
  return Kept.parse(JSON.parse(readFileSync(path, 'utf8'))).entries
}

export function keepRecord(home: HomePaths, entries: readonly SetupEntry[]): void {
  if (entries.length === 0) {
    rmSync(recordPath(home), { force: true })
    return
  }
  mkdirSync(home.home, { recursive: true, mode: 0o700 })
  writeWhole(recordPath(home), `${JSON.stringify({ entries }, null, 2)}\n`, 0o600)
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function backupFolder(home: HomePaths): string {
  return join(home.backups, 'setup')
}

function recordPath(home: HomePaths): string {
  return join(home.home, 'setup.json')
}
