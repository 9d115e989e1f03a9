/**
 * M-31. Whether what is about to be quoted came up again later. If so, the latest talk about it speaks
 * first, and the older one follows marked as such.
 */
import type { Timestamp } from '../../clock.ts'
import { bestFirst } from '../../context/evidence/choose.ts'
import {
  likeness,
  SAME_SUBJECT,
  tellingWords,
  weighWords,
} from '../../context/evidence/later-talk.ts'
import type { EvidenceUnit, ScoredUnit } from '../../context/evidence/unit.ts'
import { rarities, tokenCounts } from '../../context/evidence/words.ts'
import type { HistoryFilter, SaidHistory, SaidMessage, StretchPlace } from '../../store/evidence.ts'
import type { Engine } from '../engine.ts'
import type { MeasuredHistory } from './measure-history.ts'
import { laterMessagesNear } from './near-talk.ts'

interface Later {
  /** From the latest talk about it: what the user said, and the reply that closed it. */
  readonly quotes: readonly ScoredUnit[]
}

/** By so many of its heaviest words a stretch is looked for; so many of the found are compared. */
const TELLING_WORDS = 16
const COMPARED = 6
/** What a message is about stands at its beginning. */
const MAX_COMPARED_CHARACTERS = 1200

type LaterBy = 'words' | 'meaning'

/** By the first of these ways that finds any. */
export async function findLaterTalk(
  engine: Engine,
  filter: HistoryFilter,
  history: Pick<MeasuredHistory, 'closing' | 'measure' | 'model' | 'placeOf' | 'vectorOf'>,
  { unit }: ScoredUnit,
  ways: readonly LaterBy[],
): Promise<Later | null> {
  const own = unit.kind === 'session' ? history.placeOf(unit.message) : undefined
  if (own === undefined) return null
  let later: readonly Talk[] = []
  for (const way of ways) {
    if (later.length > 0) break
    if (way === 'words') later = await talkInLikeWords(engine, filter, unit, own)
    else later = await talkNear(engine, filter, history, unit, own)
  }
  const latest = later.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
  if (latest === undefined) return null
  const session = latest.messages[0]?.session
  const messages = later
    .filter((each) => each.messages[0]?.session === session)
    .flatMap((each) => each.messages)
  const unique = [...new Map(messages.map((message) => [message.row, message])).values()]
  const units = await history.measure(unique)
  const [speaks] = units.toSorted(bestFirst)
  if (speaks === undefined) return null
  const [reply] = (await history.closing(speaks)).toSorted(bestFirst)
  return { quotes: reply ? [speaks, reply] : [speaks] }
}

async function talkInLikeWords(
  engine: Engine,
  filter: HistoryFilter,
  unit: EvidenceUnit,
  own: SaidMessage,
): Promise<Talk[]> {
  const { said } = engine.store.sessions
  const place = stretchAround(own.sessionNumber, own.turn)
  const here = await said.messagesWithin([place])
  const counts = countsOf(here)
  const counted = await said.count([], filter)
  const holding = await said.holding([...counts.keys()], filter)
  const weighted = weighWords({ total: counted.total, holding }, counts)
  const telling = tellingWords(weighted, TELLING_WORDS)
  const found = await said.count(telling, filter)
  const { best } = await found.best(rarities(found.total, found.holding), COMPARED * 2)
  const others = best.filter(({ session }) => session !== own.sessionNumber).slice(0, COMPARED)
  const talks = (await talksIn(said, others)).filter(({ at }) => at > unit.at)
  const missing = new Set(talks.flatMap((talk) => [...talk.counts.keys()]))
  for (const token of counts.keys()) missing.delete(token)
  const more = missing.size > 0 ? await said.holding([...missing], filter) : []
  const statistics = { total: counted.total, holding: new Map([...holding, ...more]) }
  return talks.filter(
    (talk) => likeness(weighted, weighWords(statistics, talk.counts)) >= SAME_SUBJECT,
  )
}

/** Terse talk shares few words with what it changes. */
async function talkNear(
  engine: Engine,
  filter: HistoryFilter,
  { model, vectorOf }: Pick<MeasuredHistory, 'model' | 'vectorOf'>,
  unit: EvidenceUnit,
  { session }: SaidMessage,
): Promise<Talk[]> {
  const vector = await vectorOf(unit)
  if (vector === null || model === null) return []
  const { sessions } = engine.store
  const saying = { vector, session, at: unit.at }
  const messages = await laterMessagesNear(engine, filter, model, saying)
  const places = messages.map(({ sessionNumber, turn }) => stretchAround(sessionNumber, turn))
  return talksIn(sessions.said, places)
}

interface Talk {
  readonly at: Timestamp
  readonly messages: readonly SaidMessage[]
  readonly counts: ReadonlyMap<string, number>
}

/** What was said in each of these stretches; one that nothing was said in is left out. */
async function talksIn(said: SaidHistory, places: readonly StretchPlace[]): Promise<Talk[]> {
  const all = places.length > 0 ? await said.messagesWithin(places) : []
  return places.flatMap(({ session, fromTurn, toTurn }) => {
    const messages = all.filter(
      ({ sessionNumber, turn }) => sessionNumber === session && turn >= fromTurn && turn <= toTurn,
    )
    const [first] = messages
    return first === undefined ? [] : { at: first.at, messages, counts: countsOf(messages) }
  })
}

function countsOf(messages: readonly SaidMessage[]): ReadonlyMap<string, number> {
  return tokenCounts(messages.map(({ text }) => text.slice(0, MAX_COMPARED_CHARACTERS)).join('\n'))
}

const STRETCH_TURNS = 8
const STRETCH_STEP = 4

function stretchAround(session: number, turn: number): StretchPlace {
  const first = Math.max(0, Math.floor(turn / STRETCH_STEP) * STRETCH_STEP - STRETCH_STEP)
  return { session, fromTurn: first, toTurn: first + STRETCH_TURNS + STRETCH_STEP - 1 }
}
