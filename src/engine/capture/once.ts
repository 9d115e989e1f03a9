/**
 * F-08. An event seen by a hook and in a transcript counts once. Only what comes to something is
 * written down: an event without a result gives none the second time either.
 */
import { hostname } from 'node:os'
import { addDays } from '../../clock.ts'
import { isAlive } from '../../machine/is-alive.ts'
import type { SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { Engine } from '../engine.ts'

/** A holder that has not finished an event within this time is taken for dead. */
const ABANDONED_MS = 60_000
/** Behind the moment at which it was done; a note without it is under way. */
const DONE = ' done'
/** Behind the moment at which it was taken: by which process, so that no claim of a dead one is waited for. */
const ME = `${hostname()}:${process.pid}`
const SEEN = 'seen:'
const LAST_PRUNED = 'pruned:seen'

const noteOf = (key: string) => `${SEEN}${key}`

/** Runs the work for the first who asks; null for everybody after. A failure leaves it to be tried again. */
export async function once<Result>(
  engine: Engine,
  key: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const { notes } = engine.store
  const note = noteOf(key)
  const known = await notes.get(note)
  const now = engine.clock.now()
  if (known !== null && !isAbandoned(known, now)) return null
  if (!(await notes.compareAndSet(note, known, `${now} ${ME}`))) return null
  try {
    const result = await work()
    await notes.set(note, `${now}${DONE}`)
    return result
  } catch (thrown) {
    await notes.remove(note)
    throw thrown
  }
}

/** B-14. What was seen of a session goes with it; events of a subagent are the parent's. */
export async function forgetSeen(engine: Engine, session: SessionRef): Promise<void> {
  if (session.parent === null) await engine.store.notes.removeUnder(noteOf(eventKey(session, '')))
}

/** B-16. No host repeats an event this old; checked once a day. */
export async function pruneSeen(engine: Engine): Promise<void> {
  const { notes } = engine.store
  const now = engine.clock.now()
  const last = await notes.get(LAST_PRUNED)
  if (last !== null && last > addDays(now, -1)) return
  await notes.set(LAST_PRUNED, now)
  await notes.removeUnder(SEEN, addDays(now, -engine.config.capture.seenDays))
}

function isAbandoned(value: string, now: string): boolean {
  if (value.endsWith(DONE)) return false
  const [taken = '', by = ''] = value.split(' ')
  return isGone(by) || Date.parse(now) - Date.parse(taken) > ABANDONED_MS
}

/** Of another machine nothing is known but the time. */
function isGone(by: string): boolean {
  const [host, pid] = [by.slice(0, by.lastIndexOf(':')), Number(by.slice(by.lastIndexOf(':') + 1))]
  return host === hostname() && Number.isInteger(pid) && pid > 0 && !isAlive(pid)
}
