/**
 * G-04. What a tool call is worth telling: routine gives nothing, an edit, a commit, a failure or a
 * new dependency becomes an observation with title, kind, weight and labels.
 */

import * as z from 'zod'
import type { Concept } from '../memory/memory.ts'
import type { ToolCall } from '../sessions/message.ts'
import { jaccard } from '../text/jaccard.ts'
import { shortenLine } from '../text/shorten.ts'
import { tokensOf } from '../text/tokens.ts'
import { commandKind, commandShape, commitMessage, errorLine, outcomeOf } from './commands.ts'
import { tagsOfPaths, tagsOfText } from './tags.ts'
import type { ToolEvent } from './tool-events.ts'

export const ObservationSettings = z.object({
  titleChars: z.int().positive().default(80).describe('Longest title of an observation'),
  contentChars: z.int().positive().default(600).describe('Longest text of an observation'),
  renameSimilarity: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('An edit that keeps this share of its words only moves or renames'),
})
export type ObservationSettings = z.infer<typeof ObservationSettings>

type ObservationType = 'bugfix' | 'feature' | 'refactor' | 'change' | 'discovery' | 'decision'

export interface Observation {
  readonly type: ObservationType
  readonly title: string
  readonly subtitle: string
  readonly content: string
  readonly importance: number
  readonly concepts: readonly Concept[]
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  readonly tags: readonly string[]
  /** K-11. Whose words the content is made of. */
  readonly origin: 'agent' | 'tool-output' | 'web'
}

/** How much each kind matters before its content is looked at, and what it teaches. */
// biome-ignore format: a table reads best in columns
const KINDS: { readonly [Type in ObservationType]: { importance: number; concepts: readonly Concept[] } } = {
  decision:  { importance: 0.8, concepts: ['why-it-exists', 'trade-off'] },
  bugfix:    { importance: 0.7, concepts: ['problem-solution'] },
  discovery: { importance: 0.6, concepts: ['how-it-works'] },
  feature:   { importance: 0.6, concepts: ['what-changed'] },
  refactor:  { importance: 0.4, concepts: ['what-changed', 'pattern'] },
  change:    { importance: 0.4, concepts: ['what-changed'] },
}

type Draft = Pick<Observation, 'type' | 'title' | 'subtitle' | 'content'> &
  Partial<Pick<Observation, 'origin' | 'importance' | 'concepts'>>

/** `recent` are the calls before this one, oldest first: an edit after a failure is a fix. */
export function observationOf(
  settings: ObservationSettings,
  event: ToolEvent,
  recent: readonly ToolEvent[],
): Observation | null {
  const draft = draftOf(settings, event, recent)
  if (draft === null) return null
  const { call } = event
  const kind = KINDS[draft.type]
  const text = `${draft.title} ${draft.content}`
  return {
    type: draft.type,
    title: shortenLine(draft.title, settings.titleChars),
    subtitle: shortenLine(draft.subtitle, settings.titleChars),
    content: shortenLine(draft.content, settings.contentChars),
    importance: draft.importance ?? kind.importance,
    concepts: draft.concepts ?? kind.concepts,
    filesRead: call.filesRead,
    filesModified: call.filesModified,
    tags: [...new Set([...tagsOfPaths(call.filesModified), ...tagsOfText(text)])].slice(
      0,
      MAX_TAGS,
    ),
    origin: draft.origin ?? 'agent',
  }
}

const MAX_TAGS = 6

function draftOf(
  settings: ObservationSettings,
  event: ToolEvent,
  recent: readonly ToolEvent[],
): Draft | null {
  switch (event.call.kind) {
    case 'modify':
      return event.result?.failed ? null : editDraft(settings, event, recent)
    case 'command':
      return commandDraft(event, recent)
    case 'web':
      return webDraft(event)
    case 'agent':
      return agentDraft(event)
    default:
      return null // reading, searching, listing and planning are routine
  }
}

/** Files whose change is a change of set-up and not of what the program does. */
const SETUP_FILE =
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[^/]*\.json|Cargo\.(?:toml|lock)|pyproject\.toml|requirements[^/]*\.txt|go\.(?:mod|sum)|Dockerfile[^/]*|docker-compose[^/]*|Makefile|\.[\w.-]+rc(?:\.\w+)?|\.env[^/]*|[^/]+\.(?:ya?ml|toml|ini|cfg|conf|lock))$/
const DEFINITION =
  /\b(?:export\s+)?(?:async\s+)?(?:function|class|def|fn|func|interface|struct|trait|enum|type|const)\s+([A-Za-z_]\w+)/g

function editDraft(
  settings: ObservationSettings,
  event: ToolEvent,
  recent: readonly ToolEvent[],
): Draft | null {
  const { call } = event
  if (call.filesModified.length === 0) return null
  const { before, after } = editedText(call)
  const files = call.filesModified.map(fileName).join(', ')
  const added = definitionsIn(after).filter((name) => !definitionsIn(before).includes(name))
  const failure = unresolvedFailure(recent)
  const type = editType(settings, { call, before, after, added, afterFailure: failure !== null })
  const what = added.length > 0 ? `${added.slice(0, 3).join(', ')} in ${files}` : files
  const cause = failure === null ? null : errorLine(failure.result?.text ?? '', 160)
  return {
    type,
    title: `${VERBS[type]} ${what}`,
    subtitle: call.filesModified[0] ?? '',
    content: [
      `${VERBS[type]} ${what}.`,
      cause === null || type !== 'bugfix' ? '' : `After: ${cause}`,
      after === '' ? '' : `Now: ${shortenLine(after, 240)}`,
    ]
      .filter((line) => line !== '')
      .join(' '),
  }
}

// biome-ignore format: a table reads best in columns
const VERBS: { readonly [Type in ObservationType]: string } = {
  bugfix: 'Fixed', feature: 'Added', refactor: 'Reworked', change: 'Changed', discovery: 'Looked into', decision: 'Decided in',
}

function editType(
  settings: ObservationSettings,
  edit: {
    readonly call: ToolCall
    readonly before: string
    readonly after: string
    readonly added: readonly string[]
    readonly afterFailure: boolean
  },
): ObservationType {
  if (edit.call.filesModified.every((file) => SETUP_FILE.test(file))) return 'change'
  if (edit.afterFailure || /\b(?:fix(?:es|ed)?|bug|regression|workaround)\b/i.test(edit.after)) {
    return 'bugfix'
  }
  const isNewFile = edit.before === '' && edit.after !== ''
  if (isNewFile || edit.added.length > 0) return 'feature'
  const kept = jaccard(tokensOf(edit.before), tokensOf(edit.after))
  return kept >= settings.renameSimilarity ? 'refactor' : 'change'
}

function commandDraft(event: ToolEvent, recent: readonly ToolEvent[]): Draft | null {
  const { call, result } = event
  const command = call.command ?? ''
  if (command === '' || result === null) return null
  const kind = commandKind(command)
  if (kind === 'routine') return null
  const short = shortenLine(command, 120)
  if (outcomeOf(result) === 'failed') {
    const error = errorLine(result.text, 200)
    if (error === null) return null
    return {
      type: 'discovery',
      title: `${firstWords(command)} fails: ${error}`,
      subtitle: short,
      content: `\`${short}\` fails with: ${error}`,
      importance: 0.45,
      concepts: ['gotcha'],
      origin: 'tool-output',
    }
  }
  if (kind === 'commit') return commitDraft(command, short)
  if (kind === 'test' || kind === 'build' || kind === 'lint') return passDraft(event, recent, short)
  if (kind === 'install' || kind === 'deploy' || kind === 'migrate') {
    const verb = { install: 'Dependencies', deploy: 'Deployed', migrate: 'Migrated' }[kind]
    return {
      type: 'change',
      title: `${verb}: ${short}`,
      subtitle: short,
      content: `Ran \`${short}\`.`,
    }
  }
  return null
}

/** Conventional prefixes first, then the words themselves. */
// biome-ignore format: a table reads best in columns
const COMMIT_TYPES: readonly { readonly type: ObservationType; readonly cue: RegExp }[] = [
  { type: 'decision', cue: /\b(?:switch(?:ed)? (?:from|to)|migrate(?:d)? (?:from|to)|replace\w* .+ (?:with|by)|adopt\w*|drop\w* support|instead of)\b/i },
  { type: 'bugfix',   cue: /^(?:fix|bugfix|hotfix)\b|\b(?:fix(?:es|ed)?|bug|crash|regression)\b/i },
  { type: 'feature',  cue: /^feat\b|^(?:add|implement|introduce|support)\w*\b/i },
  { type: 'refactor', cue: /^(?:refactor|perf|style)\b|\b(?:refactor\w*|rename\w*|clean ?up|simplif\w+|extract\w*|move[sd]?)\b/i },
]

function commitDraft(command: string, short: string): Draft | null {
  const message = commitMessage(command)
  if (message === null) return null
  const type = COMMIT_TYPES.find(({ cue }) => cue.test(message))?.type ?? 'change'
  return { type, title: message, subtitle: short, content: `Committed: ${message}` }
}

/** A green run tells something only when it was red before. */
function passDraft(event: ToolEvent, recent: readonly ToolEvent[], short: string): Draft | null {
  const shape = commandKind(event.call.command ?? '')
  const failure = unresolvedFailure(recent)
  if (failure === null || commandKind(failure.call.command ?? '') !== shape) return null
  const since = recent.slice(recent.indexOf(failure) + 1)
  const files = [...new Set(since.flatMap(({ call }) => call.filesModified.map(fileName)))]
  if (files.length === 0) return null
  const error = errorLine(failure.result?.text ?? '', 160)
  return {
    type: 'bugfix',
    title: error === null ? `${firstWords(short)} passes again` : `Fixed: ${error}`,
    subtitle: files.join(', '),
    content: `\`${short}\` passes after changing ${files.join(', ')}.${error === null ? '' : ` It had failed with: ${error}`}`,
    importance: 0.75,
  }
}

function webDraft(event: ToolEvent): Draft | null {
  if (event.result === null || event.result.failed) return null
  const fields = inputFields(event.call)
  const asked = fields.query ?? fields.prompt ?? fields.url
  if (asked === undefined) return null
  const where = fields.url === undefined ? '' : ` (${fields.url})`
  return {
    type: 'discovery',
    title: `Looked up: ${asked}`,
    subtitle: fields.url ?? '',
    content: `Looked up: ${asked}${where}`,
    importance: 0.35,
    origin: 'web',
  }
}

function agentDraft(event: ToolEvent): Draft | null {
  if (event.result === null || event.result.failed || event.result.text.length < 80) return null
  const fields = inputFields(event.call)
  const asked = fields.description ?? fields.prompt ?? event.call.name
  return {
    type: 'discovery',
    title: `Found out: ${asked}`,
    subtitle: '',
    content: event.result.text,
    importance: 0.45,
    origin: 'tool-output',
  }
}

/** The last failed test, build or lint that no later run of its kind has cleared. */
function unresolvedFailure(recent: readonly ToolEvent[]): ToolEvent | null {
  for (let i = recent.length - 1; i >= 0; i--) {
    const event = recent[i]
    if (event?.call.command == null || event.result === null) continue
    const kind = commandKind(event.call.command)
    if (kind !== 'test' && kind !== 'build' && kind !== 'lint') continue
    return outcomeOf(event.result) === 'failed' ? event : null
  }
  return null
}

/** The texts an edit replaces and puts in, as far as the short input still shows them. */
function editedText(call: ToolCall): { before: string; after: string } {
  const fields = inputFields(call)
  const before = fields.old_string ?? fields.old_str ?? fields.oldString ?? ''
  const after =
    fields.new_string ?? fields.new_str ?? fields.newString ?? fields.content ?? fields.file_text
  return { before, after: after ?? '' }
}

/** The string fields of a call's input; a cut or foreign input has none. */
function inputFields(call: ToolCall): Readonly<Record<string, string | undefined>> {
  try {
    const parsed: unknown = JSON.parse(call.input)
    if (typeof parsed !== 'object' || parsed === null) return {}
    const texts = Object.entries(parsed).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts)
  } catch {
    return {} // cut off by the reader, which bounds every input
  }
}

function definitionsIn(code: string): string[] {
  return [...code.matchAll(DEFINITION)].map((match) => match[1] ?? '')
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

function firstWords(command: string): string {
  return (commandShape(command) || command).split(/\s+/).slice(0, 3).join(' ')
}
