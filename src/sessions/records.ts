/**
 * F-01. JSON records with something like a role and something like content. Hosts that write such
 * records differ in a few names, which their `normalise` puts right; `generic` takes them as they are:
 * agents without a reader, exports, and layouts a host has left behind.
 */
import { contentBlocks, plainText } from './content.ts'
import { ownWords } from './injected.ts'
import { asArray, asMoment, asObject, asText, type JsonObject } from './json.ts'
import type { MessageRole, ToolResult } from './message.ts'
import { Harvest, type LineReader, type OpenCalls, withCalls, withoutCall } from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import { type RawCall, resultOrigin, toolCall } from './tools.ts'
import { derivedId, type Host, promptEventId } from './transcript.ts'

export interface RecordState {
  readonly sessionId: string
  readonly parentSessionId: string | null
  readonly cwd: string | null
  readonly model: string | null
  readonly calls: OpenCalls
}

/** Words hosts use for a role, also as the type of a record. */
const ROLE_WORDS: Readonly<Record<string, MessageRole>> = {
  user: 'user',
  human: 'user',
  'user.message': 'user',
  user_message: 'user',
  assistant: 'assistant',
  model: 'assistant',
  ai: 'assistant',
  agent: 'assistant',
  gemini: 'assistant',
  'assistant.message': 'assistant',
  agent_message: 'assistant',
  tool: 'tool',
  toolResult: 'tool',
  tool_result: 'tool',
  function: 'tool',
  function_result: 'tool',
}

const SESSION_ENDS = ['session_end', 'session.end', 'session_shutdown', 'session.shutdown']

/** A record in the common form, or the reason why it is left out. */
export type Normalised = JsonObject | { readonly leftOut: string }

export const generic = recordReader('generic', (record) => record)

export function recordReader(
  host: Host,
  normalise: (record: JsonObject) => Normalised,
): LineReader<RecordState> {
  return {
    host,
    begin: ({ sessionId, parentSessionId, cwd }) => ({
      sessionId,
      parentSessionId,
      cwd,
      model: null,
      calls: {},
    }),
    close: (state) => state,
    read(settings, known, written, place) {
      const record = normalise(written)
      if (isLeftOut(record)) {
        const harvest = new Harvest(settings, { host, at: null, branch: null, ...known })
        harvest.skip(record.leftOut)
        return harvest.reading(known, { name: record.leftOut })
      }
      const body = asObject(record.message) ?? asObject(record.data) ?? record
      const type = asText(record.type) ?? 'untyped'
      const isHeader = type === 'session' && asText(record.id) !== null
      const state: RecordState = {
        ...known,
        sessionId: (isHeader ? asText(record.id) : sessionOf(record)) ?? known.sessionId,
        cwd: asText(record.cwd) ?? known.cwd,
        model: asText(record.model) ?? asText(body.model) ?? known.model,
      }
      const { sessionId, parentSessionId, cwd, model } = state
      const at = momentOf(record) ?? momentOf(body)
      const base = { host, sessionId, parentSessionId, at, cwd, model }
      const harvest = new Harvest(settings, { ...base, branch: asText(record.gitBranch) })

      const source = { settings, harvest, state, record, body, at: at ?? place.offset }
      const role = roleOf(record, body)
      if (isHeader)
        harvest.session({ title: asText(record.title), version: asText(record.version) })
      else if (type === 'compaction') harvest.mark('compaction', asText(record.summary) ?? '')
      else if (SESSION_ENDS.includes(type)) harvest.mark('session-end')
      else if (role !== null) {
        const next = readMessage(source, role)
        return harvest.reading(next, { name: role, isMessage: true })
      } else readOther(source, type)
      return harvest.reading(state, { name: type })
    },
  }
}

function isLeftOut(record: Normalised): record is { readonly leftOut: string } {
  return typeof record.leftOut === 'string'
}

interface Source {
  readonly settings: ReadingSettings
  readonly harvest: Harvest
  readonly state: RecordState
  readonly record: JsonObject
  /** Where the role and the content are: the record itself, or what it wraps. */
  readonly body: JsonObject
  /** What tells two equal records apart: their time, or else their place. */
  readonly at: string | number
}

/** Without a role it may still be a call by itself. */
function readOther({ settings, harvest, record, at }: Source, type: string): void {
  const call = callOf(record)
  if (call === null) {
    harvest.skip(`unknown record: ${type}`)
    return
  }
  const made = toolCall(settings, call)
  const messageId = call.id || derivedId('call', made.input, at)
  const toolCalls = [{ ...made, id: messageId }]
  harvest.message({ messageId, role: 'tool', origin: 'agent', toolCalls })
}

function readMessage(source: Source, role: MessageRole): RecordState {
  const { settings, harvest, state, record, body } = source
  const content = contentOf(record, body)
  const blocks = contentBlocks(content)
  const words = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
  const id = idOf(record, body) ?? derivedId(role, words, source.at)
  let { calls: open } = state
  const answer = (ownId: string, result: ToolResult, name?: string) => {
    harvest.toolResult(ownId, result, { origin: resultOrigin(open[result.callId] ?? name) })
    open = withoutCall(open, result.callId)
  }
  if (role === 'tool') {
    const callId = asText(body.tool_call_id) ?? asText(body.toolCallId) ?? id
    const failed = body.is_error === true || body.isError === true
    answer(id, { callId, text: plainText(content), failed }, asText(body.name) ?? undefined)
    return { ...state, calls: open }
  }
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'aside') harvest.skip(`aside: ${block.name}`)
    if (block.kind !== 'result') continue
    const { callId, text, failed } = block
    answer(`${id}#${index}`, { callId, text, failed })
  }
  const calls = [
    ...blocks.flatMap((block) => (block.kind === 'call' ? [block.call] : [])),
    ...openAiCalls(body),
  ].map((call) => toolCall(settings, call))
  const own = role === 'user' ? ownWords(words) : { text: words, removed: [] }
  for (const name of own.removed) harvest.skip(`injected: ${name}`)
  const text = harvest.boundAndCount(own.text)
  if (text.trim() !== '' || calls.length > 0) {
    const origin = role === 'user' && state.parentSessionId === null ? 'user' : 'agent'
    const eventId = role === 'user' ? promptEventId(null, own.text) : id
    harvest.message({ messageId: id, eventId, role, origin, text, toolCalls: calls })
  }
  return { ...state, calls: withCalls(open, calls) }
}

function sessionOf(record: JsonObject): string | null {
  return asText(record.sessionId) ?? asText(record.session_id) ?? asText(record.conversation_id)
}

function idOf(record: JsonObject, body: JsonObject): string | null {
  return asText(record.id) ?? asText(record.uuid) ?? asText(body.id) ?? asText(body.messageId)
}

function roleOf(record: JsonObject, body: JsonObject): MessageRole | null {
  for (const word of [record.role, body.role, record.sender, record.type]) {
    if (typeof word === 'string' && Object.hasOwn(ROLE_WORDS, word)) return ROLE_WORDS[word] ?? null
  }
  return null
}

function contentOf(record: JsonObject, body: JsonObject): unknown {
  const named = body.content ?? body.parts ?? body.text ?? body.result ?? body.output
  return named ?? (typeof record.message === 'string' ? record.message : undefined)
}

function momentOf(record: JsonObject): string | null {
  const { timestamp, created_at: created, createdAt, ts, time, at, date } = record
  for (const value of [timestamp, created, createdAt, ts, time, at, date]) {
    const moment = asMoment(value)
    if (moment !== null) return moment
  }
  return null
}

/** A record that is a call by itself. */
function callOf(record: JsonObject): RawCall | null {
  if (record.type !== 'function_call' && record.type !== 'tool_call') return null
  const name = asText(record.name) ?? asText(asObject(record.function)?.name) ?? 'unnamed'
  const input = record.arguments ?? record.input
  return { id: asText(record.call_id) ?? asText(record.id) ?? '', name, input }
}

function openAiCalls(body: JsonObject): readonly RawCall[] {
  return asArray(body.tool_calls).map((value) => {
    const call = asObject(value) ?? {}
    const called = asObject(call.function)
    const name = asText(called?.name) ?? asText(call.name) ?? 'unnamed'
    return { id: asText(call.id) ?? '', name, input: called?.arguments ?? call.arguments }
  })
}
