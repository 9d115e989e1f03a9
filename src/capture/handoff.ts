/** M-55. The state of a session for another agent: derived from its messages, without a model. */
import type { Message } from '../sessions/message.ts'
import { shortenLine } from '../text/shorten.ts'
import { checkpointsIn } from './checkpoints.ts'
import { commandKind, errorLine, outcomeOf } from './commands.ts'
import { type Lifeboat, lifeboatOf } from './lifeboat.ts'
import type { LifeboatSettings } from './settings.ts'
import { toolEventsOf } from './tool-events.ts'

export interface Handoff {
  readonly task: string | null
  readonly done: readonly string[]
  readonly open: readonly string[]
  readonly decisions: readonly string[]
  readonly questions: readonly string[]
  readonly files: readonly string[]
  /** Checks whose last run failed, with the first line of the error. */
  readonly failing: readonly string[]
}

const CHECKS: readonly string[] = ['test', 'lint', 'build']
const MAX_DONE = 10

export function handoffOf(settings: LifeboatSettings, messages: readonly Message[]): Handoff {
  const lifeboat = lifeboatOf(settings, messages)
  const finished = lifeboat.todos.filter(({ status }) => status === 'done').map(({ text }) => text)
  const reached = checkpointsIn(messages).map(({ title }) => title)
  return {
    task: lifeboat.activeTask,
    done: [...new Set([...finished, ...reached])].slice(-MAX_DONE),
    open: openTodos(lifeboat),
    decisions: lifeboat.recentDecisions,
    questions: lifeboat.openQuestions,
    files: lifeboat.filesInHand,
    failing: failingChecks(settings, messages),
  }
}

function openTodos({ todos }: Lifeboat): string[] {
  return todos
    .filter(({ status }) => status === 'pending' || status === 'in-progress')
    .map(({ text, status }) => (status === 'in-progress' ? `${text} (in progress)` : text))
}

/** The last run of each command decides. */
function failingChecks({ lineChars }: LifeboatSettings, messages: readonly Message[]): string[] {
  const last = new Map<string, string | null>()
  for (const { call, result } of toolEventsOf(messages)) {
    const { command } = call
    if (command === null || result === null || !CHECKS.includes(commandKind(command))) continue
    const error = errorLine(result.text, lineChars) ?? 'failed'
    last.set(command, outcomeOf(result) === 'failed' ? error : null)
  }
  return [...last].flatMap(([command, error]) =>
    error === null ? [] : [`\`${shortenLine(command, lineChars)}\`: ${error}`],
  )
}

/** As a prompt for the next agent; null when the session holds nothing to go on from. */
export function renderHandoff(handoff: Handoff, from: string): string | null {
  const { task, done, open, decisions, questions, files, failing } = handoff
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Task', task === null ? [] : [task]],
    ['Done', done],
    ['Still open', open],
    ['Decisions', decisions],
    ['Open questions', questions],
    ['Failing checks', failing],
    ['Files', files],
  ]
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `## ${name}\n${lines.map((line) => `- ${line}`).join('\n')}`)
  if (body.length === 0) return null
  return [`# Continue the work of ${from}`, ...body].join('\n\n')
}
