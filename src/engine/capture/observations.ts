/** G-04, G-05. What the use of tools shows, as far as it deserves to be remembered. */
import { memorability } from '../../capture/memorability.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import { type ToolEvent, toolEventsOf } from '../../capture/tool-events.ts'
import { type Observation, observationOf } from '../../capture/tool-observations.ts'
import type { Message, SessionRef } from '../../sessions/message.ts'
import { tokensOf } from '../../text/tokens.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { keyOfEvent, saidAt } from '../sessions/stored-message.ts'
import { isOwn } from './echoes.ts'
import { daysLeft } from './lifetime.ts'
import { once } from './once.ts'
import { placesOf } from './places.ts'
import type { Step } from './session-state.ts'

const NEIGHBOURS = 5
/** Of the words of an observation, for a stored text to be its neighbour. */
const MIN_ALIKE = 0.4
const SNIPPET_CHARS = 240

export async function captureObservations(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
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
  session: SessionRef,
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

/** Those that share most with it; what shares less than this is new in any case. */
async function textsLike(engine: Engine, caller: Caller, text: string): Promise<string[]> {
  const words = [...tokensOf(text)].sort((one, other) => other.length - one.length)
  const options = { share: MIN_ALIKE, limit: NEIGHBOURS }
  const found = await Promise.all(
    placesOf(caller).map((place) => engine.store.text.sharingWords(place, words, options)),
  )
  return found.flat().map((memory) => `${memory.title}\n${memory.content}`)
}

function spelled(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ')
}
