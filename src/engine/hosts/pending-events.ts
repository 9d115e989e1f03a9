/**
 * K-03. A hook is answered before every handler has run. Until they have, its event lies on disk: a
 * daemon that is killed in between leaves it there, and the next one handles it with what was spooled.
 * Handled twice it counts once, since events are known by their ids.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from '../../capture/scrub.ts'
import { spoolName } from '../../machine/spool-name.ts'
import type { Engine } from '../engine.ts'

interface ReceivedHookEvent {
  readonly host: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Returns how to remove it. The process may be killed, not the machine: no wait for the disk. */
export function persistUntilHandled(
  { home }: Pick<Engine, 'home'>,
  event: ReceivedHookEvent,
): () => void {
  const path = join(home.pending, `${spoolName()}.json`)
  const text = JSON.stringify(scrub(event).fields)
  try {
    write()
  } catch {
    return () => {} // A full or read-only disk: the agent goes on, as it does without us.
  }
  return () => rmSync(path, { force: true })

  function write(): void {
    try {
      writeFileSync(path, text, { mode: 0o600 })
    } catch {
      mkdirSync(home.pending, { recursive: true, mode: 0o700 })
      writeFileSync(path, text, { mode: 0o600 })
    }
  }
}
