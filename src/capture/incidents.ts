/**
 * M-23. One incident, one finding: a check failed, files were changed, the check passed. Told as symptom,
 * cause and fix; what was supposed on the way and given up belongs to nothing. A failure that never passed
 * again is a dead end and leaves no finding.
 */
import { isFromAgent, isFromUser, type Message } from '../sessions/message.ts'
import { shortenLine } from '../text/shorten.ts'
import { commandKind, commandShape, errorLine, outcomeOf } from './commands.ts'
import { proseSentences } from './prose.ts'
import { type ToolEvent, toolEventsOf } from './tool-events.ts'

export interface Incident {
  readonly title: string
  readonly content: string
  readonly cause: string | null
  readonly files: readonly string[]
  readonly failure: ToolEvent
  readonly pass: ToolEvent
}

/** Positions among the messages, both included. */
interface Stretch {
  readonly from: number
  readonly to: number
}

export function incidentsIn(messages: readonly Message[]): Incident[] {
  return runsOf(messages).flatMap(({ failure, pass, between }) => {
    const incident = pass && incidentOf(messages, failure, pass, between)
    return incident ? [incident] : []
  })
}

/** Where the agent was looking for a cause: until the check passed, or until the person spoke again. */
export function searchesIn(messages: readonly Message[]): Stretch[] {
  return runsOf(messages).map(({ failure, pass }) => {
    const spoken = messages.findIndex((message, i) => i > failure.answeredAt && isFromUser(message))
    const end = spoken === -1 ? messages.length - 1 : spoken - 1
    return { from: failure.index, to: pass?.answeredAt ?? end }
  })
}

interface Run {
  readonly failure: ToolEvent
  /** Null for a dead end. */
  readonly pass: ToolEvent | null
  readonly between: readonly ToolEvent[]
}

/** The first failure of a row tells what was wrong; later ones tell how it was tried. */
function runsOf(messages: readonly Message[]): Run[] {
  const events = toolEventsOf(messages)
  const open = new Map<string, number>()
  const runs: Run[] = []
  for (const [i, event] of events.entries()) {
    const check = checkOf(event)
    if (check === null) continue
    const failedAt = open.get(check.key)
    const failure = failedAt === undefined ? undefined : events[failedAt]
    if (check.outcome === 'failed') {
      if (failure === undefined) open.set(check.key, i)
      continue
    }
    if (failedAt === undefined || failure === undefined || !isSameSelection(failure, event))
      continue
    open.delete(check.key)
    runs.push({ failure, pass: event, between: events.slice(failedAt + 1, i) })
  }
  for (const i of open.values()) {
    const failure = events[i]
    if (failure) runs.push({ failure, pass: null, between: [] })
  }
  return runs
}

/** A test, build, lint or program run that came back, under what makes it the same check again. */
function checkOf(event: ToolEvent): { key: string; outcome: 'passed' | 'failed' } | null {
  const { command } = event.call
  if (command === null || event.result === null) return null
  const kind = commandKind(command)
  const shape = commandShape(command)
  if (shape === '') return null
  const outcome = outcomeOf(event.result)
  if (kind === 'test' || kind === 'build') return { key: kind, outcome }
  if (kind === 'lint') return { key: `lint ${shape.split(' ').slice(0, 2).join(' ')}`, outcome }
  return kind === 'other' || kind === 'migrate' ? { key: shape, outcome } : null
}

/** Other tests that pass prove nothing about those that failed. */
function isSameSelection(failure: ToolEvent, pass: ToolEvent): boolean {
  const failed = selectionOf(failure)
  const passed = selectionOf(pass)
  return failed.length === 0 || passed.length === 0 || failed.some((each) => passed.includes(each))
}

function selectionOf({ call }: ToolEvent): string[] {
  return (call.command ?? '')
    .split(/\s+/)
    .filter((word) => /^[\w@.-]{1,200}(?:\/[\w@.-]{1,200}){1,20}$|\.(?:test|spec)\.|::/.test(word))
}

const CAUSE =
  /\b(?:because|root cause|caused by|due to|the (?:problem|issue|bug|error|reason|cause) (?:is|was)|was (?:missing|using|returning|passing|calling|expecting)|forgot to|never (?:awaited|called|set|closed)|off[- ]by[- ]one|race condition|wrong\b)/i
/** "The cause: …", "Root cause — …": named as such, wherever between failure and pass it is said. */
const NAMED_CAUSE =
  /^[\s*_#>-]{0,6}(?:(?:so|and|found it|got it|okay|ok)[,.:!]? )?(?:the )?(?:(?:root|real|actual|underlying) )?(?:cause|culprit|reason)(?: of (?:it|this|the [\w ]{2,30}))?[\s*_]{0,4}(?::|—|–|\bis\b|\bwas\b)\s?[*_]{0,4}\s?\S/i
const GUESS =
  /\b(?:might|maybe|perhaps|let me|i['’]ll|could be|not sure|probably|i think|possibly)\b/i
const ERROR_CHARS = 180
const CAUSE_CHARS = 240
const COMMAND_CHARS = 100

function incidentOf(
  messages: readonly Message[],
  failure: ToolEvent,
  pass: ToolEvent,
  between: readonly ToolEvent[],
): Incident | null {
  const files = distinctFiles(between.flatMap(({ call }) => call.filesModified))
  const error = errorLine(failure.result?.text ?? '', ERROR_CHARS)
  if (files.length === 0 || error === null) return null
  const cause =
    causeIn(messages.slice(failure.index, pass.answeredAt + 2)) ??
    explanationIn(messages, failure, between)
  const failed = shortenLine(failure.call.command ?? '', COMMAND_CHARS)
  const passed = shortenLine(pass.call.command ?? '', COMMAND_CHARS)
  const names = [...new Set(files.map((file) => shownName(file, files)))].join(', ')
  const lines = [
    `Symptom: \`${failed}\` failed with: ${error}`,
    ...(cause === null ? [] : [`Cause: ${cause}`]),
    `Fix: changed ${names}; \`${passed}\` then passed.`,
  ]
  return { title: `Fixed: ${error}`, content: lines.join('\n'), cause, files, failure, pass }
}

/** One file, though it was written with its folder once and from the root once. */
function distinctFiles(files: readonly string[]): string[] {
  const distinct: string[] = []
  for (const file of files) {
    if (!distinct.some((other) => isSameFile(file, other))) distinct.push(file)
  }
  return distinct
}

function isSameFile(a: string, b: string): boolean {
  const [short = '', long = ''] = [a, b]
    .map((file) => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''))
    .sort((one, other) => one.length - other.length)
  // A bare name may be any file of that name.
  return short === long || (short.includes('/') && long.endsWith(`/${short.replace(/^\//, '')}`))
}

function shownName(file: string, files: readonly string[]): string {
  const parts = file.split(/[\\/]/)
  const name = parts.at(-1) ?? file
  const isShared = files.some((other) => other !== file && other.split(/[\\/]/).at(-1) === name)
  return isShared ? parts.slice(-2).join('/') : name
}

/** What the agent named as the cause, or the last plain sentence in which it says why: those before were given up. */
function causeIn(messages: readonly Message[]): string | null {
  const stated = messages
    .filter(isFromAgent)
    .flatMap((message) => proseSentences(message.text, 'agent'))
    .filter(({ masked, mood }) => mood === 'statement' && !GUESS.test(masked))
  const last =
    stated.findLast(({ masked }) => NAMED_CAUSE.test(masked)) ??
    stated.findLast(({ masked }) => CAUSE.test(masked))
  return last === undefined ? null : stripMarkup(last.text)
}

/** Words that report or announce; an explanation is about the code. */
const ABOUT_WORK =
  /\b(?:i|we|you|let['’]?s)\b|^(?:now|next|first|perfect|great|good|excellent|done|ok|okay|all)\b/i
const EXPLANATION_SENTENCES = 2

/** Without a word for causes: what the agent said of the failure before the change that made it pass. */
function explanationIn(
  messages: readonly Message[],
  failure: ToolEvent,
  between: readonly ToolEvent[],
): string | null {
  const change = between.findLastIndex(({ call }) => call.filesModified.length > 0)
  const failed = between.slice(0, change).findLast((event) => checkOf(event)?.outcome === 'failed')
  const from = (failed ?? failure).answeredAt
  const sentences = messages
    .slice(from, (between[change]?.index ?? from) + 1)
    .filter(isFromAgent)
    .flatMap((message) => proseSentences(message.text, 'agent'))
    .filter(({ masked, mood }) => mood === 'statement' && !ABOUT_WORK.test(masked))
    .filter(({ masked }) => !GUESS.test(masked) && /[.!]\s{0,4}$/.test(masked))
  const text = sentences.slice(-EXPLANATION_SENTENCES).map((sentence) => sentence.text)
  return text.length === 0 ? null : stripMarkup(text.join(' '))
}

function stripMarkup(text: string): string {
  return shortenLine(text.replace(/\*\*|__/g, '').replace(/^[\s\-*•>#]+/, ''), CAUSE_CHARS)
}
