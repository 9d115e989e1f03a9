/**
 * K-03. A hook is answered before all handlers have run. Until they have, its event is on disk: after a crash,
 * the next daemon handles it with the spooled ones. Handling it twice counts once, since events have ids.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from '../../capture/scrub.ts'
import type { KnownValues } from '../../capture/secrets/known-values.ts'
import { spoolName } from '../../machine/spool-name.ts'
import type { Engine } from '../engine.ts'

interface ReceivedHookEvent {
  readonly host: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Returns a function that removes it. The process may be killed, not the machine: no fsync. */
export function persistUntilHandled(
  { home }: Pick<Engine, 'home'>,
  event: ReceivedHookEvent,
  known: KnownValues,
): () => void {
  const path = join(home.pending, `${spoolName()}.json`)
  const text = JSON.stringify(scrub(event, known).fields)
  try {
    write()
  } catch {
    return () => {} // A full or read-only disk: the agent continues as without Mneme.
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
