/** G-04, G-05. What the use of tools shows, as far as it deserves to be remembered. */
import { memorability } from '../../capture/memorability.ts'
import { type Message, type ToolEvent, toolEventsOf } from '../../capture/message.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import { type Observation, observationOf } from '../../capture/tool-observations.ts'
import { contentWords } from '../../text/words.ts'
import type { Caller, Engine } from '../engine.ts'
import { visible } from '../find-memory.ts'
import { type Remembered, remember } from '../remember.ts'
import { isOwn } from './echoes.ts'
import { daysLeft } from './lifetime.ts'
import { once } from './once.ts'
import type { Step } from './session-state.ts'
import { type Heard, keyOfEvent, saidAt } from './spoken.ts'

const NEIGHBOURS = 5
/** Words of an observation that its neighbours are looked up by. */
const QUERY_WORDS = 24
const SNIPPET_CHARS = 240

export async function captureObservations(
  engine: Engine,
  caller: Caller,
  session: Heard,
  step: Step,
  own: ReadonlySet<string>,
): Promise<Remembered[]> {
  const events = toolEventsOf(step.stretch)
  const made: Remembered[] = []
  for (const [index, event] of events.entries()) {
    // An event is told when its answer is there; those of the look back were told before.
    if (event.result === null || event.answeredAt < step.newsFrom) continue
    const { observations } = engine.config.capture
    const observation = observationOf(observations, event, events.slice(0, index))
    if (observation === null || isOwn(engine, own, observation.content)) continue
    const key = `${keyOfEvent(session, event.call.id)}:tool`
    const work = () => keepObservation(engine, caller, session, step, event, observation)
    const kept = await once(engine, key, work)
    if (kept !== null) made.push(kept)
  }
  return made
}

async function keepObservation(
  engine: Engine,
  caller: Caller,
  session: Heard,
  step: Step,
  event: ToolEvent,
  observation: Observation,
): Promise<Remembered | null> {
  const { type, title, subtitle, content, importance, concepts, tags, origin } = observation
  const answer: Message | undefined = step.stretch[event.answeredAt]
  const at = saidAt(engine, { at: answer?.at ?? null })
  const ttlDays = daysLeft(engine, at)
  if (ttlDays !== null && ttlDays <= 0) return null
  const neighbours = await textsLike(engine, caller, `${title} ${content}`)
  const around = { taskText: step.state.task, neighbours }
  const worth = memorability(engine.config.capture.memorability, observation, around)
  if (!worth.memorable) return null
  const asked = step.stretch[event.index]?.messageId ?? event.call.id
  return remember(
    engine,
    caller,
    {
      type,
      title,
      subtitle,
      content,
      importance,
      concepts,
      tags,
      files: observation.filesRead,
      filesModified: observation.filesModified,
      origin,
      source: 'observed',
      ...(ttlDays === null ? {} : { ttlDays }),
      redact: true,
    },
    {
      host: session.host,
      session: session.id,
      messages: [asked, answer?.messageId ?? asked],
      at,
      snippet: content.slice(0, SNIPPET_CHARS),
      confidenceReason: `memorability ${worth.total.toFixed(2)}: ${spelled(worth.parts)}`,
      scale: scaleAtCreation(type, 'observed'),
    },
  )
}

async function textsLike(engine: Engine, caller: Caller, text: string): Promise<string[]> {
  const terms = contentWords(text).slice(0, QUERY_WORDS)
  if (terms.length === 0) return []
  const filter = { ...visible(caller), states: ['new', 'high', 'low'] as const }
  const hits = await engine.store.text.search({ kind: 'terms', terms }, filter, NEIGHBOURS)
  const memories = await engine.store.memories.get((hits ?? []).map(({ id }) => id))
  return memories.map((memory) => `${memory.title}\n${memory.content}`)
}

function spelled(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ')
}
