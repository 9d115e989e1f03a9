/**
 * F-08. An event seen by a hook and in a transcript counts once. Only what comes to something is
 * written down: an event without a result gives none the second time either.
 */
import type { Engine } from '../engine.ts'

/** Whoever took an event and did not come back within this time has died over it. */
const ABANDONED_MS = 60_000
const DONE = 'done'

const noteOf = (key: string) => `seen:${key}`

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
  if (!(await notes.compareAndSet(note, known, now))) return null
  try {
    const result = await work()
    await notes.set(note, DONE)
    return result
  } catch (thrown) {
    await notes.remove(note)
    throw thrown
  }
}

export async function wasSeen(engine: Engine, key: string): Promise<boolean> {
  return (await engine.store.notes.get(noteOf(key))) === DONE
}

function isAbandoned(value: string, now: string): boolean {
  return value !== DONE && Date.parse(now) - Date.parse(value) > ABANDONED_MS
}
