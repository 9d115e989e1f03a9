/** M-31. What the user said later, in other sessions, about the same thing as a sentence: by meaning. */
import { isPasted } from '../../capture/paste.ts'
import type { Timestamp } from '../../clock.ts'
import { leastSameMeaning } from '../../context/evidence/later-talk.ts'
import type { HistoryFilter, SaidMessage } from '../../store/evidence.ts'
import type { Engine } from '../engine.ts'
import { talkCoherence } from './talk-coherence.ts'

const NEAREST_MESSAGES = 8

interface Saying {
  readonly vector: Float32Array
  readonly session: string | null
  readonly at: Timestamp
}

export async function laterMessagesNear(
  engine: Engine,
  filter: HistoryFilter,
  model: string,
  { vector, session, at }: Saying,
): Promise<SaidMessage[]> {
  const { recall, said } = engine.store.sessions
  const minCosine = leastSameMeaning(await talkCoherence(engine, filter, model))
  const near = await recall.byMeaning(
    { model, vector, minCosine },
    { projects: [filter.project], from: at, to: filter.before, roles: ['user'] },
  )
  const rows = (await near.best(NEAREST_MESSAGES))
    .filter(({ cosine }) => cosine >= minCosine)
    .map(({ unit }) => unit)
  if (rows.length === 0) return []
  const messages = await said.withRows(rows, filter, 'user')
  return messages.filter(
    (message) =>
      message.at > at &&
      message.session !== session &&
      message.origin === 'user' &&
      !message.text.split('\n').some(isPasted),
  )
}
