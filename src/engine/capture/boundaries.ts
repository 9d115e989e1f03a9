/** G-06. Where one piece of work ends and the next begins, as facts about the session. */
import { type Boundary, boundaryFact } from '../../capture/boundaries.ts'
import { scrub } from '../../capture/scrub.ts'
import type { SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit, UNASKED } from '../journal/commit.ts'
import { saidAt } from '../sessions/stored-message.ts'
import { once } from './once.ts'

const CONFIDENCE = 0.8

export async function keepBoundaries(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  boundaries: readonly Boundary[],
): Promise<number> {
  let kept = 0
  for (const boundary of boundaries) {
    const key = `${eventKey(session, boundary.id)}:boundary`
    const made = await once(engine, key, () => keepBoundary(engine, caller, session, boundary))
    if (made !== null) kept += 1
  }
  return kept
}

async function keepBoundary(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  boundary: Boundary,
): Promise<string> {
  const { clock } = engine
  const at = saidAt(engine, boundary)
  const { fields } = scrub(boundaryFact(session.id, { ...boundary, at }))
  const row = {
    id: clock.newId(),
    ...fields,
    confidence: CONFIDENCE,
    project: caller.project?.id ?? null,
    memory: null,
    validFrom: at,
    validTo: null,
    createdAt: clock.now(),
  }
  return commit(engine, caller, UNASKED.boundary, [{ op: 'insert', kind: 'fact', row }])
}
