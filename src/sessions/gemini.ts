/**
 * F-01. Chats of Gemini CLI.
 *
 * The file is a log of changes: a message is written again under its id whenever its tools or its
 * text change, and the last one counts. Older versions wrote one JSON file with the same shapes.
 */
import { contentBlocks, plainText } from './content.ts'
import { ownWords } from './injected.ts'
import { asArray, asMoment, asObject, asText, asTexts, type JsonObject } from './json.ts'
import { type FilePosition, Harvest, type LineReader } from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import { resultOrigin, toolCall } from './tools.ts'
import { derivedId, promptEventId } from './transcript.ts'

interface GeminiState {
  readonly sessionId: string
  readonly parentSessionId: string | null
  readonly cwd: string | null
  readonly model: string | null
}

export const gemini: LineReader<GeminiState> = {
  host: 'gemini',
  begin: ({ sessionId, parentSessionId, cwd }) => ({
    sessionId,
    parentSessionId,
    cwd,
    model: null,
  }),
  close: (state) => state,
  read(settings, state, record, place) {
    if (record.$set !== undefined || asText(record.sessionId) !== null) {
      return readHeader(settings, state, record, place)
    }
    const rewind = asText(record.$rewindTo)
    if (rewind !== null) {
      const harvest = harvestFor(settings, state, record)
      harvest.mark('rewind', rewind)
      return harvest.reading(state, { name: '$rewindTo' })
    }
    const next = { ...state, model: asText(record.model) ?? state.model }
    const harvest = harvestFor(settings, next, record)
    readMessage(settings, harvest, { state: next, record, place })
    return harvest.reading(next, { name: nameOf(record), isMessage: true })
  },
}

function harvestFor(settings: ReadingSettings, state: GeminiState, record: JsonObject): Harvest {
  const { sessionId, parentSessionId, cwd, model } = state
  const at = asMoment(record.timestamp) ?? asMoment(record.ts)
  return new Harvest(settings, {
    host: 'gemini',
    sessionId,
    parentSessionId,
    at,
    cwd,
    branch: null,
    model,
  })
}

/** The first line, and `$set` with what changed of it; after a compression it holds messages too. */
function readHeader(
  settings: ReadingSettings,
  state: GeminiState,
  record: JsonObject,
  place: FilePosition,
) {
  const news = asObject(record.$set) ?? record
  const own = asText(news.sessionId) ?? state.sessionId
  const next = {
    ...state,
    sessionId: state.parentSessionId === null ? own : state.sessionId,
    cwd: asTexts(news.directories)[0] ?? state.cwd,
  }
  const harvest = harvestFor(settings, next, record)
  harvest.session({
    startedAt: asMoment(news.startTime),
    lastAt: asMoment(news.lastUpdated),
    title: asText(news.summary),
  })
  for (const message of asArray(news.messages)) {
    const one = asObject(message)
    if (one === null) harvest.skip('malformed: message')
    else readMessage(settings, harvest, { state: next, record: one, place })
  }
  return harvest.reading(next, { name: 'header' })
}

interface Source {
  readonly state: GeminiState
  readonly record: JsonObject
  readonly place: FilePosition
}

function nameOf(record: JsonObject): string {
  return asText(record.type) ?? asText(record.role) ?? 'untyped'
}

function readMessage(settings: ReadingSettings, harvest: Harvest, source: Source): void {
  const type = nameOf(source.record)
  if (type === 'user') readUser(harvest, source)
  else if (type === 'gemini' || type === 'model') readAnswer(settings, harvest, source)
  else if (NOTICES.includes(type)) harvest.skip(`bookkeeping: ${type}`)
  else harvest.skip(`unknown record: ${type}`)
}

const NOTICES = ['info', 'error', 'warning']
/** The text of files named with `@` is put behind the request. */
const REFERENCED = /\n?--- Content from referenced files ---[\s\S]*?(?:--- End of content ---|$)/

function readUser(harvest: Harvest, source: Source): void {
  const { record, state } = source
  const own = ownWords(wordsOf(harvest, record, record.displayContent ?? record.content))
  for (const name of own.removed) harvest.skip(`injected: ${name}`)
  const asked = own.text.replace(REFERENCED, '')
  if (asked !== own.text) harvest.skip('injected: referenced files')
  const text = harvest.boundAndCount(asked)
  if (text.trim() === '') return
  harvest.message({
    messageId: idOf(source, asked),
    eventId: promptEventId(null, asked),
    role: 'user',
    origin: state.parentSessionId === null ? 'user' : 'agent',
    text,
    at: asMoment(record.timestamp) ?? harvest.at,
  })
}

function readAnswer(settings: ReadingSettings, harvest: Harvest, source: Source): void {
  const { record } = source
  if (asArray(record.thoughts).length > 0) harvest.skip('aside: thoughts')
  const words = wordsOf(harvest, record, record.content)
  const raw = asArray(record.toolCalls).map((one) => asObject(one) ?? {})
  const messageId = idOf(source, words)
  const calls = raw.map((call, index) => ({
    call,
    id: asText(call.id) ?? `${messageId}#${index}`,
    name: asText(call.name) ?? 'unnamed',
  }))
  const at = asMoment(record.timestamp) ?? harvest.at
  if (words !== '' || calls.length > 0) {
    const toolCalls = calls.map(({ id, name, call }) =>
      toolCall(settings, { id, name, input: call.args }),
    )
    harvest.message({
      messageId,
      role: 'assistant',
      origin: 'agent',
      text: harvest.boundAndCount(words),
      toolCalls,
      at,
    })
  }
  for (const { call, id, name } of calls) {
    if (call.result === undefined || call.result === null) continue
    const failed = call.status === 'error' || call.status === 'cancelled'
    const result = { callId: id, text: plainText(call.result), failed: failed || exitedBadly(call) }
    const origin = resultOrigin(name)
    harvest.toolResult(`result~${id}`, result, { origin, at: asMoment(call.timestamp) ?? at })
  }
}

/** A command that fails still has the status `success`; its exit code is in its text. */
function exitedBadly(call: JsonObject): boolean {
  const code = /\bExit Code: (-?\d+)/.exec(plainText(call.result))?.[1]
  return code !== undefined && code !== '0'
}

function idOf({ record, place }: Source, words: string): string {
  const time = asText(record.timestamp) ?? place.offset
  return asText(record.id) ?? derivedId(nameOf(record), words, time)
}

function wordsOf(harvest: Harvest, record: JsonObject, content: unknown): string {
  const texts: string[] = []
  for (const block of contentBlocks(content ?? record.parts)) {
    if (block.kind === 'text') texts.push(block.text)
    else harvest.skip(`aside: ${block.kind === 'aside' ? block.name : block.kind}`)
  }
  return texts.filter(Boolean).join('\n\n')
}
