/** K-03. Handles the events that hooks spooled while the daemon was down: once, oldest first. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Opened } from '../../compose.ts'
import type { HomePaths } from '../../config/home.ts'
import { hook } from '../../operations/hook.ts'
import { call } from '../../operations/operation.ts'
import type { Resident } from '../daemon/residents.ts'
import type { HookCall } from './client.ts'

const LOOK_AGAIN_MS = 2000

export const spoolReader: Resident = {
  name: 'spool',
  async start(mneme) {
    spoolPending(mneme.engine.home)
    let reading: Promise<unknown> = readSpool(mneme)
    const timer = setInterval(() => {
      reading = reading.then(() => readSpool(mneme))
    }, LOOK_AGAIN_MS)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await reading
    }
  },
}

/** Left unfinished by a daemon that was killed: no other daemon runs now. */
function spoolPending({ pending, spool }: HomePaths): void {
  if (!existsSync(pending)) return
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(pending)) renameSync(join(pending, name), join(spool, name))
}

/** Returns how many were handled. */
async function readSpool(mneme: Opened): Promise<number> {
  const spool = mneme.engine.home.spool
  if (!existsSync(spool)) return 0
  let done = 0
  for (const name of readdirSync(spool).sort()) {
    if (!name.endsWith('.json')) continue
    const path = join(spool, name)
    const kept = parseSpooled(path)
    if (kept) await replay(mneme, kept)
    rmSync(path, { force: true })
    done += 1
  }
  return done
}

async function replay(mneme: Opened, { host, event, payload }: HookCall): Promise<void> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const { engine, caller } = await mneme.at({
    door: 'hook',
    actor: `hook:${host}`,
    speaker: 'agent',
    folder: text(payload.cwd) ?? text(payload.directory),
    session: text(payload.session_id) ?? text(payload.sessionID),
  })
  try {
    await call(hook, engine, caller, { host, event, payload, late: true })
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    engine.events.emit({
      name: 'spool_error',
      at: engine.clock.now(),
      data: { host, event, message },
    })
  }
}

function parseSpooled(path: string): HookCall | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as HookCall
  } catch {
    return null // Incomplete file of a hook that was killed while writing.
  }
}
