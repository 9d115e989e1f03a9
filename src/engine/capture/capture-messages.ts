/**
 * G-03 to G-06. New messages of a session go through capture: what was said becomes rules, what was
 * done becomes observations, and where the work turned becomes a fact. Going through it again adds
 * nothing, whoever was there first (F-08).
 */
import type { StoredMessage, StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { isOff } from '../off.ts'
import type { Remembered } from '../remember.ts'
import { keepBoundaries } from './boundaries.ts'
import { captureCheckpoints } from './checkpoints.ts'
import { ownWords } from './echoes.ts'
import { captureObservations } from './observations.ts'
import { captureRules } from './rules.ts'
import { keepState, readState, stepOf } from './session-state.ts'
import { type Heard, isPersonal, type Spoken, spokenOf } from './spoken.ts'

export interface Captured {
  /** Memories that were not there before. */
  readonly memories: number
  readonly boundaries: number
  readonly ids: readonly string[]
}

const NOTHING: Captured = { memories: 0, boundaries: 0, ids: [] }
const TRIES = 4

export async function captureMessages(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  messages: readonly StoredMessage[],
): Promise<Captured> {
  return capture(engine, caller, session, messages.map(spokenOf), session.headless === true)
}

/** The same for what a hook brings, which no transcript has told of yet. */
export async function capture(
  engine: Engine,
  asked: Caller,
  session: Heard,
  messages: readonly Spoken[],
  headless = false,
): Promise<Captured> {
  const settings = engine.config.capture
  const caller = { ...asked, session: session.id }
  if (messages.length === 0 || (await isOff(engine, caller))) return NOTHING
  const ids = new Set<string>()
  let boundaries = 0
  const own = await ownWords(engine, session.parent ?? session.id)
  // The state is kept last: a process that dies on the way leaves everything to be done again, and
  // what was done is known by its events.
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await readState(engine, session)
    const step = stepOf(settings, before.state, messages)
    if (step.news.length === 0) break
    const made: Remembered[] = []
    if (settings.messages && (settings.headless || !headless)) {
      for (const message of step.news.filter(isPersonal)) {
        made.push(...(await captureRules(engine, caller, session, message, own)))
      }
    }
    if (settings.tools) {
      made.push(...(await captureObservations(engine, caller, session, step, own)))
      made.push(...(await captureCheckpoints(engine, caller, session, step)))
    }
    boundaries += await keepBoundaries(engine, caller, session, step.boundaries)
    for (const { outcome, id } of made) if (outcome === 'created' && id !== null) ids.add(id)
    if (await keepState(engine, session, before, step.state)) break
  }
  return { memories: ids.size, boundaries, ids: [...ids] }
}
