/**
 * F-01. Messages of OpenCode, whichever way they are stored: as a message with parts (the SQLite
 * tables `message` and `part`, and the JSON files before them) or as one row with its content
 * (`session_message`).
 */
import type { Harvested } from './assembly.ts'
import { plainText } from './content.ts'
import { ownWords } from './injected.ts'
import { asArray, asMoment, asObject, asText, type JsonObject } from './json.ts'
import type { ToolCall } from './message.ts'
import { Harvest } from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import { resultOrigin, toolCall } from './tools.ts'
import { type Host, promptEventId, type SessionInfo } from './transcript.ts'

/** A row of the session table, or the JSON file of the same shape. */
export function openCodeSession(host: Host, id: string, row: JsonObject): SessionInfo {
  const time = asObject(row.time) ?? {}
  return {
    host,
    sessionId: id,
    parentSessionId: asText(row.parent_id) ?? asText(row.parentID),
    cwd: asText(row.directory),
    branch: null,
    startedAt: asMoment(row.time_created ?? time.created),
    lastAt: asMoment(row.time_updated ?? time.updated),
    title: asText(row.title),
    model: null,
    version: asText(row.version),
    headless: null,
  }
}

export interface OpenCodeMessage {
  readonly id: string
  /** The message as stored: with `role`, or with `type` in the newer table. */
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
  readonly createdMs: unknown
}

export function openCodeMessage(
  settings: ReadingSettings,
  session: SessionInfo,
  message: OpenCodeMessage,
): Harvest {
  const { info } = message
  const time = asObject(info.time)?.created ?? message.createdMs
  const harvest = new Harvest(settings, {
    host: session.host,
    sessionId: session.sessionId,
    parentSessionId: session.parentSessionId,
    at: asMoment(time),
    cwd: asText(asObject(info.path)?.cwd) ?? session.cwd,
    branch: null,
    model: modelOf(info),
  })
  const kind = asText(info.role) ?? asText(info.type) ?? 'untyped'
  if (kind === 'user') readUser(harvest, session, message)
  else if (kind === 'assistant') readAssistant(settings, harvest, message)
  else if (kind === 'shell') readShell(harvest, message)
  else if (kind === 'compaction') harvest.mark('compaction', asText(info.summary) ?? '')
  else if (INJECTED.includes(kind)) harvest.skip(`injected: ${kind}`)
  else if (SWITCHES.includes(kind)) harvest.skip(`bookkeeping: ${kind}`)
  else harvest.skip(`unknown record: ${kind}`)
  if (harvest.pieces.length + harvest.marks.length + harvest.skipped.length === 0) {
    harvest.skip(`nothing in it: ${kind}`)
  }
  return harvest
}

const INJECTED = ['synthetic', 'system', 'skill']
const SWITCHES = ['agent-switched', 'model-switched', 'location-switched', 'idle']

function modelOf(info: JsonObject): string | null {
  const model = asObject(info.model)
  return asText(info.modelID) ?? asText(model?.modelID) ?? asText(model?.id)
}

function readUser(harvest: Harvest, session: SessionInfo, message: OpenCodeMessage): void {
  const texts = asText(message.info.text) === null ? [] : [String(message.info.text)]
  for (const part of message.parts) {
    const type = asText(part.type) ?? 'untyped'
    const text = asText(part.text)
    if (type === 'compaction') harvest.mark('compaction')
    else if (type !== 'text' || text === null) harvest.skip(`aside: ${type}`)
    // What a plugin or a file reference adds to the turn is marked as not typed.
    else if (part.synthetic === true || part.ignored === true) harvest.skip('injected: synthetic')
    else texts.push(text)
  }
  const own = ownWords(unquote(texts.join('\n\n')))
  for (const name of own.removed) harvest.skip(`injected: ${name}`)
  const text = harvest.boundAndCount(own.text)
  if (text.trim() === '') return
  harvest.message({
    messageId: message.id,
    eventId: promptEventId(message.id, own.text),
    role: 'user',
    origin: session.parentSessionId === null ? 'user' : 'agent',
    text,
  })
}

/** `run "…"` hands the prompt over with the quotes around it. */
function unquote(text: string): string {
  const inner = /^"([^"]*)"$/.exec(text.trim())?.[1]
  return inner ?? text
}

function readAssistant(
  settings: ReadingSettings,
  harvest: Harvest,
  message: OpenCodeMessage,
): void {
  const content = asArray(message.info.content).map((one) => asObject(one) ?? {})
  const texts: string[] = []
  const calls: ToolCall[] = []
  const tools: { readonly call: ToolCall; readonly state: JsonObject }[] = []
  for (const part of [...message.parts, ...content]) {
    const type = asText(part.type) ?? 'untyped'
    if (type === 'text') {
      if (part.synthetic === true) harvest.skip('injected: synthetic')
      else if (asText(part.text) !== null) texts.push(String(part.text))
    } else if (type === 'tool') {
      const state = asObject(part.state) ?? {}
      const id = asText(part.callID) ?? asText(part.id) ?? `${message.id}#${calls.length}`
      const name = asText(part.tool) ?? asText(part.name) ?? 'unnamed'
      const call = toolCall(settings, { id, name, input: state.input })
      calls.push(call)
      tools.push({ call, state })
    } else if (type === 'compaction') harvest.mark('compaction')
    else harvest.skip(`aside: ${type}`)
  }
  const words = texts.join('\n\n')
  if (message.info.summary === true) {
    harvest.mark('compaction', words)
  } else if (words !== '' || calls.length > 0) {
    const text = harvest.boundAndCount(words)
    harvest.message({
      messageId: message.id,
      role: 'assistant',
      origin: 'agent',
      text,
      toolCalls: calls,
    })
  }
  for (const { call, state } of tools) readResult(harvest, call, state)
}

const FINISHED = ['completed', 'success', 'error']

function readResult(harvest: Harvest, call: ToolCall, state: JsonObject): void {
  const status = asText(state.status) ?? ''
  if (!FINISHED.includes(status)) return
  const exit = asObject(state.metadata)?.exit
  const failed = status === 'error' || (typeof exit === 'number' && exit !== 0)
  const error = asText(state.error) ?? asText(asObject(state.error)?.message)
  const text =
    status === 'error' && error !== null ? error : plainText(state.output ?? state.content)
  const end = asMoment(asObject(state.time)?.end) ?? harvest.at
  const result = { callId: call.id, text, failed }
  harvest.toolResult(`result~${call.id}`, result, { origin: resultOrigin(call.name), at: end })
}

/** A shell line the user ran beside the conversation. */
function readShell(harvest: Harvest, { id, info }: OpenCodeMessage): void {
  const command = asText(info.command)
  if (command === null) return
  const text = harvest.boundAndCount(`! ${command}`)
  harvest.message({ messageId: id, role: 'system-note', origin: 'user', isMeta: true, text })
}

/** What several messages of one session yield together. */
export function harvestedFrom(
  session: SessionInfo,
  harvests: readonly Harvest[],
  skipped: readonly string[],
): Harvested {
  const counts = new Map<string, number>()
  for (const reason of [...skipped, ...harvests.flatMap((harvest) => harvest.skipped)]) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return {
    sessions: [session],
    messages: harvests.flatMap((harvest) => harvest.pieces.map((piece) => piece.message)),
    marks: harvests.flatMap((harvest) => harvest.marks),
    skipped: [...counts].map(([reason, count]) => ({ reason, count, at: null })),
  }
}
