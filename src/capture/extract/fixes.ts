/** G-08, M-23. The incidents of a session as findings. */
import type { Message } from '../../sessions/message.ts'
import { incidentsIn } from '../incidents.ts'
import { type Candidate, candidateOf } from './candidate.ts'

const PROVEN = 0.76
const WITH_CAUSE = 0.12

export function fixesIn(messages: readonly Message[]): Candidate[] {
  return incidentsIn(messages).flatMap(({ title, content, cause, files, failure, pass }) => {
    const from = messages[failure.index]
    if (from === undefined) return []
    return [
      candidateOf({
        type: 'bugfix',
        title,
        content,
        confidence: PROVEN + (cause === null ? 0 : WITH_CAUSE),
        reason:
          cause === null ? 'failed, was changed, passed' : 'failed, explained, changed, passed',
        importance: cause === null ? 0.65 : 0.75,
        concepts: ['problem-solution'],
        files,
        origin: 'agent',
        from,
        to: messages[pass.answeredAt],
      }),
    ]
  })
}
