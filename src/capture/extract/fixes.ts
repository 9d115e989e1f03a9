/** G-08. Repairs that are proven: a command failed, files were changed, the command passed. */

import { isFromAgent, type Message } from '../../sessions/message.ts'
import { shortenLine } from '../../text/shorten.ts'
import { commandKind, commandShape, errorLine, outcomeOf } from '../commands.ts'
import { proseSentences } from '../prose.ts'
import { type ToolEvent, toolEventsOf } from '../tool-events.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import { plain } from './said.ts'

const CAUSE =
  /\b(?:because|root cause|caused by|due to|the (?:problem|issue|bug|error|reason|cause) (?:is|was)|was (?:missing|using|returning|passing|calling|expecting)|forgot to|never (?:awaited|called|set|closed)|off[- ]by[- ]one|race condition|wrong\b)/i
const GUESS = /\b(?:might|maybe|perhaps|let me|i['’]ll|could be|not sure)\b/i

const PROVEN = 0.76
const WITH_CAUSE = 0.12
const ERROR_CHARS = 180

export function fixesIn(messages: readonly Message[]): Candidate[] {
  const events = toolEventsOf(messages)
  const open = new Map<string, ToolEvent>()
  const found: Candidate[] = []
  for (const event of events) {
    const checked = checkOf(event)
    if (checked === null) continue
    const failure = open.get(checked.shape)
    if (checked.outcome === 'failed') {
      // The first failure of a row tells what was wrong; later ones tell how it was tried.
      if (failure === undefined) open.set(checked.shape, event)
      continue
    }
    open.delete(checked.shape)
    const fix = failure === undefined ? null : fixBetween(messages, events, failure, event)
    if (fix !== null) found.push(fix)
  }
  return found
}

/** A test, build or lint run that came back, under what makes it the same run again. */
function checkOf(event: ToolEvent): { shape: string; outcome: 'passed' | 'failed' } | null {
  const { command } = event.call
  if (command === null || event.result === null) return null
  const kind = commandKind(command)
  if (kind !== 'test' && kind !== 'build' && kind !== 'lint' && kind !== 'other') return null
  const outcome = outcomeOf(event.result)
  const shape = commandShape(command)
  if (shape === '') return null
  // The same tool with another selection of tests is still the same check.
  return {
    shape: kind === 'other' ? shape : `${kind} ${shape.split(' ').slice(0, 2).join(' ')}`,
    outcome,
  }
}

function fixBetween(
  messages: readonly Message[],
  events: readonly ToolEvent[],
  failure: ToolEvent,
  pass: ToolEvent,
): Candidate | null {
  const between = events.slice(events.indexOf(failure) + 1, events.indexOf(pass))
  const files = [...new Set(between.flatMap(({ call }) => call.filesModified))]
  const from = messages[failure.index]
  const to = messages[pass.answeredAt]
  const error = errorLine(failure.result?.text ?? '', ERROR_CHARS)
  if (files.length === 0 || from === undefined || to === undefined || error === null) return null
  const cause = causeIn(messages.slice(failure.index, pass.answeredAt + 1))
  const command = shortenLine(pass.call.command ?? '', 100)
  const names = files.map((file) => file.split(/[\\/]/).at(-1) ?? file).join(', ')
  return candidateOf({
    type: 'bugfix',
    title: `Fixed: ${error}`,
    content: [
      `Symptom: \`${shortenLine(failure.call.command ?? '', 100)}\` failed with: ${error}`,
      cause === null ? '' : `Cause: ${cause}`,
      `Fix: changed ${names}; \`${command}\` then passed.`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    confidence: PROVEN + (cause === null ? 0 : WITH_CAUSE),
    reason: cause === null ? 'failed, was changed, passed' : 'failed, explained, changed, passed',
    importance: cause === null ? 0.65 : 0.75,
    concepts: ['problem-solution'],
    files,
    origin: 'agent',
    from,
    to,
  })
}

/** The last plain sentence in which the agent says why. */
function causeIn(messages: readonly Message[]): string | null {
  const sentences = messages
    .filter(isFromAgent)
    .flatMap((message) => proseSentences(message.text))
    .filter(({ masked, mood }) => mood === 'statement' && CAUSE.test(masked) && !GUESS.test(masked))
  const last = sentences.at(-1)
  return last === undefined ? null : shortenLine(plain(last.text), 240)
}
