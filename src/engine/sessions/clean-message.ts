/** F-09, G-10, K-09. Cleans a message for storage: no credentials, no injected context, no excluded content. */
import { resolve } from 'node:path'
import { withoutInjected } from '../../capture/echo.ts'
import { needsScrubbing, scrub } from '../../capture/scrub.ts'
import type { KnownValues } from '../../capture/secrets/known-values.ts'
import { isSecretPath, looksLikeEnvFile } from '../../capture/secrets/paths.ts'
import type { Message, ToolCall, ToolResult } from '../../sessions/message.ts'
import type { TranscriptMessage } from '../../sessions/transcript.ts'
import type { PathExclusion } from './exclusion.ts'

/** Placeholder for excluded content; also marks a call as excluded later. */
const WITHHELD = '[left out]'

/** The calls of a session and whether their results are excluded. A result may come much later. */
export interface KnownCalls {
  add(callId: string, isWithheld: boolean): void
  isWithheld(callId: string): boolean | Promise<boolean>
}

interface Cleaning {
  readonly exclusion: PathExclusion
  readonly calls: KnownCalls
  /** M-04. Values that the session has shown before. */
  readonly known: KnownValues
}

/** A transcript also gives the position of a message; a hook only the folder. */
type Cleanable = Omit<Message, 'seq'> &
  Pick<TranscriptMessage, 'cwd'> &
  Partial<Pick<TranscriptMessage, 'host' | 'branch' | 'model' | 'sessionId' | 'parentSessionId'>>

export async function cleanMessage<Given extends Cleanable>(
  rules: Cleaning,
  message: Given,
): Promise<Given> {
  const { text, toolCalls, toolResult } = message
  const calls: ToolCall[] = []
  for (const call of toolCalls) {
    const kept = await keptCall(rules.exclusion, call, message.cwd)
    rules.calls.add(call.id, isAnswerWithheld(kept))
    calls.push(kept)
  }
  const said = text.includes('<memory-context') ? withoutInjected(text) : text
  const cleaned = {
    ...message,
    text: said,
    toolCalls: calls,
    toolResult: toolResult && {
      ...toolResult,
      text: (await isResultWithheld(rules.calls, toolResult)) ? WITHHELD : toolResult.text,
    },
  }
  return scrubMessage(rules.known, cleaned)
}

/** Nothing of an excluded path is kept, and no content of a secret or ignored file. */
async function keptCall(
  exclusion: PathExclusion,
  call: ToolCall,
  cwd: string | null,
): Promise<ToolCall> {
  const { id, name, kind, command, filesRead, filesModified } = call
  const files = [...filesRead, ...filesModified]
  const named = command === null ? [] : pathsIn(command)
  const all = [...files, ...named]
  const place = (path: string) => (cwd === null ? path : resolve(cwd, path))
  if (all.some((path) => exclusion.isExcluded(place(path)))) {
    const nothing = { filesRead: [], filesModified: [], command: null, todos: null }
    return { id, name, kind, input: WITHHELD, ...nothing }
  }
  if (all.some(isSecretPath)) return { ...call, input: WITHHELD }
  for (const file of files) {
    if (await exclusion.isIgnored(file, cwd)) return { ...call, input: WITHHELD }
  }
  return call
}

/** Whether the answer to a call as it is stored is never read into memory. */
export function isAnswerWithheld(call: Pick<ToolCall, 'input' | 'name' | 'command'>): boolean {
  return call.input === WITHHELD || isOurOwn(call)
}

/** Words of a command that could name a file: `cat ~/.aws/credentials`. */
function pathsIn(command: string): string[] {
  return command.split(/[\s'"`;|&<>()=,]+/).filter((word) => /[./]/.test(word))
}

/** K-09. Results of our own tools are already in memory. */
function isOurOwn({ name, command }: Pick<ToolCall, 'name' | 'command'>): boolean {
  const isTool = /^(?:mcp__)?(?:plugin_)?mneme(?![a-z])/i.test(name)
  return isTool || /^\s*(?:npx\s+)?mneme\s/.test(command ?? '')
}

/** The first lines decide whether a closer look is needed. */
const ENV_LIKE = /^[ \t]*(?:export[ \t]+)?[A-Z][A-Z0-9_]+=/m
const GLANCE_CHARS = 2000

async function isResultWithheld(calls: KnownCalls, result: ToolResult): Promise<boolean> {
  if (await calls.isWithheld(result.callId)) return true
  return ENV_LIKE.test(result.text.slice(0, GLANCE_CHARS)) && looksLikeEnvFile(result.text)
}

/**
 * Scans the whole message at once; only one with a finding is scanned piece by piece. Pieces are on lines of
 * their own, so that none can hide what another contains.
 */
function scrubMessage<Given extends Cleanable>(known: KnownValues, message: Given): Given {
  if (!needsScrubbing(piecesOf(message).join('\n\n'), known)) return message
  const { sessionId, parentSessionId = null } = message
  // A session keeps its id, whatever its messages contain.
  const ids = sessionId === undefined ? {} : { sessionId, parentSessionId }
  return { ...scrub(message, known).fields, ...ids }
}

/** A host's ids are trusted; those in a foreign file may be anything. */
function piecesOf(message: Cleanable): string[] {
  const { text, toolResult, toolCalls, cwd, branch = null, model = null } = message
  const pieces = [text]
  if (message.host === 'generic') pieces.push(message.messageId, message.eventId)
  for (const part of [cwd, branch, model]) if (part !== null && !isPlain(part)) pieces.push(part)
  if (toolResult !== null) pieces.push(toolResult.text)
  for (const call of toolCalls) {
    pieces.push(call.name, call.input, ...call.filesRead, ...call.filesModified)
    if (call.command !== null) pieces.push(call.command)
    for (const todo of call.todos ?? []) pieces.push(todo.text)
  }
  return pieces
}

/** The usual form of folders, branches and models: short words without long numbers. */
function isPlain(text: string): boolean {
  return text.length <= 120 && !/[=@:?]|[A-Za-z0-9+_-]{20}/.test(text)
}
