/**
 * G-03 to G-06. New messages of a session go through capture: what was said becomes rules, what was
 * done becomes observations, and where the work turned becomes a fact. Going through it again adds
 * nothing, whichever process was first (F-08).
 */
import { isOurOwnRun } from '../../model/recursion.ts'
import { isFromUser, type Message, type SessionRef } from '../../sessions/message.ts'
import type { StoredMessage, StoredSession } from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { extractGrown, isHistory } from '../extract/extract-grown.ts'
import { noteHostActivity } from '../hosts/host-activity.ts'
import type { Remembered } from '../memories/remember.ts'
import { isOff } from '../projects/off.ts'
import { messageOf } from '../sessions/stored-message.ts'
import { keepBoundaries } from './boundaries.ts'
import { captureCheckpoints } from './checkpoints.ts'
import { cleanMessages } from './clean.ts'
import { ownWords } from './echoes.ts'
import { noteCapture } from './last-capture.ts'
import { captureObservations } from './observations.ts'
import { captureRules } from './rules.ts'
import { refreshSummary } from './session-end.ts'
import { type CaptureState, keepState, readState, stepOf } from './session-state.ts'
import { noteRecurrence } from './temporal.ts'
import { noteUnreported } from './unreported.ts'

interface Captured {
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
  const captured = await capture(engine, caller, session, messages.map(messageOf), {
    headless: session.headless === true,
  })
  const extracted = await extractGrown(engine, caller, session)
  const ids = [...captured.ids, ...extracted]
  return { ...captured, memories: ids.length, ids }
}

interface CaptureOptions {
  readonly headless?: boolean
  /** One half alone; the other is left for its own turn. */
  readonly only?: 'boundaries' | 'memories'
}

/** The same for what a hook brings, which no transcript has told of yet. */
export async function capture(
  engine: Engine,
  asked: Caller,
  session: SessionRef,
  told: readonly Message[],
  { headless = false, only }: CaptureOptions = {},
): Promise<Captured> {
  const settings = engine.config.capture
  const caller = { ...asked, session: session.id }
  if (told.length === 0 || isOurOwnRun(engine.machine.env)) return NOTHING
  if (await isOff(engine, caller)) return NOTHING
  const messages = await cleanMessages(engine, caller, session, told)
  const ids = new Set<string>()
  const noted = new Set<string>()
  let boundaries = 0
  const own = await ownWords(engine, session.parent ?? session.id)
  // The state is kept last: a process that dies on the way leaves everything to be done again, and
  // what was done is known by its events.
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await readState(engine, session)
    const step = stepOf(settings, before.state, messages)
    if (step.news.length === 0) break
    const made: Remembered[] = []
    if (only !== 'boundaries' && settings.messages && (settings.headless || !headless)) {
      for (const message of step.news.filter(isFromUser)) {
        made.push(...(await captureRules(engine, caller, session, message, own)))
      }
    }
    if (only !== 'boundaries' && settings.tools) {
      made.push(...(await captureObservations(engine, caller, session, step, own)))
      made.push(...(await captureCheckpoints(engine, caller, session, step)))
    }
    for (const { outcome, id, title, sensitivity } of made) {
      if (id === null) continue
      if (outcome === 'created') {
        ids.add(id)
        if (settings.showKept) noteUnreported(session.id, [{ title: title ?? id, sensitivity }])
      }
      if (outcome !== 'created') await noteRecurrence(engine, caller, id, session)
    }
    if (only !== 'memories') {
      boundaries += await keepBoundaries(engine, caller, session, step.boundaries)
    }
    await noteCapture(engine, caller, session, {
      memories: [...ids].filter((id) => !noted.has(id)),
      isNewTurn: noted.size === 0 && step.news.some(isFromUser),
    })
    for (const id of ids) noted.add(id)
    if (await keepState(engine, session, before, keptOf(before.state, step.state, only))) break
  }
  if (ids.size > 0) await noteHostActivity(engine, session.host, 'captureAt')
  if (boundaries > 0 && isUnderWay(engine, told)) {
    engine.background.start(`summary ${session.id}`, () => refreshSummary(engine, caller, session))
  }
  return { memories: ids.size, boundaries, ids: [...ids] }
}

/** F-05. A session of the past has its transcript; one that goes on is summed up where its topic turns. */
function isUnderWay(engine: Engine, told: readonly Message[]): boolean {
  const last = told.findLast(({ at }) => at !== null)?.at ?? null
  return last === null || !isHistory(engine, last)
}

/** Each half moves its own part of the state. */
function keptOf(
  before: CaptureState,
  after: CaptureState,
  only: CaptureOptions['only'],
): CaptureState {
  if (only === undefined) return after
  const { events, episode } = only === 'boundaries' ? after : before
  const { seq, window, task } = only === 'boundaries' ? before : after
  return { seq, window, task, events, episode }
}
