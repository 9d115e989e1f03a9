/**
 * K-03. What a hook told is answered before everybody has acted on it. Until they have, it lies on
 * disk: a daemon that is killed in between leaves it there, and the next one takes it up with what
 * was spooled. Acted on twice it counts once, since events know themselves again.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrub } from '../../capture/scrub.ts'
import type { Engine } from '../engine.ts'
import { spoolName } from './spool-name.ts'

interface ReceivedHookEvent {
  readonly host: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Returns how to let go of it. The process may be killed, not the machine: nobody waits for the disk. */
export function persistUntilHandled(
  { home }: Pick<Engine, 'home'>,
  told: ReceivedHookEvent,
): () => void {
  const path = join(home.inHand, `${spoolName()}.json`)
  const text = JSON.stringify(scrub(told).fields)
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
      mkdirSync(home.inHand, { recursive: true, mode: 0o700 })
      writeFileSync(path, text, { mode: 0o600 })
    }
  }
}

/** What another daemon had in hand when it was killed: called by the one that is alone here. */
export function spoolWhatWasInHand({ home }: Pick<Engine, 'home'>): number {
  let left: string[] = []
  try {
    left = readdirSync(home.inHand)
  } catch {
    return 0
  }
  mkdirSync(home.spool, { recursive: true, mode: 0o700 })
  for (const name of left) renameSync(join(home.inHand, name), join(home.spool, name))
  return left.length
}
