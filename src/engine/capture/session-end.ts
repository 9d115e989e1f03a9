/** F-05. What a session came to, as one memory that is brought up to date at each boundary and at its end. */
import { scaleAtCreation } from '../../capture/scales.ts'
import { sessionSummary } from '../../capture/summary.ts'
import { tagsOfPaths, tagsOfText } from '../../capture/tags.ts'
import { slugFrom } from '../../memory/names.ts'
import type { SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { isOff } from '../projects/off.ts'
import { readSession } from '../sessions/read-session.ts'
import { messageOf, saidAt } from '../sessions/stored-message.ts'
import { once } from './once.ts'

const MAX_TAGS = 6
const SUMMARY_TAG = 'session-summary'
/** A session in which next to nothing was said leaves no summary. */
const MIN_MESSAGES = 4

/** With what the host has written since the transcript was last read. */
export async function refreshSummary(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
): Promise<void> {
  await readSession(engine, caller, session)
  await keepSummary(engine, caller, session)
}

export async function keepSummary(
  engine: Engine,
  asked: Caller,
  session: SessionRef,
): Promise<Remembered | null> {
  const caller = { ...asked, session: session.id }
  if (await isOff(engine, caller)) return null
  const messages = await engine.store.sessions.messages(session)
  const last = messages.at(-1)
  const first = messages[0]
  if (first === undefined || last === undefined || messages.length < MIN_MESSAGES) return null
  const summary = sessionSummary(engine.config.sessions.summary, messages.map(messageOf))
  if (summary === null) return null
  const { title, text, files } = summary
  const tags = [SUMMARY_TAG, ...tagsOfPaths(files), ...tagsOfText(title)]
  return once(engine, `${eventKey(session, last.messageId)}:summary`, () =>
    remember(
      engine,
      caller,
      {
        type: 'episode',
        name: slugFrom(`session ${session.id}`),
        title,
        content: text,
        tags: tags.slice(0, MAX_TAGS),
        filesModified: files,
        origin: 'agent',
        source: 'observed',
        redact: true,
      },
      {
        host: session.host,
        session: session.id,
        messages: [first.messageId, last.messageId],
        at: saidAt(engine, last),
        snippet: title,
        confidenceReason: 'a summary of the session, made of its own sentences',
        scale: scaleAtCreation('episode', 'observed'),
      },
    ),
  )
}
