/** F-05. A save that the person asked for, kept as an episode. What passes again is an incident (M-23). */
import { type Checkpoint, checkpointsIn } from '../../capture/checkpoints.ts'
import { scaleAtCreation } from '../../capture/scales.ts'
import { tagsOfPaths, tagsOfText } from '../../capture/tags.ts'
import type { SessionRef } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { saidAt } from '../sessions/stored-message.ts'
import { daysLeft } from './lifetime.ts'
import { once } from './once.ts'
import type { CaptureStep } from './session-state.ts'

const MAX_TAGS = 6
const CHECKPOINT_TAG = 'checkpoint'

/** How such an episode ended. */
const OUTCOME = 'saved'

export async function captureCheckpoints(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  step: CaptureStep,
): Promise<Remembered[]> {
  const fresh = new Map(step.news.map((message) => [message.messageId, message]))
  const made: Remembered[] = []
  for (const checkpoint of checkpointsIn(step.stretch)) {
    const message = fresh.get(checkpoint.messageId)
    if (checkpoint.kind !== 'save' || message === undefined) continue
    const event = message.toolResult?.callId ?? message.toolCalls?.[0]?.id ?? message.eventId
    const key = `${eventKey(session, event)}:${checkpoint.kind}:${checkpoint.title}`
    const work = () => keepCheckpoint(engine, caller, session, checkpoint)
    const kept = await once(engine, key, work)
    if (kept !== null) made.push(kept)
  }
  return made
}

async function keepCheckpoint(
  engine: Engine,
  caller: Caller,
  session: SessionRef,
  checkpoint: Checkpoint,
): Promise<Remembered | null> {
  const at = saidAt(engine, checkpoint)
  const ttlDays = daysLeft(engine, at)
  if (ttlDays !== null && ttlDays <= 0) return null
  const { title, files, kind, messageId } = checkpoint
  const tags = [CHECKPOINT_TAG, kind, ...tagsOfPaths(files), ...tagsOfText(title)]
  const changed = files.length === 0 ? '' : `\nFiles: ${files.join(', ')}`
  return remember(
    engine,
    caller,
    {
      type: 'episode',
      title,
      content: `${title}${changed}`,
      tags: tags.slice(0, MAX_TAGS),
      filesModified: files,
      origin: 'agent',
      source: 'observed',
      ...(ttlDays === null ? {} : { ttlDays }),
      redact: true,
    },
    {
      host: session.host,
      session: session.id,
      messages: [messageId, messageId],
      at,
      snippet: title,
      confidenceReason: `a checkpoint: ${kind}`,
      scale: scaleAtCreation('episode', 'observed'),
      outcome: OUTCOME,
    },
  )
}
