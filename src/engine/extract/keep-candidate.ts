/** K-11. Stores a finding as a memory, with the messages it came from. */
import type { Candidate } from '../../capture/extract/candidate.ts'
import { isSameSkill } from '../../capture/extract/skills.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import type { Source } from '../../memory/memory.ts'
import { slugFrom } from '../../memory/names.ts'
import { RULE_TYPES } from '../../memory/types.ts'
import type { StoredSession } from '../../store/sessions.ts'
import { noteOwnWords } from '../capture/echoes.ts'
import { daysLeft } from '../capture/lifetime.ts'
import { scopeSaid } from '../capture/places.ts'
import { noteRecurrence } from '../capture/temporal.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { procedureContent } from '../memories/procedures.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { saidAt } from '../sessions/stored-message.ts'

const MAX_SKILLS = 500

type Kept = Pick<Remembered, 'outcome' | 'id'>

export async function keepCandidate(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  candidate: Candidate,
  byModel: boolean,
): Promise<Kept> {
  if (candidate.type === 'skill') {
    const known = await sameSkill(engine, caller, candidate)
    if (known !== null) return { outcome: 'near-duplicate', id: known }
  }
  // M-14. A model's findings count as extracted, not as inferred.
  const source: Source = byModel ? 'extracted' : sourceOf(candidate)
  const procedure = candidate.procedure && { ...candidate.procedure, successes: 0, failures: 0 }
  const at = await momentOf(engine, session, candidate)
  // B-08. Work left open so long ago has been done or dropped since.
  const ttlDays = candidate.type === 'task' ? daysLeft(engine, at) : null
  if (ttlDays !== null && ttlDays <= 0) return { outcome: 'refused', id: null }
  const scope = scopeSaid(caller, candidate.scope)
  const kept = await remember(
    engine,
    caller,
    {
      type: candidate.type,
      ...(scope === null ? {} : { scope }),
      title: candidate.title,
      content: procedure ? procedureContent(procedure) : candidate.content,
      confidence: candidate.confidence,
      importance: candidate.importance,
      tags: candidate.tags,
      concepts: candidate.concepts,
      files: candidate.files,
      triggers: candidate.triggers,
      ...(ttlDays === null ? {} : { ttlDays }),
      // M-23. Seen when its check passed, an incident now gets its cause: one memory.
      ...(candidate.type === 'bugfix' && !byModel ? { name: slugFrom(candidate.title) } : {}),
    },
    {
      origin: candidate.origin,
      source,
      host: session.host,
      session: session.id,
      messages: candidate.messages,
      at,
      snippet: candidate.snippet,
      confidenceReason: candidate.reason,
      scale: scaleAtCreation(candidate.type, source),
      ...(procedure ? { procedure } : {}),
      ...(candidate.done === null ? {} : { done: candidate.done }),
      // A model's findings become rules only with a person's approval.
      hold: byModel && RULE_TYPES.has(candidate.type),
    },
  )
  if (kept.id !== null && kept.outcome !== 'created') {
    await noteRecurrence(engine, caller, kept.id, session)
  }
  // K-09. Our own text must not be extracted from the session again.
  if (byModel) await noteOwnWords(engine, session.id, candidate.content)
  return kept
}

function sourceOf({ origin }: Candidate): Source {
  return origin === 'user' ? 'user-stated' : 'extracted'
}

/** The same purpose in mostly the same words is one skill. */
async function sameSkill(
  engine: Engine,
  caller: Caller,
  candidate: Candidate,
): Promise<string | null> {
  const filter = {
    ...visibleFilter(caller),
    types: ['skill'],
    states: ['new', 'high', 'low'] as const,
  }
  const skills = await engine.store.memories.list(filter, { limit: MAX_SKILLS })
  return skills.find((skill) => isSameSkill(skill, candidate))?.id ?? null
}

async function momentOf(
  engine: Engine,
  session: StoredSession,
  candidate: Candidate,
): Promise<string> {
  const ids = [candidate.messages[1]]
  const [message] = await engine.store.sessions.withMessageIds(session, ids)
  return saidAt(engine, message ?? { at: null })
}
