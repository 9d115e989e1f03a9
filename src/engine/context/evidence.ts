/**
 * M-31, M-33. What the history of this project says to a prompt: passages of past sessions, commits and
 * memories, measured by words, meaning and what stands around them.
 */

import {
  type Chosen,
  chooseUnits,
  givingWay,
  withClosingReply,
} from '../../context/evidence/choose.ts'
import { promptFeatures } from '../../context/evidence/features.ts'
import type { GateFeatures } from '../../context/evidence/gate.ts'
import { gateFor, judgeEvidence, judgePerson } from '../../context/evidence/gate.ts'
import { isGoingOn } from '../../context/evidence/going-on.ts'
import { outdatedQuotes } from '../../context/evidence/later-talk.ts'
import type { PersonFeatures } from '../../context/evidence/person.ts'
import { ledgerPrior } from '../../context/evidence/prior.ts'
import type { SettledEvidence } from '../../context/evidence/quotes.ts'
import type { GivenEvidence, SaidEvidence } from '../../context/evidence/speak.ts'
import type { ScoredUnit } from '../../context/evidence/unit.ts'
import { promptWords } from '../../context/evidence/words.ts'
import type { Situation } from '../../context/situation.ts'
import type { Memory } from '../../memory/memory.ts'
import { product } from '../../search/unit-vectors.ts'
import type { HistoryFilter } from '../../store/evidence.ts'
import { indexToken } from '../../text/index-text.ts'
import type { Caller, Engine } from '../engine.ts'
import { findLaterTalk } from './later-talk.ts'
import { type MeasuredHistory, measureHistory } from './measure-history.ts'
import { measureMemories } from './measure-memories.ts'
import { readVerdicts } from './model-verdicts.ts'
import { promptVector } from './prompt-vector.ts'
import { talkCoherence } from './talk-coherence.ts'

interface EvidenceRequest {
  readonly prompt: string
  readonly files: readonly string[]
  readonly requested?: Situation['requested']
  /** So long the vector of the prompt is waited for; left out: until it is there. */
  readonly vectorWithinMs?: number
}

/** What sessions and commits have to say. */
interface SaidFound extends SaidEvidence {
  readonly features: GateFeatures
  /** What is left to quote once the later talk is known; looked for only where something is said. */
  readonly settle: () => Promise<SettledEvidence>
}

/** A memory that has to do with the prompt. */
export interface GivenFound extends GivenEvidence {
  readonly memory: Memory
  /** Null for what an edge of the graph led to. */
  readonly features: GateFeatures | null
}

export interface EvidenceFound {
  readonly isGoingOn: boolean
  /** Meaning is configured, and its model was not there yet. */
  readonly isWithoutMeaning: boolean
  readonly said: SaidFound | null
  readonly given: readonly GivenFound[]
  /** Set where the prompt names someone who speaks in the memories. */
  readonly person: PersonFeatures | null
}

const NOTHING_FOUND: EvidenceFound = {
  isGoingOn: false,
  isWithoutMeaning: false,
  said: null,
  given: [],
  person: null,
}

export async function findEvidence(
  engine: Engine,
  caller: Caller,
  request: EvidenceRequest,
): Promise<EvidenceFound> {
  const { prompt } = request
  const { sources } = engine.config.context.evidence
  const words = promptWords(prompt)
  const filter: HistoryFilter = {
    project: caller.project?.id ?? null,
    exceptSession: caller.session,
    before: engine.clock.now(),
  }
  const query = { words, filter, caller, prompt, files: request.files }
  const said = await engine.store.sessions.said.count(words.tokens, filter)
  const known = new Set(words.tokens.filter((_, at) => (said.holding[at] ?? 0) > 0))
  const isKnown = (word: string) => known.has(indexToken(word))
  if (isGoingOn(prompt, isKnown)) return { ...NOTHING_FOUND, isGoingOn: true }
  if (words.tokens.length === 0) return NOTHING_FOUND
  // The model works in a process of its own: the words are looked up meanwhile.
  const vector = within(request.vectorWithinMs, promptVector(engine, prompt, []))
  // It may fail before anything waits for it; each that waits is told.
  vector.catch(() => {})
  const [history, memories] = await Promise.all([
    measureHistory(engine, { ...query, vector, sources, said }),
    sources.includes('memories')
      ? measureMemories(engine, { ...query, vector, requested: request.requested ?? [] })
      : null,
  ])
  const judged = await readVerdicts(engine, filter.project)
  const given = (memories?.units ?? []).flatMap((unit): GivenFound[] => {
    const memory = memories?.memoryOf(unit)
    if (!memories || memory === undefined) return []
    const chosen = { lead: unit, quotes: [unit] }
    const asked = { words, units: memories.units, chosen, nearness: null }
    const features = promptFeatures(asked, memories)
    const { messages } = memory.provenance
    const isOverheard = messages !== null && !memory.validated
    const gate = gateFor(isOverheard ? 'overheard' : 'given', features.meaning !== null)
    const match = memories.matchOf(unit)
    const prior = ledgerPrior(memory, judged.get(memory.id))
    const verdict = memories.person
      ? judgePerson(memories.person, prior)
      : judgeEvidence(gate, features, prior)
    return [{ unit, memory, match, features, verdict }]
  })
  const isWithoutMeaning = (await vector) === null && engine.config.embed.provider !== 'none'
  const heard = history && (await saidFound(history))
  return {
    isGoingOn: false,
    isWithoutMeaning,
    said: heard,
    given,
    person: memories?.person ?? null,
  }

  async function saidFound(of: MeasuredHistory): Promise<SaidFound | null> {
    const chosen = chooseUnits(of.units)
    if (chosen === null) return null
    const nearness = await of.nearness(chosen.lead)
    const features = promptFeatures({ words, units: of.units, chosen, nearness }, of)
    const verdict = judgeEvidence(gateFor('said', nearness !== null), features)
    return { chosen, features, verdict, settle: () => settle(of, chosen) }
  }

  /**
   * What another source said gives way to later talk about it. The lead is marked instead, and only where
   * words show it: in long talk, what is near in meaning is not always about what the prompt asks.
   */
  async function settle(of: MeasuredHistory, chosen: Chosen): Promise<SettledEvidence> {
    const { lead } = chosen
    const laterOf = new Map<ScoredUnit, ScoredUnit>()
    for (const each of chosen.quotes) {
      if (each.unit.source === lead.unit.source) continue
      const isOlder = each.unit.at < lead.unit.at
      const ways = isOlder ? (['meaning', 'words'] as const) : (['meaning'] as const)
      const later = await findLaterTalk(engine, filter, of, each, ways)
      const [speaks] = later?.quotes ?? []
      if (speaks !== undefined) laterOf.set(each, speaks)
    }
    const [replies, later] = await Promise.all([
      of.closing(lead),
      findLaterTalk(engine, filter, of, lead, ['words']),
    ])
    const settled = withClosingReply(givingWay(chosen, laterOf), replies)
    const outdated = later === null ? await outdatedOf(of, settled) : new Set<ScoredUnit>()
    return { chosen: settled, later: later?.quotes ?? null, outdated }
  }

  async function outdatedOf(
    { model, vectorOf }: MeasuredHistory,
    { quotes }: Chosen,
  ): Promise<ReadonlySet<ScoredUnit>> {
    const sources = new Set(quotes.map(({ unit }) => unit.source))
    if (model === null || sources.size < 2) return new Set()
    const vectors = new Map<ScoredUnit, Float32Array | null>()
    for (const quote of quotes) vectors.set(quote, await vectorOf(quote.unit))
    const cosineOf = (one: ScoredUnit, other: ScoredUnit) => {
      const [a, b] = [vectors.get(one), vectors.get(other)]
      return a && b ? product(a, b) : null
    }
    return outdatedQuotes(quotes, cosineOf, await talkCoherence(engine, filter, model))
  }
}

/** Null where it takes longer. */
async function within<Result>(
  ms: number | undefined,
  result: Promise<Result>,
): Promise<Result | null> {
  if (ms === undefined) return result
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  try {
    return await Promise.race([result, passed])
  } finally {
    clearTimeout(timer)
  }
}
