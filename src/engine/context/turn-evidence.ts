/**
 * M-31 to M-33. The evidence of a turn: found within the deadline, gated, and shaped for the context.
 * What is not ready in time, or did not reach the agent, waits for the next turn, and is brought up then
 * only if that one is still about it.
 */

import { isGoingOn } from '../../context/evidence/going-on.ts'
import { type EvidenceQuote, quotesFor } from '../../context/evidence/quotes.ts'
import {
  chooseQuotes,
  judgeMemories,
  type SessionSoFar,
  sourceName,
  thresholdFor,
} from '../../context/evidence/speak.ts'
import { tokenCounts } from '../../context/evidence/words.ts'
import type { ContextDecision } from '../../context/explain.ts'
import { layerOf } from '../../context/layers.ts'
import type { MemoryCandidate, Situation } from '../../context/situation.ts'
import { dropShadowed } from '../../memory/shadowing.ts'
import type { Caller, Engine } from '../engine.ts'
import { type EvidenceFound, findEvidence, type GivenFound } from './evidence.ts'
import { linkedMemories } from './linked-memories.ts'
import { isSameSubject, keepWaiting, takeWaiting, type Waiting } from './waiting-evidence.ts'

export interface TurnEvidence {
  /** Nothing is looked up for a prompt that merely lets the agent go on. */
  readonly isGoingOn: boolean
  readonly late: boolean
  /** M-33. The model was not there yet: only words were compared. */
  readonly isWithoutMeaning: boolean
  readonly quotes: readonly EvidenceQuote[]
  readonly recalled: readonly MemoryCandidate[]
  readonly procedures: readonly MemoryCandidate[]
  readonly tasks: readonly MemoryCandidate[]
  readonly decisions: readonly ContextDecision[]
  /** H-09. What the gate was not sure about; a model may be asked. */
  readonly unsure: readonly GivenFound[]
  /** What the next turn need not bring once this one has reached the agent. */
  readonly waiting: Waiting | null
}

export const NO_EVIDENCE: TurnEvidence = {
  ...{
    isGoingOn: false,
    late: false,
    isWithoutMeaning: false,
    quotes: [],
    recalled: [],
    procedures: [],
    tasks: [],
  },
  ...{ decisions: [], unsure: [], waiting: null },
}

interface EvidenceTurn {
  readonly prompt: string
  readonly files: readonly string[]
  readonly requested?: Situation['requested']
  readonly so: SessionSoFar
  readonly deadlineMs: number
  /** Looking only: nothing waits, and nothing that waited is used up. */
  readonly preview: boolean
  /** Its turns are not the session's. */
  readonly forSubagent: boolean
}

export async function turnEvidence(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
): Promise<TurnEvidence> {
  if (turn.prompt.trim() === '') return NO_EVIDENCE
  const deadline = startDeadline(turn.deadlineMs)
  const session = turn.preview || turn.forSubagent ? null : caller.session
  try {
    const before = takeWaiting(engine, session)
    // Nothing is looked up for what goes on whatever the history knows: the answer cannot be late.
    const found = isGoingOn(turn.prompt, () => true)
      ? { ...NO_EVIDENCE, isGoingOn: true }
      : await withinDeadline(engine, caller, turn, session, deadline.passed)
    if (before === null || !isSilent(found)) return found
    if (!found.isGoingOn && !isSameSubject(before.prompt, turn.prompt)) return found
    const waited = await Promise.race([before.found, deadline.passed])
    if (found.isGoingOn) keepWaiting(engine, session, before)
    if (waited === LATE) return found
    const { isGoingOn: goesOn, late } = found
    const quotes = notYetQuoted(turn.so, waited.quotes)
    return { ...waited, quotes, isGoingOn: goesOn, late, unsure: [], waiting: before }
  } finally {
    deadline.clear()
  }
}

const LATE = Symbol('late')

function startDeadline(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms)
  })
  return { passed, clear: () => clearTimeout(timer) }
}

/** Of the deadline so much is given to the vector; without it words are compared in what is left. */
const VECTOR_SHARE = 0.8

async function withinDeadline(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
  session: string | null,
  passed: Promise<typeof LATE>,
): Promise<TurnEvidence> {
  const { prompt } = turn
  const vectorWithinMs = turn.deadlineMs * VECTOR_SHARE
  const finding = lookUp(engine, caller, turn, { vectorWithinMs })
  // A turn that comes while this is under way comes after one that has given up.
  const waiting = { prompt, found: finding.catch(() => NO_EVIDENCE) }
  keepWaiting(engine, session, waiting)
  const first = await Promise.race([finding, passed])
  if (first === LATE) {
    engine.background.start('late evidence', async () => void (await finding))
    return { ...NO_EVIDENCE, late: true }
  }
  if (!first.isWithoutMeaning) return { ...first, waiting }
  const again = lookAgain(engine, caller, turn, first)
  engine.background.start('late evidence', async () => void (await again))
  keepWaiting(engine, session, { prompt, found: again.catch(() => first) })
  // M-32. By words alone four in ten are wrong: a model that is only late is worth the next turn.
  return engine.embedding.isWarm && session !== null ? { ...NO_EVIDENCE, late: true } : first
}

async function lookUp(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
  patience: { readonly vectorWithinMs?: number } = {},
): Promise<TurnEvidence> {
  const found = await findEvidence(engine, caller, { ...turn, ...patience })
  return shape(engine, caller, turn, found)
}

/** M-33. The model was not there and words stood alone: once it is, the prompt is looked up again. */
async function lookAgain(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
  first: TurnEvidence,
): Promise<TurnEvidence> {
  await engine.embedding.embed(['-'], { kind: 'query' })
  return engine.embedding.isWarm ? lookUp(engine, caller, turn) : first
}

function notYetQuoted({ quoted }: SessionSoFar, quotes: readonly EvidenceQuote[]): EvidenceQuote[] {
  return quotes.filter(({ unit }) => !quoted.includes(sourceName({ unit })))
}

function isSilent({ quotes, recalled, procedures, tasks }: TurnEvidence): boolean {
  return quotes.length + recalled.length + procedures.length + tasks.length === 0
}

async function shape(
  engine: Engine,
  caller: Caller,
  { so, prompt }: EvidenceTurn,
  found: EvidenceFound,
): Promise<TurnEvidence> {
  const { evidence: settings } = engine.config.context
  if (found.isGoingOn) return { ...NO_EVIDENCE, isGoingOn: true }
  const decisions: ContextDecision[] = []
  const chosen = chooseQuotes(settings, so, found.said)
  const settled = chosen && found.said && (await found.said.settle())
  const asked = tokenCounts(prompt)
  const all = settled ? notYetQuoted(so, quotesFor(settled)) : []
  // M-35. Who repeats a request knows its words; what followed it is news.
  const quotes = all.filter(({ text }) => !isHeldBy(text, asked))
  if (found.said && chosen === null) decisions.push(silence(found, so, thresholdFor(settings, so)))
  const said = quotes.map(({ text }) => tokenCounts(text))
  const linked = await linkedMemories(engine, caller, found.given, thresholdFor(settings, so))
  // Only the nearest memory of a name is compared with others.
  const nearest = dropShadowed([...found.given, ...linked], ({ memory }) => memory)
  const shown: GivenFound[] = []
  for (const { given, out } of judgeMemories(settings, so, nearest)) {
    const rule =
      out ??
      (given.memory.provenance.session !== null &&
      given.memory.provenance.session === caller.session
        ? ({ rule: 'said-here', reason: 'this session said it itself' } as const)
        : isHeldBy(given.memory.content, asked)
          ? ({ rule: 'said-here', reason: 'the prompt says the same' } as const)
          : said.some((counts) => isHeldBy(given.memory.content, counts))
            ? ({ rule: 'said-here', reason: 'a quote says the same' } as const)
            : null)
    if (rule === null) shown.push(given)
    else decisions.push(decisionOut(given, rule))
  }
  const candidates = shown.map(candidateOf)
  const isTask = ({ memory }: MemoryCandidate) => memory.type === 'task'
  const isProcedure = ({ memory }: MemoryCandidate) => layerOf(memory) === 'C'
  return {
    isGoingOn: false,
    late: false,
    isWithoutMeaning: found.isWithoutMeaning,
    quotes,
    recalled: candidates.filter((each) => !isTask(each) && !isProcedure(each)),
    procedures: candidates.filter(isProcedure),
    tasks: candidates.filter(isTask),
    decisions,
    unsure: found.given.filter(({ verdict }) => verdict.probability >= UNSURE_FROM),
    waiting: null,
  }
}

/** Below this not even a model would find it to the point. */
const UNSURE_FROM = 0.1
/** A memory whose words a quote holds is not said again. */
const HELD_SHARE = 0.8

function isHeldBy(content: string, counts: ReadonlyMap<string, number>): boolean {
  const tokens = [...tokenCounts(content).keys()]
  return (
    tokens.length > 0 &&
    tokens.filter((token) => counts.has(token)).length >= HELD_SHARE * tokens.length
  )
}

function candidateOf({ memory, unit, match, verdict }: GivenFound): MemoryCandidate {
  return {
    memory,
    match: match * verdict.probability,
    passage: null,
    similarity: unit.measured.meaning,
    relevant: null,
  }
}

function decisionOut(
  { memory, unit, verdict }: GivenFound,
  {
    rule,
    reason,
  }: {
    readonly rule: Extract<ContextDecision, { outcome: 'out' }>['rule']
    readonly reason: string
  },
): ContextDecision {
  const { id, name } = memory
  const parts = { ...unit.parts, probability: verdict.probability }
  return {
    id,
    name,
    layer: layerOf(memory),
    score: unit.score,
    parts,
    outcome: 'out',
    rule,
    reason,
  }
}

function silence(found: EvidenceFound, so: SessionSoFar, least: number): ContextDecision {
  const { chosen, verdict } = found.said as NonNullable<EvidenceFound['said']> // asked by the caller
  const { lead } = chosen
  const id = sourceName(lead)
  const isTold = so.quoted.includes(id)
  const parts = { ...lead.parts, probability: verdict.probability }
  const considered = {
    id,
    name: id,
    layer: null,
    score: lead.score,
    parts,
    outcome: 'out',
  } as const
  if (isTold && verdict.probability >= least) {
    return { ...considered, rule: 'already-surfaced', reason: 'quoted before in this session' }
  }
  const reason = `it helps with probability ${verdict.probability.toFixed(2)}, needed ${least.toFixed(2)}`
  return { ...considered, rule: 'below-threshold', reason }
}
