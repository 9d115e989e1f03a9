/**
 * M-31 to M-33. The evidence of a turn: found within the deadline, gated, and shaped for the context.
 * What is not ready in time waits for the next turn, and is brought up then only if that one is still
 * about it.
 */

import { BoundedMap } from '../../bounded-map.ts'
import { isGoingOn } from '../../context/evidence/going-on.ts'
import { type EvidenceQuote, quotesFor } from '../../context/evidence/quotes.ts'
import {
  givenAloud,
  type SessionSoFar,
  saidAloud,
  sourceName,
  thresholdFor,
} from '../../context/evidence/speak.ts'
import { promptWords, tokenCounts } from '../../context/evidence/words.ts'
import type { Decision } from '../../context/explain.ts'
import { layerOf } from '../../context/layers.ts'
import type { Candidate } from '../../context/situation.ts'
import { unshadowed } from '../../memory/shadowing.ts'
import type { Store } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { type EvidenceFound, findEvidence, type GivenFound } from './evidence.ts'

interface TurnEvidence {
  /** Nothing is looked up for a prompt that merely lets the agent go on. */
  readonly isGoingOn: boolean
  readonly late: boolean
  readonly quotes: readonly EvidenceQuote[]
  readonly recalled: readonly Candidate[]
  readonly procedures: readonly Candidate[]
  readonly tasks: readonly Candidate[]
  readonly decisions: readonly Decision[]
  /** H-09. What the gate was not sure about; a model may be asked. */
  readonly unsure: readonly GivenFound[]
}

export const NO_EVIDENCE: TurnEvidence = {
  ...{ isGoingOn: false, late: false, quotes: [], recalled: [], procedures: [], tasks: [] },
  ...{ decisions: [], unsure: [] },
}

interface EvidenceTurn {
  readonly prompt: string
  readonly files: readonly string[]
  readonly so: SessionSoFar
  readonly deadlineMs: number
  /** Looking only: nothing waits, and nothing that waited is used up. */
  readonly preview: boolean
}

/** Of the words of a prompt, so many must be those of what waited. */
const SAME_SUBJECT_SHARE = 1 / 3
/** Sessions whose last turn came too late. */
const MAX_WAITING = 64

interface Waiting {
  readonly prompt: string
  readonly found: TurnEvidence
}

const waiting = new WeakMap<Store, Map<string, Waiting>>()

export async function turnEvidence(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
): Promise<TurnEvidence> {
  if (turn.prompt.trim() === '') return NO_EVIDENCE
  const before = turn.preview ? null : takeWaiting(engine, caller.session)
  // Nothing is looked up for what goes on whatever the history knows: the answer cannot be late.
  const found = isGoingOn(turn.prompt, () => true)
    ? { ...NO_EVIDENCE, isGoingOn: true }
    : await withinDeadline(engine, caller, turn)
  if (!found.isGoingOn && !found.late) return found
  const isSame = before !== null && (found.isGoingOn || isSameSubject(before.prompt, turn.prompt))
  return isSame ? { ...before.found, isGoingOn: found.isGoingOn, late: found.late } : found
}

async function withinDeadline(
  engine: Engine,
  caller: Caller,
  turn: EvidenceTurn,
): Promise<TurnEvidence> {
  const { prompt, files, deadlineMs, preview } = turn
  const late = Symbol('late')
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), deadlineMs)
  })
  const finding = findEvidence(engine, caller, { prompt, files }).then((found) =>
    shape(engine, caller, turn, found),
  )
  const first = await Promise.race([finding, deadline])
  clearTimeout(timer)
  if (first !== late) return first
  engine.background.start('late evidence', async () => {
    const found = await finding
    if (!preview) keepWaiting(engine, caller.session, { prompt, found })
  })
  return { ...NO_EVIDENCE, late: true }
}

async function shape(
  engine: Engine,
  caller: Caller,
  { so }: EvidenceTurn,
  found: EvidenceFound,
): Promise<TurnEvidence> {
  const { evidence: settings } = engine.config.context
  if (found.isGoingOn) return { ...NO_EVIDENCE, isGoingOn: true }
  const decisions: Decision[] = []
  const chosen = saidAloud(settings, so, found.said)
  const settled = chosen && found.said && (await found.said.settle())
  const quotes = settled
    ? quotesFor(settled.chosen, settled.later?.quotes ?? null).filter(
        ({ unit }) => !so.quoted.includes(sourceName({ unit })),
      )
    : []
  if (found.said && chosen === null) decisions.push(silence(found, so, thresholdFor(settings, so)))
  const said = quotes.map(({ text }) => tokenCounts(text))
  // Only the nearest memory of a name is compared with others.
  const nearest = unshadowed(found.given, ({ memory }) => memory)
  const shown: GivenFound[] = []
  for (const { given, out } of givenAloud(settings, so, nearest)) {
    const rule =
      out ??
      (given.memory.provenance.session !== null &&
      given.memory.provenance.session === caller.session
        ? ({ rule: 'said-here', reason: 'this session said it itself' } as const)
        : said.some((counts) => isHeldBy(given.memory.content, counts))
          ? ({ rule: 'said-here', reason: 'a quote says the same' } as const)
          : null)
    if (rule === null) shown.push(given)
    else decisions.push(decisionOut(given, rule))
  }
  const candidates = shown.map(candidateOf)
  const isTask = ({ memory }: Candidate) => memory.type === 'task'
  const isProcedure = ({ memory }: Candidate) => layerOf(memory) === 'C'
  return {
    isGoingOn: false,
    late: false,
    quotes,
    recalled: candidates.filter((each) => !isTask(each) && !isProcedure(each)),
    procedures: candidates.filter(isProcedure),
    tasks: candidates.filter(isTask),
    decisions,
    unsure: found.given.filter(({ verdict }) => verdict.probability >= UNSURE_FROM),
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

function candidateOf({ memory, unit, verdict }: GivenFound): Candidate {
  return {
    memory,
    match: verdict.probability,
    passage: null,
    similarity: unit.measured.meaning,
    contradictedAt: null,
    relevant: null,
  }
}

function decisionOut(
  { memory, unit, verdict }: GivenFound,
  {
    rule,
    reason,
  }: { readonly rule: Extract<Decision, { outcome: 'out' }>['rule']; readonly reason: string },
): Decision {
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

function silence(found: EvidenceFound, so: SessionSoFar, least: number): Decision {
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

function isSameSubject(before: string, now: string): boolean {
  const known = new Set(promptWords(before).tokens)
  const { tokens } = promptWords(now)
  const shared = tokens.filter((token) => known.has(token)).length
  return tokens.length > 0 && shared >= SAME_SUBJECT_SHARE * tokens.length
}

function takeWaiting({ store }: Engine, session: string | null): Waiting | null {
  const found = session === null ? undefined : waiting.get(store)?.get(session)
  if (session !== null) waiting.get(store)?.delete(session)
  return found ?? null
}

function keepWaiting({ store }: Engine, session: string | null, found: Waiting): void {
  if (session === null) return
  const ofStore = waiting.get(store) ?? new BoundedMap<string, Waiting>(MAX_WAITING)
  waiting.set(store, ofStore)
  ofStore.set(session, found)
}
