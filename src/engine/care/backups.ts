/** B-15. Backups of the store: create, list, restore. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { HomePaths } from '../../config/home.ts'
import { MnemeError } from '../../errors.ts'
import type { Engine } from '../engine.ts'

interface BackupFile {
  readonly path: string
  readonly bytes: number
  readonly at: string
}

/** Newest first. */
export function backupFiles(home: HomePaths): BackupFile[] {
  if (!existsSync(home.backups)) return []
  return readdirSync(home.backups)
    .filter((name) => name.endsWith('.db'))
    .map((name) => {
      const path = join(home.backups, name)
      const { size, mtime } = statSync(path)
      return { path, bytes: size, at: mtime.toISOString() }
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

export async function makeBackup(engine: Engine, to?: string): Promise<BackupFile> {
  const stamp = engine.clock.now().replace(/[:.]/g, '-')
  const path =
    to === undefined ? freePath(join(engine.home.backups, `mneme-${stamp}`)) : resolve(to)
  if (existsSync(path)) {
    throw new MnemeError('invalid_input', `${path} exists already`, {
      hint: 'Choose another name.',
    })
  }
  try {
    await engine.store.care.backup(path)
  } catch (thrown) {
    if (to === undefined || thrown instanceof MnemeError) throw thrown
    throw new MnemeError('disk', `no backup can be written to ${path}`, {
      hint: 'Choose another place.',
      cause: thrown,
    })
  }
  return { path, bytes: statSync(path).size, at: engine.clock.now() }
}

/** Two backups at the same moment are two files. */
function freePath(base: string): string {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? `${base}.db` : `${base}-${number}.db`
    if (!existsSync(path)) return path
  }
}

/** The present state is backed up first, so that a restore can itself be undone. */
export async function restoreBackup(
  engine: Engine,
  from: string,
): Promise<{ restored: string; before: string }> {
  const known = backupFiles(engine.home).find(({ path }) => basename(path) === from)
  const path = known?.path ?? resolve(from)
  if (!existsSync(path)) {
    throw new MnemeError('not_found', `there is no backup ${path}`, {
      hint: 'List the backups: mneme restore --list',
    })
  }
  const before = await makeBackup(engine)
  await engine.store.care.restore(path)
  engine.events.emit({ name: 'store_restored', at: engine.clock.now(), data: { from: path } })
  return { restored: path, before: before.path }
}
