/** Finds a session by its id, a unique prefix of it, or `last`; and the sessions a caller may see. */
import { MnemeError } from '../../errors.ts'
import type { SessionFilter, StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { readsEverywhere } from '../person.ts'

const MIN_START_LENGTH = 4
const LAST = 'last'

export async function findSession(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<StoredSession> {
  const found = await lookUpVisible(engine, caller, reference)
  if (found) return found
  throw noSession(reference)
}

/** How many of the newest memories are searched for their last session. */
const NEWEST_MEMORIES = 200

/** M-05. Without consent no transcript is read, but prompts were captured: their memories name the session. */
export async function findCapturedSession(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<string> {
  const stored = await lookUpVisible(engine, caller, reference)
  const isLast = reference === LAST
  if (stored && !isLast) return stored.id
  const seen = visibleFilter(caller)
  const filter = isLast ? seen : { ...seen, session: reference }
  const { memories } = engine.store
  const newest = await memories.list(filter, { limit: NEWEST_MEMORIES, order: 'newest' })
  // A global memory may have come from a session of another project.
  const isHere = (project: string | null) => !isLast || project === (caller.project?.id ?? null)
  const captured = newest.find(
    ({ provenance, project }) => provenance.session !== null && isHere(project),
  )
  const isLater = captured !== undefined && captured.createdAt > (stored?.lastAt ?? '')
  const id = isLater ? captured.provenance.session : stored?.id
  if (id) return id
  throw noSession(reference)
}

async function lookUpVisible(engine: Engine, caller: Caller, reference: string) {
  const found = await lookUp(engine, caller, reference)
  return found && (await isVisible(engine, caller, found)) ? found : null
}

function noSession(reference: string): MnemeError {
  const what = reference === LAST ? 'session here yet' : `session "${reference.slice(0, 80)}" here`
  return new MnemeError('not_found', `there is no ${what}`, {
    hint: 'To list sessions: mneme sessions list. To import past ones: mneme sessions backfill',
  })
}

async function lookUp(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<StoredSession | null> {
  const { sessions } = engine.store
  const exact = await sessions.get(reference)
  if (exact) return exact
  if (reference === LAST) {
    const filter = { ...(await visibleSessions(engine, caller, false)), topLevel: true }
    return (await sessions.list(filter, { limit: 1 }))[0] ?? null
  }
  if (reference.length < MIN_START_LENGTH) return null
  const [one, other] = await sessions.withIdStart(reference, 2)
  return one && !other ? one : null
}

/** The project's sessions; the owner may see all. */
export async function visibleSessions(
  engine: Engine,
  caller: Caller,
  all: boolean,
): Promise<Pick<SessionFilter, 'projects'>> {
  const { project } = caller
  if (readsEverywhere(caller) && (all || project === null)) return {}
  if (all) {
    throw new MnemeError('not_allowed', 'the sessions of other projects are not shown here', {
      hint: 'Ask for them at the command line: mneme session-search … --all',
    })
  }
  return { projects: project === null ? [null] : await withMerged(engine, project.id) }
}

/** K-04. Sessions keep the project they were read in; one that was merged is found through the other. */
async function withMerged(engine: Engine, id: string): Promise<string[]> {
  const known = await engine.store.projects.all()
  return [id, ...known.filter(({ mergedInto }) => mergedInto === id).map((project) => project.id)]
}

async function isVisible(engine: Engine, caller: Caller, session: StoredSession): Promise<boolean> {
  if (readsEverywhere(caller) || session.id === caller.session) return true
  const { projects } = await visibleSessions(engine, caller, false)
  return projects?.includes(session.project) ?? true
}
