/**
 * G-08, G-09. Extracts decisions, discoveries, fixes and procedures from a session: by rules, and by a model if
 * one is configured. Never twice from the same text.
 */
import type { Candidate } from '../../capture/extract/candidate.ts'
import { candidatesIn, chooseCandidates } from '../../capture/extract/candidates.ts'
import { type Chunk, chunksOf, isEnough } from '../../capture/extract/chunks.ts'
import type { SessionKey, StoredMessage, StoredSession } from '../../store/sessions.ts'
import { isOwnSentence, ownWords } from '../capture/echoes.ts'
import { reviewGaps } from '../capture/gaps.ts'
import { noteCapture } from '../capture/last-capture.ts'
import type { Caller, Engine } from '../engine.ts'
import { noteHostActivity } from '../hosts/host-activity.ts'
import { isOff } from '../projects/off.ts'
import { messageOf } from '../sessions/stored-message.ts'
import { type ModelFindings, proposals } from './ask-model.ts'
import { keepForRetry, moveCursor, readCursor } from './cursor.ts'
import { keepCandidate } from './keep-candidate.ts'
import { countOutcomes } from './procedure-outcomes.ts'

interface Extracted {
  readonly session: string
  /** Messages processed. */
  readonly messages: number
  readonly chunks: number
  /** New memories, and the number of findings that were already known. */
  readonly memories: readonly string[]
  readonly known: number
  /** The extractor: `rules`, or the model's id. */
  readonly by: string
  /** Why the model was not used although one is configured. */
  readonly degraded: readonly string[]
  /** Invalid answers from the model, and findings that held a secret or are out of date. */
  readonly refused: number
  /** G-11. Gaps that were closed. */
  readonly gapsClosed: number
  /** Why nothing was processed. */
  readonly skipped: 'off' | 'too-short' | 'busy' | null
}

interface ExtractOptions {
  /** Also sessions below the minimum number of messages. */
  readonly force?: boolean
  /** Do not use the model, even if one is configured. */
  readonly byRulesAlone?: boolean
  readonly signal?: AbortSignal | undefined
}

const RULES = 'rules'
/** G-11. Memories of a session that may close a gap. */
const MAX_REVIEWED = 200
const USER_RULES: ReadonlySet<string> = new Set(['correction', 'negative', 'policy', 'preference'])
/** Longer than any extraction takes: then its holder is dead. */
const LEASE_MS = 15 * 60_000

const leaseNote = ({ host, id }: SessionKey) => `extracting:${host}:${id}`

export async function extractSession(
  engine: Engine,
  asked: Caller,
  session: StoredSession,
  options: ExtractOptions = {},
): Promise<Extracted> {
  const caller = { ...asked, session: session.id }
  const nothing = emptyResult(session)
  if (await isOff(engine, caller)) return { ...nothing, skipped: 'off' }
  const release = await lease(engine, session)
  if (release === null) return { ...nothing, skipped: 'busy' }
  try {
    return await extractNews(engine, caller, session, options)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    tell(engine, 'ai_memory_error', session, { message })
    throw thrown
  } finally {
    await release()
  }
}

async function extractNews(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  { force = false, byRulesAlone = false, signal }: ExtractOptions,
): Promise<Extracted> {
  const { extraction, capture } = engine.config
  const model = byRulesAlone ? null : engine.model
  const { sessions, memories } = engine.store
  const cursor = await readCursor(engine, session)
  const stored = await sessions.messages(session, { afterSeq: cursor })
  const messages = stored.map(messageOf)
  const nothing = emptyResult(session)
  if (stored.length === 0 || !(force || isEnough(extraction, messages))) {
    return { ...nothing, skipped: 'too-short' }
  }
  const by = model?.id ?? RULES
  tell(engine, 'ai_memory_start', session, { messages: stored.length, by })
  const chunks = chunksOf({ ...extraction, boundaries: capture.boundaries }, messages)
  const created = new Set<string>()
  const degraded = new Set<string>()
  let known = 0
  let refused = 0
  for (const chunk of chunks) {
    if (signal?.aborted) break
    const found = await candidatesOf({ ...engine, model }, caller, session, chunk, signal)
    refused += found.asked?.refused ?? 0
    if (found.asked?.failure) degraded.add(found.asked.failure)
    for (const candidate of found.candidates) {
      const modelled = found.asked?.candidates.includes(candidate) ?? false
      const kept = await keepCandidate(engine, caller, session, candidate, modelled)
      if (kept.outcome === 'created' && kept.id !== null) created.add(kept.id)
      else if (kept.outcome === 'refused') refused += 1
      else known += 1
    }
    // Text that the model could not be asked about is retried a few times.
    if (found.asked?.failure && (await keepForRetry(engine, session))) {
      tell(engine, 'ai_memory_error', session, { message: found.asked.failure, retried: true })
      break
    }
    await countOutcomes(engine, caller, session, chunk.messages)
    await moveCursor(engine, session, lastSeq(stored, chunk))
  }
  await noteCapture(engine, caller, session, { memories: [...created], isNewTurn: false })
  if (created.size > 0) await noteHostActivity(engine, session.host, 'captureAt')
  const ofSession = { session: session.id, states: ['new', 'high', 'low'] as const }
  const made = await memories.list(ofSession, { limit: MAX_REVIEWED })
  const gapsClosed = await reviewGaps(engine, caller, made)
  const result: Extracted = {
    ...nothing,
    messages: stored.length,
    chunks: chunks.length,
    memories: [...created],
    known,
    by: degraded.size > 0 ? RULES : by,
    degraded: [...degraded],
    refused,
    gapsClosed,
  }
  tell(engine, 'ai_memory_complete', session, {
    memories: created.size,
    known,
    by: result.by,
    degraded: result.degraded,
  })
  return result
}

interface Found {
  readonly candidates: readonly Candidate[]
  readonly asked: ModelFindings | null
}

/** The rules' findings, and the model's where there is one, through the same gates. */
async function candidatesOf(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  chunk: Chunk,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const { extraction, capture } = engine.config
  const own = await ownWords(engine, session.parent ?? caller.session ?? session.id)
  // Stored messages hold no secret any more; every write is scanned again (G-10).
  const holdsSecret = () => false
  const byRules = candidatesIn({
    settings: extraction,
    rules: capture.rules,
    messages: chunk.messages,
    holdsSecret,
  })
  const asked = await proposals(engine, chunk.messages, byRules, signal)
  const all = asked === null ? byRules : combineFindings(asked)
  // The rules that a person stated were kept when they were said, with what they take back.
  const isKept = ({ origin, type }: Candidate) =>
    capture.messages && origin === 'user' && USER_RULES.has(type)
  const isNew = (it: Candidate) => !isKept(it) && !isOwnSentence(engine, own, it.content)
  return { candidates: all.filter(isNew), asked }

  /** Findings that the model reworded replace those of the rules; a person's words stay. */
  function combineFindings({ candidates, replaces }: ModelFindings): Candidate[] {
    const chosen = chooseCandidates(extraction, candidates, holdsSecret)
    const replaced = new Set(chosen.flatMap((candidate) => replaces.get(candidate) ?? []))
    const rest = byRules.filter(({ origin }, i) => origin === 'user' || !replaced.has(i + 1))
    return chooseCandidates(extraction, [...chosen, ...rest], holdsSecret)
  }
}

function lastSeq(stored: readonly StoredMessage[], chunk: Chunk): number {
  return Math.max(...stored.slice(0, chunk.to).map(({ seq }) => seq))
}

/** Null when another process is extracting it. */
async function lease(engine: Engine, session: SessionKey): Promise<(() => Promise<void>) | null> {
  const { notes } = engine.store
  const note = leaseNote(session)
  const held = await notes.get(note)
  const now = engine.clock.now()
  if (held !== null && Date.parse(now) - Date.parse(held) < LEASE_MS) return null
  if (!(await notes.compareAndSet(note, held, now))) return null
  return () => notes.remove(note)
}

function tell(
  engine: Engine,
  name: 'ai_memory_start' | 'ai_memory_complete' | 'ai_memory_error',
  session: StoredSession,
  data: Readonly<Record<string, unknown>>,
): void {
  const { host, id, project } = session
  engine.events.emit({
    name,
    at: engine.clock.now(),
    data: { session: id, host, project, ...data },
  })
}

function emptyResult(session: StoredSession): Extracted {
  return {
    session: session.id,
    messages: 0,
    chunks: 0,
    memories: [],
    known: 0,
    by: RULES,
    degraded: [],
    refused: 0,
    gapsClosed: 0,
    skipped: null,
  }
}
