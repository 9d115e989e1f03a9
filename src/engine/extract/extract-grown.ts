/**
 * G-08, K-14. Extracts from a session once it has grown enough, while it is read. History is extracted by rules
 * alone, so that a backfill costs nothing whatever model is configured.
 */
import { hoursBetween } from '../../clock.ts'
import type { StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { extractGrowing } from './extract-ended.ts'
import { extractSession } from './extract-session.ts'

/** Untouched for longer than this, a session is history. */
const HISTORY_HOURS = 24

export function isHistory(engine: Engine, lastAt: string | null): boolean {
  return lastAt === null || hoursBetween(lastAt, engine.clock.now()) > HISTORY_HOURS
}

/** Ids of new memories; those found by a model are added later in the background. */
export async function extractGrown(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
): Promise<readonly string[]> {
  const isPast = isHistory(engine, session.lastAt)
  if (engine.model !== null && !isPast) {
    extractGrowing(engine, caller, session)
    return []
  }
  try {
    // M-25. History has ended: it is extracted whatever its length.
    const options = { byRulesAlone: true, force: isPast }
    return (await extractSession(engine, caller, session, options)).memories
  } catch {
    return [] // reported as ai_memory_error; captured memories stay, and the next growth tries again
  }
}
