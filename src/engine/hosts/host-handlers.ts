/** G-01. The handlers of host events, in order. Their modules are loaded when needed. */
import type { SessionRef, ToolCall } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import type { Given, HandlerTable } from '../handlers.ts'

/** H-07. The context has a deadline of its own far below this. */
const ANSWER_LIMIT_MS = 5_000
const CAPTURE_LIMIT_MS = 30_000
/** Covers the first reading of a long transcript, or its summary. */
const SESSION_LIMIT_MS = 10 * 60_000

// biome-ignore format: a table reads best in columns
export const HOST_HANDLERS: HandlerTable = {
  'session:start': [
    { name: 'inject',        priority:  50, limitMs: ANSWER_LIMIT_MS,  run: injectAtStart, answers: true },
    { name: 'history',       priority: 200, limitMs: SESSION_LIMIT_MS, run: (engine, caller) => readHistory(engine, caller) },
  ],
  'prompt:submit': [
    { name: 'inject',        priority:  50, limitMs: ANSWER_LIMIT_MS,  run: inject, answers: true },
    { name: 'capture',       priority: 100, limitMs: CAPTURE_LIMIT_MS, run: capturePrompt },
  ],
  'subagent:start': [
    { name: 'inject',        priority:  50, limitMs: ANSWER_LIMIT_MS,  run: injectForSubagent, answers: true },
  ],
  'tool:pre': [
    { name: 'edits',         priority:  40, limitMs: ANSWER_LIMIT_MS,  run: toolBegins },
    { name: 'guards',        priority:  50, limitMs: ANSWER_LIMIT_MS,  run: guard, answers: true },
  ],
  'tool:post': [
    { name: 'edits',         priority:  40, limitMs: CAPTURE_LIMIT_MS, run: toolEnded },
    { name: 'boundaries',    priority:  90, limitMs: CAPTURE_LIMIT_MS, run: (...all) => captureTool('boundaries', ...all) },
    { name: 'capture',       priority: 100, limitMs: CAPTURE_LIMIT_MS, run: (...all) => captureTool('memories', ...all) },
    { name: 'temporal',      priority: 110, limitMs: CAPTURE_LIMIT_MS, run: promote },
  ],
  'compact:pre': [
    { name: 'lifeboat',      priority: 100, limitMs: SESSION_LIMIT_MS, run: saveLifeboat },
  ],
  'session:end': [
    { name: 'summary',       priority: 100, limitMs: SESSION_LIMIT_MS, run: summarize },
    { name: 'extraction',    priority: 150, limitMs: SESSION_LIMIT_MS, run: extract },
    { name: 'consolidation', priority: 200, limitMs: CAPTURE_LIMIT_MS, run: (engine) => request(engine, 'consolidation') },
    { name: 'compression',   priority: 300, limitMs: CAPTURE_LIMIT_MS, run: (engine) => request(engine, 'compression') },
  ],
  'transcript:grown': [
    { name: 'capture',       priority: 100, limitMs: SESSION_LIMIT_MS, run: captureTranscript },
    { name: 'window',        priority: 150, limitMs: SESSION_LIMIT_MS, run: watchWindow },
  ],
}

type InSession = { readonly session: SessionRef }

async function injectAtStart(
  engine: Engine,
  caller: Caller,
  { session, start }: Given<'session:start'>,
) {
  const { turnContext } = await import('./turn-context.ts')
  return turnContext(engine, caller, { session, prompt: '', start })
}

async function inject(
  engine: Engine,
  caller: Caller,
  { session, message }: Given<'prompt:submit'>,
) {
  const { turnContext } = await import('./turn-context.ts')
  return turnContext(engine, caller, { session, prompt: message.text, start: null })
}

async function injectForSubagent(engine: Engine, caller: Caller, given: Given<'subagent:start'>) {
  return (await import('./subagent-context.ts')).subagentContext(engine, caller, given)
}

/** M-01. Edits of the vault, USER.md or a transcript by a tool are the agent's. */
async function toolBegins(engine: Engine, caller: Caller, { call, text }: Given<'tool:pre'>) {
  await (await import('../vault/agent-edits.ts')).noteToolBegins(engine, caller, call, text)
  await noteTranscripts(engine, caller, call, { text, isOver: false })
  return null
}

async function toolEnded(engine: Engine, caller: Caller, { messages }: Given<'tool:post'>) {
  const { noteToolEnded } = await import('../vault/agent-edits.ts')
  for (const call of messages.flatMap(({ toolCalls = [] }) => toolCalls)) {
    const text = call.command ?? call.input
    await noteTranscripts(engine, caller, call, { text, isOver: true })
    const unseen = await noteToolEnded(engine, caller, call)
    if (unseen === null) continue
    await (await import('../vault/late-attribution.ts')).attributeLate(engine, unseen)
  }
}

async function noteTranscripts(
  engine: Engine,
  { folder }: Caller,
  call: ToolCall,
  { text, isOver }: { readonly text: string; readonly isOver: boolean },
) {
  const { transcriptsWritten } = await import('../vault/transcript-reach.ts')
  const places = transcriptsWritten(engine.machine, folder, call, text)
  if (places.length === 0) return
  await (await import('../sessions/agent-transcripts.ts')).markAgentTranscripts(engine, places, {
    isOver,
  })
}

/** M-33, M-40. Loads the model and indexes new commits before the first prompt. */
async function readHistory(engine: Engine, caller: Caller) {
  await (await import('../sessions/after-reading.ts')).prepareHistory(engine, caller)
}

async function guard(engine: Engine, caller: Caller, { call, text }: Given<'tool:pre'>) {
  const own = (await import('./own-files.ts')).ownFilesVerdict(engine, caller, call, text)
  return own ?? (await import('./guards.ts')).guardVerdict(engine, caller, call, text)
}

async function capturePrompt(
  engine: Engine,
  caller: Caller,
  { session, message }: Given<'prompt:submit'>,
) {
  const { capture } = await import('../capture/capture-messages.ts')
  await capture(engine, caller, session, [message])
}

async function captureTool(
  only: 'boundaries' | 'memories',
  engine: Engine,
  caller: Caller,
  { session, messages }: Given<'tool:post'>,
) {
  const { capture } = await import('../capture/capture-messages.ts')
  await capture(engine, caller, session, messages, { only })
}

async function captureTranscript(
  engine: Engine,
  caller: Caller,
  { session, messages }: Given<'transcript:grown'>,
) {
  const { captureMessages } = await import('../capture/capture-messages.ts')
  return (await captureMessages(engine, caller, session, messages)).memories
}

async function watchWindow(
  engine: Engine,
  caller: Caller,
  { session, messages }: Given<'transcript:grown'>,
) {
  const { refreshLifeboat } = await import('../sessions/refresh-lifeboat.ts')
  await refreshLifeboat(engine, caller, session, messages)
  return null
}

async function promote(engine: Engine, caller: Caller, { session }: InSession) {
  await (await import('../capture/temporal.ts')).promoteScales(engine, caller, session)
}

async function saveLifeboat(engine: Engine, caller: Caller, { session }: InSession) {
  await (await import('../sessions/lifeboat.ts')).saveLifeboat(engine, caller, session.id)
}

async function summarize(engine: Engine, caller: Caller, { session }: InSession) {
  await (await import('../capture/session-end.ts')).refreshSummary(engine, caller, session)
}

async function extract(engine: Engine, caller: Caller, { session }: InSession) {
  const { extractEnded } = await import('../extract/extract-ended.ts')
  extractEnded(engine, caller, session)
}

async function request(engine: Engine, job: string) {
  await (await import('../care/job-requests.ts')).requestJob(engine, job)
}
