/**
 * M-04. Every kind of credential in every wrapping through the doors of the build: hooks, with and
 * without a daemon, every field of every operation over HTTP and MCP, the command line, transcripts.
 * Then each byte below the home is searched: tables, WAL, spool, logs, backups, vault, ledger.
 * Nothing may be found.
 *
 * Arguments: --wrappings a,b.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Sample, samplesFor } from '../test/capture/secrets/samples.ts'
import { tracesOf, WRAPPINGS } from '../test/capture/secrets/wrappings.ts'
import { bytesBelow, inputsWith } from '../test/support/every-field.ts'
import { CLI, type OwnPlace, withOwnPlace } from './support/own-daemon.ts'
import { runOrFail, runProgram } from './support/run-program.ts'

const HOOK = resolve('dist/hook.cjs')
const SAMPLES_A_MESSAGE = 30
const SETTLE_MS = 3000
const TOGETHER = 3
/** Shown of what was found, to tell by which way it came. */
const CONTEXT_BYTES = 160

export const bench = {
  name: 'secret-doors',
  summary: 'Credentials in every wrapping through every door: what is left anywhere in the home',
  async run(args: readonly string[]) {
    const { values } = parseArgs({ args: [...args], options: { wrappings: { type: 'string' } } })
    const names = values.wrappings?.split(',') ?? Object.keys(WRAPPINGS)
    const samples = samplesFor(31)
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const waiting = [...names]
    // Each has a home and a daemon of its own, and spends much of its time waiting for programs to start.
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const { sent, left } = await play(name, samples)
        for (const each of left.slice(0, 10)) console.log(`LEFT ${name}: ${each}`)
        rows.push([name, samples.length, sent, left.length])
        figures[`${name}: left`] = left.length
      }
    }
    await Promise.all(Array.from({ length: TOGETHER }, work))
    const kinds = new Set(samples.map(({ kind }) => kind)).size
    return {
      title: `${kinds} kinds of credentials through every door, then a search of every byte`,
      columns: ['wrapping', 'samples', 'fields of operations', 'found in the home'],
      rows,
      figures,
    }
  },
}

interface Played {
  /** Calls of operations, one for each field of each. */
  readonly sent: number
  readonly left: readonly string[]
}

function play(name: string, samples: readonly Sample[]): Promise<Played> {
  return withOwnPlace({ MNEME_MCP_TOOLS: 'full' }, async (place) => {
    const project = join(place.folder, 'project')
    mkdirSync(project)
    execFileSync('git', ['init', '-q', project])
    const wrapped = samples.map((sample) => WRAPPINGS[name]?.(sample) ?? '')
    const messages = Array.from({ length: Math.ceil(wrapped.length / SAMPLES_A_MESSAGE) }, (_, i) =>
      wrapped.slice(i * SAMPLES_A_MESSAGE, (i + 1) * SAMPLES_A_MESSAGE).join('\n\n'),
    )
    // The spool first: no daemon runs yet.
    for (const [i, text] of messages.entries()) await sendHooks(place, project, text, `early-${i}`)
    const { url } = await place.start()
    if (url === null) throw new Error('the daemon answers no HTTP')
    for (const [i, text] of messages.entries()) await sendHooks(place, project, text, `late-${i}`)
    for (const text of messages) await sendHttp(url, place, project, text)
    const sent = await sendFields(url, place, project, wrapped)
    for (const text of messages.slice(0, 1)) {
      const said = `Remember this: ${text}`
      await runProgram([CLI, 'remember', said, '--title', said.slice(0, 200)], '', place, project)
      await runProgram([CLI, 'search', text.slice(0, 2000)], '', place, project)
    }
    writeTranscript(place, project, wrapped)
    const read = await runOrFail([CLI, 'sessions', 'backfill'], '', place, project)
    if (!/[1-9]\d* new messages/.test(read)) throw new Error(`no transcript was read: ${read}`)
    await runOrFail([CLI, 'backup'], '', place, project)
    await sleep(SETTLE_MS)
    const files = bytesBelow(place.home.home)
    const left = samples.flatMap((sample) =>
      files.flatMap(({ path, bytes }) => {
        const trace = tracesOf(name, sample).find((each) => bytes.includes(each))
        if (trace === undefined) return []
        const at = bytes.indexOf(trace)
        const around = JSON.stringify(
          bytes.slice(Math.max(0, at - CONTEXT_BYTES), at + CONTEXT_BYTES),
        )
        return [`${sample.kind} in ${path.slice(place.home.home.length)}: ${around}`]
      }),
    )
    return { sent, left }
  })
}

/** Each text of each operation's input, over HTTP and, where it is a tool, over MCP. */
async function sendFields(
  url: string,
  place: OwnPlace,
  project: string,
  wrapped: readonly string[],
): Promise<number> {
  const headers = {
    authorization: `Bearer ${place.token()}`,
    'x-mneme-project': project,
    'content-type': 'application/json',
  }
  const client = new Client({ name: 'bench', version: '1' })
  const program = { command: process.execPath, args: [CLI, 'mcp'], cwd: project }
  await client.connect(new StdioClientTransport({ ...program, env: { ...place.env } }))
  const tools = new Set((await client.listTools()).tools.map(({ name }) => name))
  let turn = 0
  /** As many as fit, each field beginning with others. */
  const textFor = (max: number) => {
    let text = ''
    for (let tried = 0; tried < SAMPLES_A_MESSAGE; tried++) {
      const next = wrapped[turn++ % wrapped.length] ?? ''
      if (text.length + next.length + 2 < max) text += `${next}\n\n`
    }
    return text
  }
  const kept = await fetch(`${url}/api/memories`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ content: 'The build needs Node 20 on every machine.' }),
  })
  const { id = '' } = (await kept.json()) as { id?: string }
  let sent = 0
  for await (const { operation, op, input } of inputsWith(id, textFor)) {
    const { method, path } = op.http
    const target = path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(input[key] ?? id)))
    const query = new URLSearchParams(
      Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])),
    )
    const isRead = method === 'GET' || method === 'DELETE'
    // A request that the server cuts off was refused: what it left behind is looked for afterwards.
    const answer = await fetch(`${url}${target}${isRead ? `?${query}` : ''}`, {
      method,
      headers,
      ...(isRead ? {} : { body: JSON.stringify(input) }),
    }).catch(() => null)
    await answer?.text().catch(() => null)
    sent += 1
    const tool = operation.replace(/[ -]/g, '_')
    if (!tools.has(tool)) continue
    await client.callTool({ name: tool, arguments: input }).catch(() => null)
    sent += 1
  }
  await client.readResource({ uri: `mneme://${textFor(2000)}` }).catch(() => null)
  await client.close()
  return sent
}

async function sendHooks(place: OwnPlace, project: string, text: string, session: string) {
  const known = { session_id: session, prompt_id: session, cwd: project }
  const tool = {
    tool_name: 'Bash',
    tool_use_id: session,
    tool_input: { command: `deploy ${text}`, description: text },
    tool_response: { stdout: text, stderr: text },
    error: text,
  }
  const events = [
    { hook_event_name: 'UserPromptSubmit', prompt: `From now on always use this:\n${text}` },
    { hook_event_name: 'PreToolUse', ...tool },
    { hook_event_name: 'PostToolUse', ...tool },
    { hook_event_name: 'PostToolUseFailure', ...tool },
    { hook_event_name: 'SessionEnd', reason: text },
  ]
  for (const event of events)
    await runProgram([HOOK, 'claude-code'], JSON.stringify({ ...known, ...event }), place, project)
}

async function sendHttp(url: string, place: OwnPlace, project: string, text: string) {
  const headers = {
    authorization: `Bearer ${place.token()}`,
    'x-mneme-project': project,
    'content-type': 'application/json',
  }
  const post = async (path: string, body: object) => {
    const asked = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await asked.text()
  }
  const short = text.slice(0, 280)
  await post('/api/memories', { content: text, title: short, tags: [short.slice(0, 60)] })
  await post('/api/memories', { content: 'The build needs Node.', description: short })
  await post('/api/memories/search', { query: text.slice(0, 2000) })
  await post('/api/context', { prompt: text })
}

function writeTranscript(place: OwnPlace, project: string, texts: readonly string[]): void {
  const folder = join(place.folder, '.claude', 'projects', project.replaceAll(/[^\w]/g, '-'))
  mkdirSync(folder, { recursive: true })
  const sessionId = '00000000-0000-4000-8000-00000000000a'
  const lines = texts.flatMap((text, i) =>
    (['user', 'assistant'] as const).map((role, n) =>
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        userType: 'external',
        cwd: project,
        sessionId,
        version: '2.0.0',
        type: role,
        message: { role, content: [{ type: 'text', text }] },
        uuid: `00000000-0000-4000-8000-${String(i * 2 + n).padStart(12, '0')}`,
        timestamp: new Date(Date.now() - 7_200_000 + i * 1000 + n).toISOString(),
      }),
    ),
  )
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
}
