#!/usr/bin/env node
/**
 * J-07, K-03. What a host starts on every prompt and every tool call: reads what the host wrote, hands it
 * to the daemon, prints what comes back. It fails open: whatever goes wrong, it ends with 0 within its
 * deadline; but where a guard that blocks is on, a tool call without an answer does not pass (M-06). The
 * person waits for it, so it loads nothing that Node has not loaded by itself, unless the daemon cannot be
 * asked by pipe; what is needed when the daemon is down is in a file of its own.
 */
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isOwnSocket } from '../../machine/own-socket.ts'
import { askByPipe } from './ask-by-pipe.ts'
import { homeFolder } from './home-folder.ts'

/** The longest a host waits, by the host's event names. Other events are handed over without waiting. */
const DEADLINES_MS: Readonly<Record<string, number>> = {
  SessionStart: 2500,
  PreCompact: 2500,
  PreCompress: 2500,
  UserPromptSubmit: 1000,
  BeforeAgent: 1000,
  SubagentStart: 1000,
  PreToolUse: 500,
  BeforeTool: 500,
  // Cursor, and our plugins inside OpenCode, Kilo, Cline and pi.
  sessionStart: 2500,
  beforeSubmitPrompt: 1000,
  preToolUse: 500,
  'session.created': 1400,
  'chat.message': 1000,
}
const OTHERS_MS = 400
/** Part of it is reserved for spooling the event. */
const KEEPING_MS = 100
/** Events that can be lost without effect are not spooled. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'PreToolUse',
  'BeforeTool',
  'preToolUse',
  'tool.execute.before',
  'SubagentStart',
])

/** K-09. Our own model runs must not be captured as a user's session. */
const INSIDE = 'MNEME_IN_EXTRACTION'

export interface HookCall {
  readonly host: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Field names as the hosts use them; of a list the first entry counts. */
const FOLDER_FIELDS = ['cwd', 'directory', 'working_dir', 'workspace_roots']
const SESSION_FIELDS = ['session_id', 'sessionID', 'sessionId', 'conversation_id', 'trajectory_id']

/** A daemon is listening: starting a second one would only add load. */
const BUSY = new Error('no answer in time')

void main(process.argv.slice(2)).finally(() => process.exit(0))

async function main(args: readonly string[]): Promise<void> {
  if (process.env[INSIDE]) return
  const call = parseHookArguments(args)
  if (call === null) return
  const deadline = Date.now() + (DEADLINES_MS[call.event] ?? OTHERS_MS)
  const home = homeFolder()
  try {
    const answer = await ask(home, call, deadline)
    if (call.host === 'goose') writeForGoose(call.event, answer)
    else if (answer) print(typeof answer === 'string' ? answer : JSON.stringify(answer), deadline)
  } catch (thrown) {
    const denial = denialFor(home, call)
    if (denial !== null) print(denial, deadline)
    if (denial === null && NOT_KEPT.has(call.event)) return
    // Loaded only here: the daemon is down or busy, and the event must not be lost.
    const later = require('./hook-spool.cjs') as typeof import('./spool-writer.ts')
    if (!NOT_KEPT.has(call.event)) later.keepForLater(home, call)
    if (thrown !== BUSY) later.startDaemon(home)
  }
}

/**
 * The reply to a tool call that no guard could check; null where none is enabled (engine/hosts/guard-mark.ts).
 */
function denialFor(home: string, { host, event }: HookCall): string | null {
  try {
    const marks = JSON.parse(readFileSync(join(home, 'run', 'guards.json'), 'utf8')) as {
      readonly [host: string]: { readonly [event: string]: unknown }
    }
    const denial = marks[host]?.[event] ?? null
    return denial === null || typeof denial === 'string' ? denial : JSON.stringify(denial)
  } catch {
    return null
  }
}

/** Parses `hook claude-code [SessionStart]`; the event may be given in the payload only. */
function parseHookArguments(args: readonly string[]): HookCall | null {
  const [host, named] = args[0] === 'hook' ? args.slice(1) : args
  if (!host) return null
  try {
    const payload = JSON.parse(readFileSync(0, 'utf8')) as Record<string, unknown>
    const event = named ?? payload.hook_event_name ?? payload.event
    // Goose names no folder; it runs its hooks in the project folder.
    if (host === 'goose') payload.working_dir ??= process.cwd()
    return typeof event === 'string' ? { host, event, payload } : null
  } catch {
    return null // Not JSON: there is no event to spool.
  }
}

/**
 * Goose ignores the output of hooks but reads a file with each turn and forgets it: the context of the
 * session's start is repeated before that of this prompt.
 */
function writeForGoose(event: string, answer: object | string | null): void {
  const file = process.env.GOOSE_MOIM_MESSAGE_FILE
  if (!file || (event !== 'SessionStart' && event !== 'UserPromptSubmit')) return
  const text = typeof answer === 'string' ? answer : ''
  const start = `${file}.start`
  if (event === 'SessionStart') writeFileSync(start, text)
  const before = event === 'SessionStart' || !existsSync(start) ? '' : readFileSync(start, 'utf8')
  writeFileSync(file, [before, text].filter(Boolean).join('\n\n'))
}

/** Creating a stream for one write takes longer than the write. */
function print(text: string, deadline: number): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (thrown) {
      // A host may pass a pipe that is full and reports so: reading it makes room.
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() > deadline) return
    }
  }
}

function socketOf(home: string): string {
  const endpoint = JSON.parse(readFileSync(join(home, 'run', 'endpoint.json'), 'utf8')) as {
    socket: string
  }
  if (!isOwnSocket(endpoint.socket)) throw new Error('that socket belongs to another user')
  return endpoint.socket
}

/** By pipe, which loads nothing; otherwise by the socket. */
function ask(home: string, call: HookCall, deadline: number): Answer | Promise<Answer> {
  const question = JSON.stringify({
    operation: 'hook',
    input: { host: call.host, event: call.event, payload: call.payload },
    where: {
      door: 'hook',
      actor: `hook:${call.host}`,
      speaker: 'agent',
      folder: firstText(call.payload, FOLDER_FIELDS),
      session: firstText(call.payload, SESSION_FIELDS),
    },
  })
  const answerBy = deadline - KEEPING_MS
  const line = askByPipe(home, question, answerBy, BUSY)
  if (line !== null) return answerIn(call, parseFrame(line))
  return askBySocket(socketOf(home), call, question, answerBy)
}

/** HTTP/1.0 by hand, so that the answer comes unchunked and ends with the connection. */
function askBySocket(
  socket: string,
  call: HookCall,
  question: string,
  answerBy: number,
): Promise<Answer> {
  const { connect } = require('node:net') as typeof import('node:net')
  const head = `POST /daemon/call HTTP/1.0\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(question)}\r\n\r\n`
  return new Promise((resolve, reject) => {
    const connection = connect(socket)
    const patience = setTimeout(
      () => {
        const isThere = !connection.connecting
        connection.destroy()
        // A busy daemon may not have read it. It is spooled too; duplicate events count once.
        reject(isThere ? BUSY : new Error('no daemon took the call'))
      },
      Math.max(0, answerBy - Date.now()),
    )
    let said = ''
    connection.setEncoding('utf8')
    connection.write(head + question)
    connection.on('data', (part: string) => {
      said += part
      // The answer is complete: no need to wait for the daemon to close.
      const frame = said.endsWith('\n') ? lastFrame(said) : null
      if (frame && !frame.progress) settleOnce(() => resolve(answerIn(call, frame)))
    })
    connection.once('error', (thrown) => settleOnce(() => reject(thrown)))
    // Incomplete: the daemon died, and whether it acted is unknown. Duplicate events count once.
    connection.once('end', () => settleOnce(() => reject(new Error('no answer'))))

    function settleOnce(settle: () => void): void {
      clearTimeout(patience)
      try {
        settle()
      } catch (thrown) {
        reject(thrown)
      }
    }
  })
}

type Answer = object | string | null

interface Frame {
  readonly result?: { readonly answer?: Answer }
  readonly error?: unknown
  readonly progress?: unknown
}

function answerIn({ event }: HookCall, frame: Frame | null): Answer {
  const answer = frame?.result?.answer
  if (answer !== undefined) return answer
  // A refused event would be refused again; but a tool call was not checked.
  if (frame?.error && !NOT_KEPT.has(event)) return null
  throw new Error('no answer to the question')
}

function lastFrame(said: string): Frame | null {
  const last = said
    .slice(said.indexOf('\r\n\r\n') + 4)
    .trimEnd()
    .split('\n')
    .at(-1)
  return last ? parseFrame(last) : null
}

function parseFrame(line: string): Frame | null {
  try {
    return JSON.parse(line) as Frame
  } catch {
    return null
  }
}

function firstText(payload: HookCall['payload'], names: readonly string[]): string | null {
  for (const name of names) {
    const value = payload[name]
    const first = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first !== '') return first
  }
  return null
}
