/**
 * F-01. Rollouts of Codex.
 *
 * The same words are there twice or more: as items sent to the model (`response_item`) and as
 * events for the screen (`event_msg`). The items are complete in every version, so they are read
 * and the events are not.
 */
import { contentBlocks, plainText } from './content.ts'
import { ownWords } from './injected.ts'
import { asMoment, asObject, asText, type JsonObject, parsedJson } from './json.ts'
import {
  type FilePosition,
  Harvest,
  type LineReader,
  type OpenCalls,
  type Reading,
  withCalls,
  withoutCall,
} from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import { type RawCall, resultOrigin, toolCall } from './tools.ts'
import { derivedId, promptEventId } from './transcript.ts'

export interface CodexState {
  /** The thread, the session hooks know it by, and the thread that started it. */
  readonly threadId: string
  readonly parentSessionId: string | null
  readonly forkedFrom: string | null
  readonly hasMeta: boolean
  readonly cwd: string | null
  readonly branch: string | null
  readonly model: string | null
  readonly turnId: string | null
  readonly promptTurnId: string | null
  readonly calls: OpenCalls
}

export const codex: LineReader<CodexState> = {
  host: 'codex',
  begin: ({ sessionId, parentSessionId, cwd }) => ({
    threadId: sessionId,
    parentSessionId,
    forkedFrom: null,
    hasMeta: false,
    cwd,
    branch: null,
    model: null,
    turnId: null,
    promptTurnId: null,
    calls: {},
  }),
  close: (state) => state,
  read(settings, state, record, place) {
    const type = asText(record.type) ?? 'untyped'
    const payload = asObject(record.payload)
    if (payload === null) return readBare({ settings, state, record, place })
    if (type === 'session_meta') return readMeta(settings, state, record, payload)
    if (type === 'turn_context') return readTurn(settings, state, record, payload)
    const next = { ...state, turnId: turnOf(payload) ?? state.turnId }
    const harvest = harvestFor(settings, next, record)
    if (type === 'response_item' && isCopied(next)) {
      harvest.skip('copied from the session this was forked off')
      return harvest.reading(next, { name: type })
    }
    if (type === 'response_item')
      return readItem({ settings, harvest, state: next, place }, payload)
    if (type === 'event_msg') return readEvent(harvest, next, payload)
    if (type === 'compacted') harvest.mark('compaction', asText(payload.message) ?? '')
    else harvest.skip(`${BOOKKEEPING.has(type) ? 'bookkeeping' : 'unknown record'}: ${type}`)
    return harvest.reading(next, { name: type })
  },
}

const BARE_ITEMS = [
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
]

/** The oldest rollouts have no envelope: a first line about the session, then the items as such. */
function readBare(at: {
  readonly settings: ReadingSettings
  readonly state: CodexState
  readonly record: JsonObject
  readonly place: FilePosition
}): Reading<CodexState> {
  const { settings, state, record, place } = at
  const type = asText(record.type) ?? 'untyped'
  const isFirst = type === 'untyped' && asText(record.id) !== null && !state.hasMeta
  if (isFirst) return readMeta(settings, state, record, record)
  const harvest = harvestFor(settings, state, record)
  if (BARE_ITEMS.includes(type)) return readItem({ settings, harvest, state, place }, record)
  const isState = record.record_type !== undefined
  harvest.skip(isState ? 'bookkeeping: state' : `unknown record: ${type}`)
  return harvest.reading(state, { name: type })
}

const BOOKKEEPING = new Set([
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
])

function harvestFor(settings: ReadingSettings, state: CodexState, record: JsonObject): Harvest {
  return new Harvest(settings, {
    host: 'codex',
    sessionId: state.threadId,
    parentSessionId: state.parentSessionId,
    at: asMoment(record.timestamp),
    cwd: state.cwd,
    branch: state.branch,
    model: state.model,
  })
}

/** A fork begins with its own line and then repeats the one it was forked off: the first counts. */
function readMeta(
  settings: ReadingSettings,
  state: CodexState,
  record: JsonObject,
  meta: JsonObject,
): Reading<CodexState> {
  const threadId = asText(meta.id) ?? state.threadId
  if (state.hasMeta && threadId !== state.threadId) {
    const harvest = harvestFor(settings, state, record)
    harvest.skip('copied from the session this was forked off')
    return harvest.reading(state, { name: 'session_meta' })
  }
  const spawned = asObject(asObject(asObject(meta.source)?.subagent)?.thread_spawn)
  const parent = asText(meta.parent_thread_id) ?? asText(spawned?.parent_thread_id)
  const session = asText(meta.session_id)
  const next: CodexState = {
    ...state,
    hasMeta: true,
    threadId,
    parentSessionId: parent === null ? null : session !== threadId ? (session ?? parent) : parent,
    forkedFrom: asText(meta.forked_from_id),
    cwd: asText(meta.cwd) ?? state.cwd,
    branch: asText(asObject(meta.git)?.branch) ?? state.branch,
  }
  const harvest = harvestFor(settings, next, record)
  harvest.session({
    startedAt: asMoment(meta.timestamp) ?? asMoment(record.timestamp),
    version: asText(meta.cli_version),
    headless: meta.source === 'exec' || meta.originator === 'codex_exec',
  })
  return harvest.reading(next, { name: 'session_meta' })
}

function readTurn(
  settings: ReadingSettings,
  state: CodexState,
  record: JsonObject,
  turn: JsonObject,
): Reading<CodexState> {
  const next = {
    ...state,
    cwd: asText(turn.cwd) ?? state.cwd,
    model: asText(turn.model) ?? state.model,
    turnId: asText(turn.turn_id) ?? state.turnId,
  }
  const harvest = harvestFor(settings, next, record)
  harvest.session()
  return harvest.reading(next, { name: 'turn_context' })
}

function turnOf(payload: JsonObject): string | null {
  const passed = asObject(payload.internal_chat_message_metadata_passthrough)
  return asText(passed?.turn_id) ?? asText(payload.turn_id)
}

const TIMED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/

/** Thread and turn ids begin with their time, so a turn older than its thread came with the fork. */
function isCopied({ forkedFrom, turnId, threadId }: CodexState): boolean {
  if (forkedFrom === null || turnId === null) return false
  return TIMED_ID.test(turnId) && TIMED_ID.test(threadId) && turnId < threadId
}

interface Source {
  readonly settings: ReadingSettings
  readonly harvest: Harvest
  readonly state: CodexState
  readonly place: FilePosition
}

const CALLS = [
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
  'tool_call',
]
const OUTPUTS = ['function_call_output', 'custom_tool_call_output', 'tool_result']

function readItem(source: Source, item: JsonObject): Reading<CodexState> {
  const { settings, harvest, state } = source
  const type = asText(item.type) ?? 'untyped'
  if (type === 'message') return readMessage(source, item)
  if (CALLS.includes(type)) {
    const call = toolCall(settings, rawCall(type, item, source.place))
    harvest.message({
      messageId: asText(item.id) ?? `call~${call.id}`,
      eventId: call.id,
      role: 'tool',
      origin: 'agent',
      toolCalls: [call],
    })
    return harvest.reading({ ...state, calls: withCalls(state.calls, [call]) }, { name: type })
  }
  if (OUTPUTS.includes(type)) {
    const callId = asText(item.call_id) ?? `line ${source.place.line}`
    const { text, failed } = outputOf(item)
    const origin = resultOrigin(state.calls[callId])
    const messageId = asText(item.id) ?? `result~${callId}`
    harvest.toolResult(messageId, { callId, text, failed }, { origin })
    return harvest.reading({ ...state, calls: withoutCall(state.calls, callId) }, { name: type })
  }
  if (type === 'compaction') harvest.mark('compaction')
  else harvest.skip(`item: ${type}`)
  return harvest.reading(state, { name: type })
}

function readMessage(source: Source, item: JsonObject): Reading<CodexState> {
  const { harvest, state, place } = source
  const role = asText(item.role) ?? 'no role'
  const name = `message/${role}`
  if (role !== 'user' && role !== 'assistant') {
    harvest.skip(`injected: ${name}`)
    return harvest.reading(state, { name })
  }
  const texts: string[] = []
  for (const block of contentBlocks(item.content)) {
    if (block.kind === 'text') texts.push(block.text)
    else harvest.skip(`aside: ${block.kind === 'aside' ? block.name : block.kind}`)
  }
  const own = role === 'user' ? userWords(item, texts) : { text: texts.join('\n\n'), removed: [] }
  for (const reason of own.removed) harvest.skip(`injected: ${reason}`)
  const text = harvest.boundAndCount(own.text)
  if (text.trim() === '') return harvest.reading(state, { name })
  const given = asText(item.id)
  const messageId = given ?? derivedId(role, own.text, harvest.at ?? place.offset)
  if (role === 'assistant') {
    harvest.message({ messageId, role, origin: 'agent', text })
    return harvest.reading(state, { name })
  }
  const isFirst = state.turnId !== null && state.turnId !== state.promptTurnId
  harvest.message({
    messageId,
    eventId: isFirst || state.turnId === null ? promptEventId(state.turnId, own.text) : messageId,
    role,
    origin: state.parentSessionId === null ? 'user' : 'agent',
    text,
  })
  return harvest.reading({ ...state, promptTurnId: state.turnId }, { name })
}

/** Newer versions say of each part whether the user wrote it; older ones leave it to its wrapper. */
function userWords(item: JsonObject, texts: readonly string[]) {
  const passed = asObject(item.internal_chat_message_metadata_passthrough)
  const kinds = Array.isArray(passed?.content_item_kinds) ? passed.content_item_kinds : []
  const removed: string[] = []
  const kept: string[] = []
  for (const [index, text] of texts.entries()) {
    const kind = kinds[index]
    if (typeof kind === 'string' && kind !== 'unknown' && !kind.startsWith('user.')) {
      removed.push(kind)
      continue
    }
    const own = ownWords(text)
    removed.push(...own.removed)
    if (own.text !== '') kept.push(own.text)
  }
  return { text: kept.join('\n\n'), removed }
}

function rawCall(type: string, item: JsonObject, place: FilePosition): RawCall {
  const called = asObject(item.function)
  const name = asText(item.name) ?? asText(called?.name) ?? type
  const input = item.arguments ?? item.input ?? item.action
  const id = asText(item.call_id) ?? asText(item.id) ?? `line ${place.line}`
  return { id, name, input }
}

const EXIT_CODE = /^(?:Process exited with code|Exit code:?) (-?\d+)/m

/** The answer is as text, as JSON with an exit code, or as blocks, depending on the version. */
function outputOf(item: JsonObject): { text: string; failed: boolean } {
  const output = item.output ?? item.result
  const inner = typeof output === 'string' ? asObject(parsedJson(output)) : asObject(output)
  const text = inner === null ? plainText(output) : plainText(inner)
  const code = asObject(inner?.metadata)?.exit_code ?? inner?.exitCode ?? EXIT_CODE.exec(text)?.[1]
  const failed = inner?.success === false || (code !== undefined && Number(code) !== 0)
  return { text, failed }
}

function readEvent(harvest: Harvest, state: CodexState, event: JsonObject): Reading<CodexState> {
  const type = asText(event.type) ?? 'untyped'
  if (type === 'task_complete' || type === 'turn_complete') harvest.mark('turn-end')
  else if (type === 'turn_aborted') harvest.mark('interrupted', asText(event.reason) ?? '')
  else if (type === 'thread_name_updated') {
    harvest.session({ title: asText(event.thread_name) ?? asText(event.name) })
  } else harvest.skip(`bookkeeping: event_msg/${type}`)
  return harvest.reading(state, { name: type })
}
