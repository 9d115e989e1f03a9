/**
 * M-06. The launcher that hosts start: a few lines in the home that load the real hook, and end silently once
 * the package is removed, so that a removed package causes no error at every prompt.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HomePaths } from '../config/home.ts'
import { writeAtomicSync } from '../files/write-atomic.ts'

/** Named like the hook itself, by which setup knows its own entries again. */
export function launcherPath(home: Pick<HomePaths, 'home'>): string {
  return join(home.home, 'bin', 'hook.cjs')
}

function launcherText(hook: string): string {
  return [
    "'use strict'",
    '// Made by mneme setup. It does nothing once the package is gone; mneme remove takes it out of your agents.',
    // Asked for by `node -e`, which has no place for a script among the arguments.
    'if (require.main !== module) process.argv.splice(1, 0, __filename)',
    'try {',
    `  require(${JSON.stringify(hook)})`,
    '} catch {',
    '  process.exit(0)',
    '}',
    '',
  ].join('\n')
}

export function writeLauncher(home: Pick<HomePaths, 'home'>, hook: string): void {
  const path = launcherPath(home)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeAtomicSync(path, launcherText(hook))
}
