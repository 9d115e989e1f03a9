/** M-32. How near the messages of a project's sessions are to those around them, by a sample. */
import { BoundedMap } from '../../bounded-map.ts'
import { type Coherence, coherenceOf, TALK_TURNS } from '../../context/evidence/nearness.ts'
import { product } from '../../search/unit-vectors.ts'
import type { HistoryFilter, SaidMessage } from '../../store/evidence.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

const SAMPLED = 60
const MAX_KEPT = 8
/** A history grows slowly, and how its messages hang together hardly moves. */
const KEPT_MS = 10 * 60_000

interface Known {
  readonly at: number
  readonly coherence: Promise<Coherence>
}

const known = new WeakMap<Store, Map<string, Known>>()

export function talkCoherence(
  engine: Engine,
  filter: HistoryFilter,
  model: string,
): Promise<Coherence> {
  const ofStore = known.get(engine.store) ?? new BoundedMap<string, Known>(MAX_KEPT)
  known.set(engine.store, ofStore)
  const key = `${filter.project ?? ''}\0${model}`
  const now = Date.parse(engine.clock.now())
  const before = ofStore.get(key)
  if (before && Math.abs(now - before.at) < KEPT_MS) return before.coherence
  const coherence = readSample(engine, filter, model).then((sample) => {
    // Vectors may still be in the making.
    if (sample.length < SAMPLED / 2) ofStore.delete(key)
    return coherenceOf(sample)
  })
  ofStore.set(key, { at: now, coherence })
  coherence.catch(() => ofStore.delete(key))
  return coherence
}

async function readSample(
  { store }: Engine,
  filter: HistoryFilter,
  model: string,
): Promise<number[][]> {
  const { said } = store.sessions
  const chosen = await said.withRows(await said.sample(filter, SAMPLED), filter)
  const places = chosen.map(({ sessionNumber, turn }) => ({
    ...{ session: sessionNumber, fromTurn: turn - TALK_TURNS, toTurn: turn + TALK_TURNS },
  }))
  const talk = places.length > 0 ? await said.messagesWithin(places) : []
  const read = await store.vectors.of(
    'messages',
    model,
    talk.map(({ row }) => row),
  )
  const vectorsOf = (messages: readonly SaidMessage[]) => {
    const rows = new Set(messages.map(({ row }) => row))
    return read.flatMap(({ unit, vector }) => (rows.has(unit) ? [vector] : []))
  }
  return chosen.flatMap((message) => {
    const around = vectorsOf(talk.filter((other) => isAround(message, other)))
    return vectorsOf([message]).map((own) => around.map((each) => product(own, each)))
  })
}

function isAround(message: SaidMessage, other: SaidMessage): boolean {
  return (
    other.row !== message.row &&
    other.sessionNumber === message.sessionNumber &&
    Math.abs(other.turn - message.turn) <= TALK_TURNS
  )
}
