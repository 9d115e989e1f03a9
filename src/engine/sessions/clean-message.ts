/** F-09, G-10, K-09. A message as it may be stored: no credential, nothing of ours, nothing withheld. */
import { resolve } from 'node:path'
import { withoutInjected } from '../../capture/echo.ts'
import { needsScrubbing, scrub } from '../../capture/scrub.ts'
import { isSecretPath, looksLikeEnvFile } from '../../capture/secrets/paths.ts'
import type { Message, ToolCall, ToolResult } from '../../sessions/message.ts'
import type { TranscriptMessage } from '../../sessions/transcript.ts'
import type { PathExclusion } from './exclusion.ts'

/** In the place of what is never read into memory; also how a call is known later to be such a one. */
const WITHHELD = '[left out]'

/** The calls of a session and whether their answers are withheld. An answer may come much later. */
export interface KnownCalls {
  add(callId: string, isWithheld: boolean): void
  isWithheld(callId: string): boolean | Promise<boolean>
}

interface Cleaning {
  readonly exclusion: PathExclusion
  readonly calls: KnownCalls
}

/** A transcript also says where a message was read; a hook only in which folder it happened. */
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
  return scrubMessage(cleaned)
}

/** Of an excluded path nothing is kept; of a file of secrets or an ignored one, nothing it holds. */
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

/** K-09. What our own tools answered is what is remembered already. */
function isOurOwn({ name, command }: Pick<ToolCall, 'name' | 'command'>): boolean {
  const isTool = /^(?:mcp__)?(?:plugin_)?mneme(?![a-z])/i.test(name)
  return isTool || /^\s*(?:npx\s+)?mneme\s/.test(command ?? '')
}

/** The first lines are enough to see whether it is worth a closer look. */
const ENV_LIKE = /^[ \t]*(?:export[ \t]+)?[A-Z][A-Z0-9_]+=/m
const GLANCE_CHARS = 2000

async function isResultWithheld(calls: KnownCalls, result: ToolResult): Promise<boolean> {
  if (await calls.isWithheld(result.callId)) return true
  return ENV_LIKE.test(result.text.slice(0, GLANCE_CHARS)) && looksLikeEnvFile(result.text)
}

/**
 * One look at all of a message; only one with a finding is looked at piece by piece. Pieces stand
 * on lines of their own, so none can hide what another holds.
 */
function scrubMessage<Given extends Cleanable>(message: Given): Given {
  if (!needsScrubbing(piecesOf(message).join('\n\n'))) return message
  const { sessionId, parentSessionId = null } = message
  // A session keeps its id, whatever one of its messages holds.
  const ids = sessionId === undefined ? {} : { sessionId, parentSessionId }
  return { ...scrub(message).fields, ...ids }
}

/** Ids of a host are its own; those of a stranger's file may be anything. */
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

/** Folders, branches and models as they mostly are: short words without digits in a row. */
function isPlain(text: string): boolean {
  return text.length <= 120 && !/[=@:?]|[A-Za-z0-9+_-]{20}/.test(text)
}
