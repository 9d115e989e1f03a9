/** A-10, G-08. Procedures: command sequences that worked more than once. */

import type { Message } from '../../sessions/message.ts'
import { shortenLine } from '../../text/shorten.ts'
import { commandKind, commandShape, outcomeOf } from '../commands.ts'
import { toolEventsOf } from '../tool-events.ts'
import { type Candidate, candidateOf } from './candidate.ts'

const MIN_STEPS = 2
const MAX_STEPS = 6
const MIN_TIMES = 2
const BASE = 0.7
const PER_TIME = 0.04
const MOST = 0.9
const STEP_CHARS = 160

interface Step {
  readonly shape: string
  readonly command: string
  readonly index: number
}

/** M-23. Sequences that were walked twice, and how a single command is run here. */
export function proceduresIn(messages: readonly Message[]): Candidate[] {
  return [...sequencesIn(messages), ...commandsIn(messages)]
}

/** Checks and the like with flags, folder or environment of their own, once they worked twice. */
function commandsIn(messages: readonly Message[]): Candidate[] {
  const steps = stepsIn(messages).map((step) => ({ ...step, shape: wayOf(step.shape) }))
  const byAim = new Map<string, readonly number[]>()
  for (const shape of new Set(steps.map((step) => step.shape))) {
    const runs = steps.flatMap((step, i) => (step.shape === shape ? [i] : []))
    const command = steps[runs[0] ?? 0]?.command ?? ''
    const kind = commandKind(command)
    if (shape === '' || runs.length < MIN_TIMES || !REPEATABLE.has(kind)) continue
    if (!OWN_WAY.test(command) || runs.length <= (byAim.get(kind)?.length ?? 0)) continue
    byAim.set(kind, runs)
  }
  return [...byAim.values()].flatMap((runs) => {
    const last = steps.slice(runs.at(-1), (runs.at(-1) ?? 0) + 1)
    const isSame = new Set(runs.map((run) => steps[run]?.command)).size === 1
    const told = last.map((step) => (isSame ? step : { ...step, command: wayOf(step.command) }))
    return asCandidate(messages, steps, runs, told) ?? []
  })
}

const ONE_TEST = /\.(?:test|spec)\.\w+$|::|_(?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/

/** Which test is run changes from time to time; how it is run does not. */
function wayOf(command: string): string {
  return command
    .split(' ')
    .map((word) => (ONE_TEST.test(word) ? '…' : word))
    .join(' ')
}

const REPEATABLE: ReadonlySet<string> = new Set(['test', 'build', 'deploy', 'migrate'])
/** What has to be known: a flag, a variable, a folder to go to first. */
const OWN_WAY = /\s--?[a-z][\w-]+|(?:^|\s)[A-Z][A-Z0-9_]+=\S|(?:^|&&\s?)cd\s+\S+\s?&&/

/** The longest repeated sequences first; a part of one already found is no second procedure. */
function sequencesIn(messages: readonly Message[]): Candidate[] {
  const steps = stepsIn(messages)
  const found: { shapes: string; runs: readonly number[]; length: number }[] = []
  for (let length = MAX_STEPS; length >= MIN_STEPS; length--) {
    for (const [shapes, runs] of repeatedRuns(steps, length)) {
      const known = found.some(({ shapes: longer }) => `\n${longer}\n`.includes(`\n${shapes}\n`))
      if (!known && isTelling(shapes)) found.push({ shapes, runs, length })
    }
  }
  return found.flatMap(({ runs, length }) => {
    const last = steps.slice(runs.at(-1), (runs.at(-1) ?? 0) + length)
    return asCandidate(messages, steps, runs, last) ?? []
  })
}

/** Successful commands, in order; routine ones in between are not steps, a failure ends the sequence. */
function stepsIn(messages: readonly Message[]): Step[] {
  return toolEventsOf(messages).flatMap(({ call, result, index }) => {
    if (call.command === null || result === null) return []
    if (outcomeOf(result) === 'failed') return [{ shape: '', command: '', index }]
    const shape = commandShape(call.command)
    return shape === '' ? [] : [{ shape, command: call.command, index }]
  })
}

/** Every run of `length` different shapes that occurs at least twice without overlapping itself. */
function repeatedRuns(steps: readonly Step[], length: number): Map<string, number[]> {
  const runs = new Map<string, number[]>()
  for (let i = 0; i + length <= steps.length; i++) {
    const shapes = steps.slice(i, i + length).map(({ shape }) => shape)
    if (shapes.includes('') || new Set(shapes).size < length) continue
    const key = shapes.join('\n')
    const starts = runs.get(key) ?? []
    if (starts.length === 0 || i >= (starts.at(-1) ?? 0) + length) runs.set(key, [...starts, i])
  }
  return new Map([...runs].filter(([, starts]) => starts.length >= MIN_TIMES))
}

/** Lint, then test, then lint again is how everybody works; it must lead somewhere. */
function isTelling(shapes: string): boolean {
  const kinds = shapes.split('\n').map(commandKind)
  const leads = kinds.some((kind) =>
    ['deploy', 'migrate', 'push', 'install', 'commit', 'other'].includes(kind),
  )
  return leads && kinds.some((kind) => kind !== 'commit' && kind !== 'push')
}

// biome-ignore format: a table reads best in columns
const PURPOSES: Readonly<Record<string, string>> = {
  deploy: 'Deploy', migrate: 'Change the database', push: 'Publish a change', commit: 'Commit a change',
  install: 'Change dependencies', test: 'Check', build: 'Build', lint: 'Check', other: 'Run',
}
const AIMS = [
  'deploy',
  'migrate',
  'push',
  'commit',
  'install',
  'build',
  'test',
  'lint',
  'other',
] as const

function asCandidate(
  messages: readonly Message[],
  steps: readonly Step[],
  runs: readonly number[],
  last: readonly Step[],
): Candidate | null {
  const from = messages[steps[runs[0] ?? 0]?.index ?? 0]
  const to = messages[last.at(-1)?.index ?? 0]
  if (from === undefined || to === undefined) return null
  const kinds = last.map(({ command }) => commandKind(command))
  const aim = AIMS.find((kind) => kinds.includes(kind)) ?? 'other'
  const tools = last.map(({ shape }) => shape.split(' ').slice(0, 2).join(' '))
  const title = `${PURPOSES[aim]}: ${tools.join(', then ')}`
  const commands = last.map(({ command }) => shortenLine(command, STEP_CHARS))
  return candidateOf({
    type: 'procedure',
    title,
    content: commands.map((command, i) => `${i + 1}. ${command}`).join('\n'),
    confidence: Math.min(BASE + PER_TIME * (runs.length - 1), MOST),
    reason: `these commands were run in this order ${runs.length} times and worked`,
    importance: 0.65,
    concepts: ['pattern'],
    origin: 'agent',
    procedure: {
      trigger: PURPOSES[aim]?.toLowerCase() ?? 'run',
      steps: commands,
      prerequisites: [],
      warnings: [],
    },
    from,
    to,
  })
}
