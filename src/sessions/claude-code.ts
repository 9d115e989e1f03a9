/**
 * F-01. Transcripts of Claude Code.
 *
 * An assistant message comes as one record per content block, all with the same `message.id`, and
 * results of its first tools may be between them. So a message counts as still growing until
 * the next id or the next prompt.
 */
import { type ContentBlock, contentBlocks } from './content.ts'
import { ownWords, typedCommand } from './injected.ts'
import { asMoment, asObject, asText, type JsonObject } from './json.ts'
import {
  appendRecent,
  Harvest,
  type LineReader,
  type MessageBase,
  type OpenCalls,
  type Reading,
  type TranscriptFile,
  withCalls,
  withoutCall,
} from './reading.ts'
import type { ReadingSettings } from './settings.ts'
import { resultOrigin, toolCall } from './tools.ts'
import { derivedId, promptEventId } from './transcript.ts'

interface ClaudeState {
  readonly sessionId: string
  readonly parentSessionId: string | null
  readonly cwd: string | null
  readonly branch: string | null
  /** The last reported info of each session. */
  readonly version: string | null
  readonly lastSessionId: string | null
  readonly openId: string | null
  readonly recentIds: readonly string[]
  readonly lastPromptId: string | null
  readonly calls: OpenCalls
}

/** Records without messages. Text in them is a copy of text elsewhere. */
const BOOKKEEPING = new Set([
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'tools-used',
  'cost-state',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'atis-latch',
  'summary',
  'file-history-snapshot',
  'attachment',
  'progress',
  'agent-name',
  'pr-link',
])

const CONTINUED = 'This session is being continued from a previous conversation'
const INTERRUPTED = '[Request interrupted by user'

export const claudeCode: LineReader<ClaudeState> = {
  host: 'claude-code',
  begin: ({ sessionId, parentSessionId, cwd }: TranscriptFile) => ({
    sessionId,
    parentSessionId,
    cwd,
    branch: null,
    version: null,
    lastSessionId: null,
    openId: null,
    recentIds: [],
    lastPromptId: null,
    calls: {},
  }),
  close: (state) => ({ ...state, openId: null }),
  read(settings, state, record, place) {
    const type = asText(record.type) ?? 'untyped'
    const about = aboutRecord(state, record)
    const harvest = new Harvest(settings, about)
    const isSame = about.cwd === state.cwd && about.branch === state.branch
    const next = isSame ? state : { ...state, cwd: about.cwd, branch: about.branch }
    const uuid = asText(record.uuid)
    const waiting = state.openId === null ? 'after' : 'not'
    const aside = (reason: string): Reading<ClaudeState> => {
      harvest.skip(reason)
      return harvest.reading(next, { name: type, settled: waiting })
    }

    if (type === 'custom-title' || type === 'ai-title') {
      harvest.session({ title: asText(record.customTitle) ?? asText(record.aiTitle) })
      return harvest.reading(next, { name: type, settled: waiting })
    }
    if (BOOKKEEPING.has(type)) return aside(`bookkeeping: ${bookkeepingName(type, record)}`)
    if (type === 'system') return readSystem(harvest, next, record, waiting)
    if (type !== 'user' && type !== 'assistant') return aside(`unknown record: ${type}`)
    if (record.forkedFrom !== undefined) return aside('copied from the session this was forked off')
    const message = asObject(record.message)
    if (message === null) return aside(`malformed: ${type} without a message`)
    if (message.content === undefined) return aside(`malformed: ${type} without content`)

    const id = uuid ?? derivedId(type, JSON.stringify(message.content), about.at ?? place.offset)
    const version = asText(record.version)
    const isNews = version !== state.version || about.sessionId !== state.lastSessionId
    if (isNews) harvest.session({ version, headless: headlessOf(record) })
    const now = isNews ? { ...next, version, lastSessionId: about.sessionId } : next
    const source = { settings, harvest, state: now, record, message, id }
    return type === 'assistant' ? readAssistant(source) : readUser(source)
  },
}

interface Source {
  readonly settings: ReadingSettings
  readonly harvest: Harvest
  readonly state: ClaudeState
  readonly record: JsonObject
  readonly message: JsonObject
  readonly id: string
}

/** Subagents write under their parent's session id; what they say is kept apart from it. */
function aboutRecord(state: ClaudeState, record: JsonObject): MessageBase {
  const named = asText(record.sessionId)
  const agent = asText(record.agentId)
  const root = named ?? state.parentSessionId ?? state.sessionId
  const isSide = record.isSidechain === true || agent !== null || state.parentSessionId !== null
  const sideName = agent === null ? 'sidechain' : `agent-${agent}`
  const ownName = state.parentSessionId !== null && agent === null ? state.sessionId : null
  return {
    host: 'claude-code',
    sessionId: isSide ? (ownName ?? `${root}/${sideName}`) : root,
    parentSessionId: isSide ? root : null,
    at: asMoment(record.timestamp),
    cwd: asText(record.cwd) ?? state.cwd,
    branch: branchOf(record) ?? state.branch,
    model: modelOf(record),
  }
}

/** A detached checkout is written as `HEAD`, which names no branch. */
function branchOf(record: JsonObject): string | null {
  const branch = asText(record.gitBranch)
  return branch === 'HEAD' ? null : branch
}

function modelOf(record: JsonObject): string | null {
  const model = asText(asObject(record.message)?.model)
  return model === '<synthetic>' ? null : model
}

function headlessOf(record: JsonObject): boolean | null {
  const entry = asText(record.entrypoint)
  return entry === null ? null : entry.startsWith('sdk')
}

function bookkeepingName(type: string, record: JsonObject): string {
  const attachment = asText(asObject(record.attachment)?.type)
  return attachment === null ? type : `${type}/${attachment}`
}

function readSystem(
  harvest: Harvest,
  state: ClaudeState,
  record: JsonObject,
  settled: 'after' | 'not',
): Reading<ClaudeState> {
  const subtype = asText(record.subtype) ?? 'notice'
  // A compaction is marked where its summary is, right after its boundary.
  if (subtype === 'stop_hook_summary' || subtype === 'turn_duration') harvest.mark('turn-end')
  else harvest.skip(`bookkeeping: system/${subtype}`)
  return harvest.reading(state, { name: `system/${subtype}`, settled })
}

function readAssistant(source: Source): Reading<ClaudeState> {
  const { settings, harvest, record, message, id: recordId } = source
  const name = 'assistant'
  const given = asText(message.id) ?? recordId
  const isOpen = given === source.state.openId
  const isLate = !isOpen && source.state.recentIds.includes(given)
  const state: ClaudeState = isOpen
    ? source.state
    : {
        ...source.state,
        openId: isLate ? null : given,
        recentIds: isLate ? source.state.recentIds : appendRecent(source.state.recentIds, given),
      }
  const settled = isOpen ? 'not' : isLate ? 'after' : 'before'
  if (record.isApiErrorMessage === true || message.model === '<synthetic>') {
    harvest.skip('written by the host: synthetic answer')
    const waiting = source.state.openId === null ? 'after' : 'not'
    return harvest.reading(source.state, { name, settled: waiting })
  }
  const blocks = contentBlocks(message.content)
  const text = blocks.filter((block) => block.kind === 'text').map((block) => block.text)
  const calls = blocks
    .filter((block) => block.kind === 'call')
    .map((block) => toolCall(settings, block.call))
  countAsides(harvest, blocks)
  if (text.length > 0 || calls.length > 0) {
    const messageId = isLate ? `${given}#${recordId}` : given
    const words = harvest.boundAndCount(text.join('\n\n'))
    const parts = { messageId, role: name, origin: 'agent', text: words, toolCalls: calls } as const
    harvest.message(parts, true)
  }
  return harvest.reading(
    { ...state, calls: withCalls(state.calls, calls) },
    { name, settled, recordId, isMessage: true },
  )
}

function readUser(source: Source): Reading<ClaudeState> {
  const { harvest, record, message, id } = source
  const blocks = contentBlocks(message.content)
  let { state } = source
  const results = blocks.filter((block) => block.kind === 'result')
  for (const [index, block] of results.entries()) {
    const { callId, text, failed } = block
    const origin = resultOrigin(state.calls[callId])
    const ownId = index === 0 ? id : `${id}#${index}`
    harvest.toolResult(ownId, { callId, text, failed: failed || isError(record) }, { origin })
    state = { ...state, calls: withoutCall(state.calls, callId) }
  }
  countAsides(harvest, blocks)
  const text = blocks
    .filter((block) => block.kind === 'text')
    .map((block) => block.text)
    .join('\n\n')
  if (text !== '') {
    const before = harvest.pieces.length
    state = readPrompt({ ...source, state }, text)
    const isPrompt = harvest.pieces.slice(before).some((piece) => piece.message.role === 'user')
    if (isPrompt) {
      return harvest.reading(
        { ...state, openId: null },
        { name: 'user', recordId: id, isMessage: true },
      )
    }
  }
  const settled = state.openId === null ? 'after' : 'not'
  return harvest.reading(state, { name: 'user', settled, recordId: id, isMessage: true })
}

/** Much of a user record was not typed: summaries, hook output, command wrappers. */
function readPrompt(source: Source, text: string): ClaudeState {
  const { harvest, state, record, id } = source
  if (record.isCompactSummary === true || text.startsWith(CONTINUED)) {
    harvest.mark('compaction', text)
    return state
  }
  if (text.trimStart().startsWith(INTERRUPTED)) {
    harvest.mark('interrupted')
    return state
  }
  if (record.isMeta === true) {
    harvest.skip('injected: meta')
    return state
  }
  const command = typedCommand(text)
  const own = ownWords(text)
  for (const name of own.removed) harvest.skip(`injected: ${name}`)
  if (command !== null) {
    const note = { role: 'system-note', origin: 'user', isMeta: true } as const
    harvest.message({ messageId: `${id}#command`, text: harvest.boundAndCount(command), ...note })
  }
  if (own.text === '') return state
  const words = harvest.boundAndCount(own.text)
  if (words.trim() === '') return state
  const isSide = record.isSidechain === true || record.agentId !== undefined
  const promptId = asText(record.promptId)
  const isFirst = promptId === null || promptId !== state.lastPromptId
  harvest.message({
    messageId: id,
    eventId: isFirst ? promptEventId(promptId, own.text) : id,
    role: 'user',
    // A subagent's prompt is written by the agent that started it.
    origin: isSide || state.parentSessionId !== null ? 'agent' : 'user',
    text: words,
  })
  return { ...state, lastPromptId: promptId }
}

function countAsides(harvest: Harvest, blocks: readonly ContentBlock[]): void {
  for (const block of blocks) if (block.kind === 'aside') harvest.skip(`aside: ${block.name}`)
}

/** On failure the structured result is a sentence that begins with `Error`. */
function isError(record: JsonObject): boolean {
  return typeof record.toolUseResult === 'string' && record.toolUseResult.startsWith('Error')
}
