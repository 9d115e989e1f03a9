/** F-04. Renews the lifeboat before the window is full, in case the host compacts without notice. */
import { BoundedMap } from '../../bounded-map.ts'
import { hoursBetween } from '../../clock.ts'
import { readWindowShare } from '../../sessions/window-use.ts'
import type { StoredMessage, StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { saveLifeboat } from './lifeboat.ts'

const FULL_SHARE = 0.85
/** Minimum growth before it is renewed. */
const MIN_GROWTH = 0.02
/** A transcript read later is not a running session. */
const MAX_AGE_HOURS = 1
const MAX_SESSIONS = 64

/** For each session, how full the window was when the lifeboat was last made. */
const savedAt = new BoundedMap<string, number>(MAX_SESSIONS)

export async function refreshLifeboat(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  messages: readonly StoredMessage[],
): Promise<void> {
  const last = messages.at(-1)
  if (last === undefined || session.parent !== null) return
  if (last.at === null || hoursBetween(last.at, engine.clock.now()) > MAX_AGE_HOURS) return
  const share = readWindowShare(last.path)
  if (share === null || share < FULL_SHARE) {
    savedAt.delete(session.id)
    return
  }
  if (share < (savedAt.get(session.id) ?? 0) + MIN_GROWTH) return
  savedAt.set(session.id, share)
  await saveLifeboat(engine, caller, session.id)
}
