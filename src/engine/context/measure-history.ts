/** M-31. Past sessions and commits, measured against a prompt. */

import { BoundedMap } from '../../bounded-map.ts'
import { isPasted } from '../../capture/paste.ts'
import type { HistoryMeasures } from '../../context/evidence/features.ts'
import { nearnessToCommit, nearnessToTalk, TALK_TURNS } from '../../context/evidence/nearness.ts'
import type { EvidenceSource } from '../../context/evidence/settings.ts'
import {
  type EvidenceUnit,
  type ScoredUnit,
  scoreSource,
  scoreUnit,
  withSource,
} from '../../context/evidence/unit.ts'
import { type PromptWords, rarities, tokenCounts } from '../../context/evidence/words.ts'
import type { QueryVector } from '../../search/corpus.ts'
import { product } from '../../search/unit-vectors.ts'
import type { StoredCommit } from '../../store/commits.ts'
import type { HistoryFilter, SaidHistory, SaidMessage, Spread } from '../../store/evidence.ts'
import type { Store } from '../../store/store.ts'
import { passagesOf, utterancesOf } from '../../text/passages.ts'
import type { Engine } from '../engine.ts'
import { talkCoherence } from './talk-coherence.ts'

interface HistoryQuery {
  readonly words: PromptWords
  readonly vector: Promise<QueryVector | null>
  readonly filter: HistoryFilter
  readonly sources: readonly EvidenceSource[]
  /** The words of the prompt in past sessions. */
  readonly said: Awaited<ReturnType<SaidHistory['count']>>
}

export interface MeasuredHistory extends HistoryMeasures {
  /** What may lead: sentences of the user, commits. */
  readonly units: readonly ScoredUnit[]
  /** Passages of the replies that may close what a measured unit opened. */
  readonly closing: (lead: ScoredUnit) => Promise<readonly ScoredUnit[]>
  /** How near the prompt is to the talk around a measured unit; null without vectors. */
  readonly nearness: (lead: ScoredUnit) => Promise<number | null>
  /** By which meanings were compared; null without vectors. */
  readonly model: string | null
  /** The vector of the passage that a measured unit stands in; null where there is none. */
  readonly vectorOf: (unit: EvidenceUnit) => Promise<Float32Array | null>
  /** Where a measured message stands, by its key. */
  readonly placeOf: (message: string) => SaidMessage | undefined
  /** The same measures for sentences of the user that were found in another way. */
  readonly measure: (messages: readonly SaidMessage[]) => Promise<readonly ScoredUnit[]>
}

/** How many of the best stretches and nearest messages are read; what is beyond is never quoted first. */
const BEST_STRETCHES = 40
const NEAREST_MESSAGES = 60
const BEST_COMMITS = 30
/** Replies that may close a matter: the last of those after the lead within its stretch. */
const CLOSING_REPLIES = 2
const STRETCH_TURNS = 8
const STRETCH_STEP = 4

export async function measureHistory(
  engine: Engine,
  query: HistoryQuery,
): Promise<MeasuredHistory | null> {
  const { words, filter, sources } = query
  const { tokens, language } = words
  const project = filter.project
  const sessions = sources.includes('sessions') ? query.said : null
  const commits =
    sources.includes('commits') && project !== null
      ? await engine.store.commits.count(tokens, { project, to: filter.before })
      : null
  const total = (sessions?.total ?? 0) + (commits?.total ?? 0)
  if (total === 0) return null
  const holding = tokens.map((_, at) => (sessions?.holding[at] ?? 0) + (commits?.holding[at] ?? 0))
  const worth = rarities(total, holding)
  const most = Math.max(
    worth.reduce((sum, each) => sum + each, 0),
    Number.EPSILON,
  )
  const vector = await query.vector
  const [stretches, nearMessages, bestCommits, nearCommits] = await Promise.all([
    sessions?.best(worth, BEST_STRETCHES),
    vector && sessions
      ? engine.store.sessions.recall
          ?.byMeaning(vector, { projects: [project], to: filter.before })
          .then((found) => found.best(NEAREST_MESSAGES))
      : [],
    commits?.best(worth, BEST_COMMITS),
    vector && commits && project !== null
      ? engine.store.commits.nearest(vector, { project, to: filter.before }, BEST_COMMITS)
      : [],
  ])
  const places = new Map<string, SaidMessage>()
  const messages = await readMessages(
    engine,
    filter,
    stretches?.best ?? [],
    (nearMessages ?? []).map(({ unit }) => unit),
  )
  const commitScores = new Map((bestCommits?.best ?? []).map(({ row, score }) => [row, score]))
  const commitRows = [...new Set([...commitScores.keys(), ...nearCommits.map(({ unit }) => unit)])]
  const found = await engine.store.commits.withRows(commitRows)
  const [sentences, commitMeanings] = await Promise.all([
    measure(messages),
    meaningsOf(engine, 'commits', vector, commitRows),
  ])
  const units = [...sentences]
  for (const commit of found) {
    const meanings = commitMeanings.get(commit.row) ?? []
    const meaning = meanings.length === 0 ? null : Math.max(...meanings.map(({ cosine }) => cosine))
    units.push(scored(unitOfCommit(commit), commitScores.get(commit.row) ?? 0, meaning))
  }
  const ofSource = sourceScores(units)
  return {
    units: units.map(besideItsSource),
    closing: async (lead) => (await closing(lead)).map(besideItsSource),
    nearness,
    model: vector?.model ?? null,
    rarities: worth,
    isKnown: holding.map((held) => held > 0),
    spreadBeside: (sources) =>
      spreadOf([stretches?.spread, bestCommits?.spread], scoresOf(sources), most),
    vectorOf,
    placeOf: (key) => places.get(key),
    measure: async (given) => (await measure(given)).map(besideItsSource),
  }

  function besideItsSource(each: ScoredUnit): ScoredUnit {
    return withSource(each, ofSource.get(each.unit.source) ?? 0)
  }

  /** Of the best stretches those of these sources; what is beyond the best hardly counts. */
  function scoresOf(sources: ReadonlySet<string>): number[] {
    const numbers = new Set(
      messages.flatMap((each) => (sources.has(each.session) ? each.sessionNumber : [])),
    )
    const ofSessions = (stretches?.best ?? []).filter(({ session }) => numbers.has(session))
    const ofCommits = found.filter(({ hash }) => sources.has(hash))
    return [
      ...ofSessions.map(({ score }) => score),
      ...ofCommits.flatMap(({ row }) => commitScores.get(row) ?? []),
    ]
  }

  function scored(unit: EvidenceUnit, surroundings: number, meaning: number | null): ScoredUnit {
    const held = shareHeld(unit, tokens, worth, most)
    return scoreUnit(language, unit, { words: held, meaning, surroundings: surroundings / most })
  }

  function measure(given: readonly SaidMessage[]): Promise<readonly ScoredUnit[]> {
    for (const message of given) places.set(message.key, message)
    return unitsIn(given.filter(({ role, origin }) => role === 'user' && origin === 'user'))
  }

  /** Replies are read only for what leads: most of what is said is the assistant's. */
  async function closing({ unit }: ScoredUnit): Promise<readonly ScoredUnit[]> {
    const own = unit.kind === 'session' ? places.get(unit.message) : undefined
    if (own === undefined) return []
    const { said } = engine.store.sessions
    const stretch = { session: own.sessionNumber, fromTurn: own.turn + 1, toTurn: lastTurn(own) }
    const after = await said.messagesWithin([stretch], 'assistant')
    return unitsIn(after.slice(-CLOSING_REPLIES))
  }

  async function nearness({ unit, measured }: ScoredUnit): Promise<number | null> {
    if (vector === null) return null
    const coherence = await talkCoherence(engine, filter, vector.model)
    if (unit.kind === 'commit') return nearnessToCommit(coherence, measured.meaning)
    const own = places.get(unit.message)
    if (own === undefined) return null
    const { sessionNumber: session, turn } = own
    const place = { session, fromTurn: turn - TALK_TURNS, toTurn: turn + TALK_TURNS }
    const talk = await engine.store.sessions.said.messagesWithin([place])
    const rows = talk.map(({ row }) => row)
    const meanings = await meaningsOf(engine, 'messages', vector, rows)
    const cosines = [...meanings.values()].flat().map(({ cosine }) => cosine)
    return nearnessToTalk(coherence, cosines)
  }

  async function vectorOf(unit: EvidenceUnit): Promise<Float32Array | null> {
    const isCommit = unit.kind === 'commit'
    const row = isCommit
      ? found.find(({ hash }) => hash === unit.source)?.row
      : places.get(unit.message)?.row
    if (vector === null || row === undefined) return null
    const corpus = isCommit ? 'commits' : 'messages'
    const passages = await engine.store.vectors.of(corpus, vector.model, [row])
    return passages.find(({ start, end }) => start < unit.end && end > unit.start)?.vector ?? null
  }

  async function unitsIn(given: readonly SaidMessage[]): Promise<ScoredUnit[]> {
    const turns = given.map(({ sessionNumber, turn }) => ({ session: sessionNumber, turn }))
    const rows = given.map(({ row }) => row)
    const [around, meanings] = await Promise.all([
      sessions?.around(worth, turns) ?? [],
      meaningsOf(engine, 'messages', vector, rows),
    ])
    return given.flatMap((message, at) => {
      const known = meanings.get(message.row) ?? []
      const units = unitsOnce(engine.store, message)
      return units.map((unit) => scored(unit, around[at] ?? 0, meaningAt(known, unit)))
    })
  }
}

async function readMessages(
  engine: Engine,
  filter: HistoryFilter,
  places: Parameters<Engine['store']['sessions']['said']['messagesWithin']>[0],
  near: readonly number[],
): Promise<SaidMessage[]> {
  const { said } = engine.store.sessions
  const within = await said.messagesWithin(places, 'user')
  const known = new Set(within.map(({ row }) => row))
  const others = near.filter((row) => !known.has(row))
  return [...within, ...(others.length > 0 ? await said.withRows(others, filter, 'user') : [])]
}

interface Meaning {
  readonly start: number
  readonly end: number
  readonly cosine: number
}

async function meaningsOf(
  engine: Engine,
  corpus: 'messages' | 'commits',
  vector: QueryVector | null,
  rows: readonly number[],
): Promise<ReadonlyMap<number, readonly Meaning[]>> {
  const found = new Map<number, Meaning[]>()
  if (vector === null || rows.length === 0) return found
  for (const each of await engine.store.vectors.of(corpus, vector.model, rows)) {
    const { unit, start, end } = each
    const meaning = { start, end, cosine: product(vector.vector, each.vector) }
    found.set(unit, [...(found.get(unit) ?? []), meaning])
  }
  return found
}

/** The meaning of the passage that a unit stands in, or that stands in it. */
function meaningAt(meanings: readonly Meaning[], { start, end }: EvidenceUnit): number | null {
  const over = meanings.filter((each) => each.start < end && each.end > start)
  return over.length === 0 ? null : Math.max(...over.map(({ cosine }) => cosine))
}

/** Most messages of a project come up again, and cutting one takes longer than reading it. */
const MAX_CUT_MESSAGES = 2000
const MAX_CUT_CHARACTERS = 4000
interface CutMessage {
  readonly text: string
  readonly units: readonly EvidenceUnit[]
}
const cutBefore = new WeakMap<Store, BoundedMap<string, CutMessage>>()

/** The same units for the same message, so that what was found out about them is known again. */
function unitsOnce(store: Store, message: SaidMessage): readonly EvidenceUnit[] {
  const known = cutBefore.get(store) ?? new BoundedMap<string, CutMessage>(MAX_CUT_MESSAGES)
  cutBefore.set(store, known)
  const before = known.get(message.key)
  if (before?.text === message.text) return before.units
  const units = unitsOf(message)
  const { text } = message
  if (text.length <= MAX_CUT_CHARACTERS) known.set(message.key, { text, units })
  return units
}

function unitsOf(message: SaidMessage): EvidenceUnit[] {
  const { role, text } = message
  const cut = role === 'user' ? utterancesOf : passagesOf
  const common = {
    kind: 'session',
    source: message.session,
    message: message.key,
    role,
    at: message.at,
    text,
    turn: message.turn,
  } as const
  return cut(text)
    .filter((each) => role !== 'user' || !each.text.split('\n').some(isPasted))
    .map(({ start, end }) => ({ ...common, start, end }))
}

function unitOfCommit({ hash, at, message }: StoredCommit): EvidenceUnit {
  return {
    ...{ kind: 'commit', source: hash, message: hash, role: 'author', at, text: message },
    ...{ start: 0, end: message.length, turn: 0 },
  }
}

function shareHeld(
  unit: EvidenceUnit,
  tokens: readonly string[],
  worth: readonly number[],
  most: number,
): number {
  const held = unitTokens(unit)
  return tokens.reduce((sum, token, at) => sum + (held.has(token) ? (worth[at] ?? 0) : 0), 0) / most
}

const tokensOfUnits = new WeakMap<EvidenceUnit, ReadonlyMap<string, number>>()

function unitTokens(unit: EvidenceUnit): ReadonlyMap<string, number> {
  const before = tokensOfUnits.get(unit)
  if (before !== undefined) return before
  const counts = tokenCounts(unit.text.slice(unit.start, unit.end))
  tokensOfUnits.set(unit, counts)
  return counts
}

/** Of the stretch that begins nearest before it. */
function lastTurn({ turn }: SaidMessage): number {
  return Math.floor(turn / STRETCH_STEP) * STRETCH_STEP + STRETCH_TURNS - 1
}

function spreadOf(
  spreads: readonly (Spread | undefined)[],
  without: readonly number[],
  most: number,
): { readonly mean: number; readonly deviation: number } {
  let [count, sum, squares] = [0, 0, 0]
  for (const each of spreads) {
    count += each?.count ?? 0
    sum += each?.sum ?? 0
    squares += each?.squares ?? 0
  }
  for (const score of without) {
    count -= 1
    sum -= score
    squares -= score * score
  }
  if (count <= 0) return { mean: 0, deviation: 0 }
  const mean = sum / count
  const variance = Math.max(squares / count - mean * mean, 0)
  return { mean: mean / most, deviation: Math.sqrt(variance) / most }
}

/** By session or commit. */
function sourceScores(units: readonly ScoredUnit[]): ReadonlyMap<string, number> {
  const bySource = new Map<string, ScoredUnit[]>()
  for (const each of units) {
    const own = bySource.get(each.unit.source)
    if (own) own.push(each)
    else bySource.set(each.unit.source, [each])
  }
  return new Map(
    Array.from(bySource, ([source, own]) => {
      const stretch = Math.max(...own.map(({ measured }) => measured.surroundings))
      const meanings = own.map(({ measured }) => measured.meaning ?? 0).sort((a, b) => b - a)
      const isWhole = own[0]?.unit.kind === 'commit'
      return [source, scoreSource({ stretch, meanings, isWhole })]
    }),
  )
}
