/** F-01, F-09, G-10. Prepares what was read of a transcript for storage. */

import { scrubText } from '../../capture/scrub.ts'
import type { KnownValues } from '../../capture/secrets/known-values.ts'
import { addDays } from '../../clock.ts'
import { MnemeError } from '../../errors.ts'
import type { FoundTranscript } from '../../sessions/find.ts'
import { isPassing, isRestart, isStanding } from '../../sessions/losses.ts'
import type { TranscriptChunk } from '../../sessions/read-transcript.ts'
import { messageKey, type SessionInfo, type TranscriptMessage } from '../../sessions/transcript.ts'
import type { Project } from '../../store/records.ts'
import type {
  NewMessage,
  SessionNews,
  SkippedLines,
  TranscriptBatch,
} from '../../store/sessions.ts'
import type { Caller, Engine } from '../engine.ts'
import { UNASKED } from '../journal/commit.ts'
import { isOff } from '../projects/off.ts'
import { projectChanges } from '../projects/projects.ts'
import { isAgentsTranscript } from './agent-transcripts.ts'
import { cleanMessage, isAnswerWithheld, type KnownCalls } from './clean-message.ts'
import { exclusionOf, type PathExclusion } from './exclusion.ts'
import { keepKnownValues, readKnownValues } from './known-values.ts'
import { projectOfFolder } from './session-project.ts'

const MAX_REASON_CHARS = 120
/** A call and its result are close together. */
const RECENT_MESSAGES = 50

/** One run over transcripts, with its lookups cached. */
export interface Intake {
  /** Nothing of this file is read. */
  isExcluded(path: string): boolean
  prepare(
    found: FoundTranscript,
    chunk: TranscriptChunk,
    revision: number,
  ): Promise<TranscriptBatch>
  /** New projects, stored in one batch. */
  writeDownProjects(): Promise<void>
}

/** The project of a folder, and what its owner excludes from memory. */
interface Surroundings {
  readonly project: Project | null
  readonly exclusion: PathExclusion
  readonly enabled: boolean
}

/** M-01. `agents`: the files come from an agent or a program, so nothing in them counts as the user's words. */
export function openIntake(engine: Engine, caller: Caller, from: 'hosts' | 'agents'): Intake {
  const general = exclusionOf(engine.config.privacy.excludedPaths, engine.machine.home)
  const nowhere = { project: null, exclusion: general, enabled: engine.config.memory.enabled }
  const known = new Map<string, Promise<Surroundings>>()
  const answers = new Map<string, KnownCalls>()
  const values = new Map<string, Promise<KnownValues>>()
  const seen = new Map<string, Project>()
  const unwritten = new Map<string, Project>()
  const written = new Map<string, Project>()

  const surroundings = (cwd: string | null): Promise<Surroundings> => {
    if (cwd === null) return Promise.resolve(nowhere)
    let found = known.get(cwd)
    if (found === undefined) {
      found = surroundingsOf(engine, cwd, seen)
      known.set(cwd, found)
    }
    return found
  }

  const callsOf = (host: string, id: string): KnownCalls => {
    const key = `${host}\n${id}`
    const calls = answers.get(key) ?? knownCalls(engine, host, id)
    answers.set(key, calls)
    return calls
  }

  const valuesOf = (id: string, parent: string | null): Promise<KnownValues> => {
    const key = parent ?? id
    const known = values.get(key) ?? readKnownValues(engine, { id, parent })
    values.set(key, known)
    return known
  }

  return {
    isExcluded: (path) => general.isExcluded(path),
    async prepare(found, chunk, revision) {
      const readable = new Map<string, { info: SessionInfo; around: Surroundings }>()
      for (const info of chunk.sessions) {
        const around = await surroundings(info.cwd ?? found.cwd)
        if (await isRead(engine, caller, info, around)) {
          readable.set(info.sessionId, { info, around })
        }
      }
      const isAgents = from === 'agents' || (await isAgentsTranscript(engine, found.path))
      const oldest = oldestKept(engine)
      const messages: NewMessage[] = []
      for (const message of chunk.messages) {
        const session = readable.get(message.sessionId)
        if (session === undefined) continue
        if (oldest !== null && message.at !== null && message.at < oldest) continue
        const calls = callsOf(message.host, message.sessionId)
        const { exclusion } = session.around
        const known = await valuesOf(message.sessionId, session.info.parentSessionId)
        const rules = { exclusion, calls, known }
        const clean = await cleanMessage(rules, message)
        const isClaimed = isAgents && clean.origin === 'user'
        messages.push(asStored(isClaimed ? { ...clean, origin: 'agent' } : clean))
      }
      const sessions: SessionNews[] = []
      for (const { info, around } of readable.values()) {
        const compactions = chunk.marks.filter(
          ({ kind, sessionId }) => kind === 'compaction' && sessionId === info.sessionId,
        ).length
        const { project } = around
        if (project !== null && project !== written.get(project.id))
          unwritten.set(project.id, project)
        const known = await valuesOf(info.sessionId, info.parentSessionId)
        sessions.push(sessionNews(info, compactions, project?.id ?? null, known))
        await keepKnownValues(engine, { id: info.sessionId, parent: info.parentSessionId }, known)
      }
      return {
        path: found.path,
        host: found.host,
        cursor: chunk.cursor === null ? null : JSON.stringify(chunk.cursor),
        revision,
        at: engine.clock.now(),
        sessions,
        messages,
        skipped: skippedLines(chunk),
        restarted: chunk.skipped.some(({ reason }) => isRestart(reason)),
      }
    },
    async writeDownProjects() {
      const projects = [...unwritten.values()]
      unwritten.clear()
      for (const project of projects) written.set(project.id, project)
      await writeDown(engine, caller, projects)
    },
  }
}

/** F-09, B-12. False if it is incognito, disabled, or in an excluded folder. */
async function isRead(
  engine: Engine,
  caller: Caller,
  { cwd, sessionId, parentSessionId }: SessionInfo,
  around: Surroundings,
): Promise<boolean> {
  if (!around.enabled || (cwd !== null && around.exclusion.isExcluded(cwd))) return false
  const known = around.project && (await engine.store.projects.get(around.project.id))
  const project = known ?? around.project
  for (const session of [sessionId, parentSessionId]) {
    if (session !== null && (await isOff(engine, { ...caller, project, session }))) return false
  }
  return true
}

/** Another process may have stored the same project meanwhile. */
async function writeDown(
  engine: Engine,
  { actor }: Caller,
  projects: readonly Project[],
): Promise<void> {
  const { store, clock } = engine
  const changes = await Promise.all(projects.map((project) => projectChanges(store, project)))
  if (changes.flat().length === 0) return
  const batch = { id: clock.newId(), at: clock.now(), actor, cause: UNASKED.project }
  try {
    await store.apply({ ...batch, changes: changes.flat() })
  } catch (thrown) {
    if (!(thrown instanceof MnemeError) || thrown.code !== 'conflict') throw thrown
  }
}

async function surroundingsOf(
  engine: Engine,
  cwd: string,
  seen: Map<string, Project>,
): Promise<Surroundings> {
  const { memory, privacy } = await engine.machine.settingsIn(cwd)
  const project = await projectOfFolder(engine, cwd, seen)
  if (project !== null) seen.set(project.id, project)
  return {
    project,
    exclusion: exclusionOf(privacy.excludedPaths, engine.machine.home),
    enabled: memory.enabled,
  }
}

/** A call read in an earlier run is looked up when its result comes. */
function knownCalls(engine: Engine, host: string, id: string): KnownCalls {
  const known = new Map<string, boolean>()
  let earlier: Promise<void> | null = null
  const lookUp = async () => {
    const recent = await engine.store.sessions.messages({ host, id }, { last: RECENT_MESSAGES })
    for (const call of recent.flatMap(({ calls }) => calls)) {
      if (!known.has(call.id)) known.set(call.id, isAnswerWithheld(call))
    }
  }
  return {
    add: (callId, isWithheld) => void known.set(callId, isWithheld),
    isWithheld(callId) {
      const answer = known.get(callId)
      if (answer !== undefined) return answer
      earlier ??= lookUp()
      return earlier.then(() => known.get(callId) ?? false)
    },
  }
}

function oldestKept(engine: Engine): string | null {
  const { transcriptsDays } = engine.config.retention
  return transcriptsDays === 0 ? null : addDays(engine.clock.now(), -transcriptsDays)
}

function sessionNews(
  info: SessionInfo,
  compactions: number,
  project: string | null,
  known: KnownValues,
): SessionNews {
  const clean = (text: string | null) => (text === null ? null : scrubText(text, known).text)
  return {
    host: info.host,
    id: info.sessionId,
    parent: info.parentSessionId,
    project,
    cwd: clean(info.cwd),
    branch: clean(info.branch),
    title: clean(info.title),
    model: info.model,
    version: info.version,
    headless: info.headless,
    startedAt: info.startedAt,
    lastAt: info.lastAt,
    compactions,
  }
}

/** Reasons quote the host, so they are bounded and scanned like any other text. */
function skippedLines(chunk: TranscriptChunk): SkippedLines[] {
  const lines: SkippedLines[] = []
  for (const { reason, count, at } of chunk.skipped) {
    if (isPassing(reason)) continue
    const named = scrubText(reason).text.slice(0, MAX_REASON_CHARS)
    lines.push({ reason: named, count, line: at?.line ?? null, standing: isStanding(reason) })
  }
  return lines
}

function asStored(message: TranscriptMessage): NewMessage {
  const { toolResult } = message
  return {
    key: messageKey(message),
    session: { host: message.host, id: message.sessionId },
    messageId: message.messageId,
    eventId: message.eventId,
    role: message.role,
    origin: message.origin,
    at: message.at,
    text: toolResult === null ? message.text : toolResult.text,
    calls: message.toolCalls,
    callId: toolResult?.callId ?? null,
    failed: toolResult?.failed ?? false,
    cwd: message.cwd,
    branch: message.branch,
    model: message.model,
    isMeta: message.isMeta,
  }
}
