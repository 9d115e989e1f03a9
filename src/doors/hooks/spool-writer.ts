/**
 * K-03. Spools an event, with secrets removed, when the daemon is down or busy, and starts one that is down.
 */
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from '../../capture/scrub.ts'
import { spoolName } from '../../machine/spool-name.ts'
import type { HookCall } from './client.ts'

/** Time for a daemon that was just started to answer. */
const START_AGAIN_MS = 5000

export function keepForLater(home: string, call: HookCall): void {
  if (isOfAnother(home)) return
  try {
    const spool = join(home, 'run', 'spool')
    mkdirSync(spool, { recursive: true, mode: 0o700 })
    const name = spoolName()
    const text = JSON.stringify(scrub(call).fields)
    const half = join(spool, `.${name}.part`)
    // The process may be killed, not the machine: no fsync, since the host waits.
    writeFileSync(half, text, { mode: 0o600 })
    renameSync(half, join(spool, `${name}.json`))
  } catch {
    // A full or read-only disk: the host must not notice, and there is nowhere to report it.
  }
}

const ROOT = 0

/** M-06. What a person types is not left in a folder that belongs to someone else. */
function isOfAnother(home: string): boolean {
  const us = process.getuid?.() ?? ROOT
  const owner = statSync(home, { throwIfNoEntry: false })?.uid
  return us !== ROOT && owner !== undefined && owner !== us
}

export function startDaemon(home: string): void {
  try {
    start(home)
  } catch {
    // As above.
  }
}

function start(home: string): void {
  if (process.env.MNEME_NO_DAEMON) return
  const mark = join(home, 'run', 'started-by-hook')
  if (Date.now() - modifiedMs(mark) < START_AGAIN_MS) return
  writeFileSync(mark, '', { mode: 0o600 })
  // Loaded only now: most hooks find a daemon that was started already.
  const { spawn } = require('node:child_process') as typeof import('node:child_process')
  // Hosts end the process group of a hook; a session of its own outlives it.
  spawn(process.execPath, [join(__dirname, 'daemon.js')], {
    detached: true,
    stdio: 'ignore',
    cwd: home,
    env: process.env,
  }).unref()
}

function modifiedMs(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}
