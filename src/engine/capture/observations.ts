/** G-04, G-05, M-23. What the use of tools shows: an incident is kept when its check passes, once. */
import { type Incident, incidentsIn } from '../../capture/incidents.ts'
import { memorability } from '../../capture/memorability.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import { tagsOfPaths, tagsOfText } from '../../capture/tags.ts'
import { slugFrom } from '../../memory/names.ts'
import type { SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import { shortenLine } from '../../text/shorten.ts'
import { tokensOf } from '../../text/tokens.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { saidAt } from '../sessions/stored-message.ts'
import { isOwn } from './echoes.ts'
import { daysLeft } from './lifetime.ts'
import { once } from './once.ts'
import { placesOf } from './places.ts'
import type { CaptureStep } from './session-state.ts'

const NEIGHBOURS = 5
/** Of the words of an incident, for a stored text to be its neighbour. */
const MIN_ALIKE = 0.4
const SNIPPET_CHARS = 240
const TITLE_CHARS = 80
const MAX_TAGS = 6
const TYPE = 'bugfix'

export async function captureObservations(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  step: CaptureStep,
  own: ReadonlySet<string>,
): Promise<Remembered[]> {
  const made: Remembered[] = []
  for (const incident of incidentsIn(step.stretch)) {
    // Those of the look back were told before.
    if (incident.pass.answeredAt < step.newsFrom || isOwn(engine, own, incident.content)) continue
    const key = `${eventKey(session, incident.pass.call.id)}:tool`
    const kept = await once(engine, key, () =>
      keepIncident(engine, caller, session, step, incident),
    )
    if (kept !== null) made.push(kept)
  }
  return made
}

async function keepIncident(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  step: CaptureStep,
  { title, content, files, failure, pass }: Incident,
): Promise<Remembered | null> {
  const answer = step.stretch[pass.answeredAt]
  const at = saidAt(engine, { at: answer?.at ?? null })
  const ttlDays = daysLeft(engine, at)
  if (ttlDays !== null && ttlDays <= 0) return null
  const neighbours = await textsLike(engine, caller, `${title} ${content}`)
  const around = { taskText: step.state.task, neighbours }
  const worth = memorability(
    engine.config.capture.memorability,
    { type: TYPE, title, content },
    around,
  )
  if (!worth.memorable) return null
  const asked = step.stretch[failure.index]?.messageId ?? failure.call.id
  return remember(
    engine,
    caller,
    {
      type: TYPE,
      title: shortenLine(title, TITLE_CHARS),
      content,
      importance: 0.7,
      concepts: ['problem-solution'],
      tags: [...new Set([...tagsOfPaths(files), ...tagsOfText(content)])].slice(0, MAX_TAGS),
      filesModified: files,
      // Extraction gives an incident the same name, so that with its cause it is the same memory.
      name: slugFrom(title),
      ...(ttlDays === null ? {} : { ttlDays }),
      redact: true,
    },
    {
      origin: 'agent',
      source: 'observed',
      host: session.host,
      session: session.id,
      messages: [asked, answer?.messageId ?? asked],
      at,
      snippet: content.slice(0, SNIPPET_CHARS),
      confidenceReason: `memorability ${worth.total.toFixed(2)}: ${formatParts(worth.parts)}`,
      scale: scaleAtCreation(TYPE, 'observed'),
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

function formatParts(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ')
}
