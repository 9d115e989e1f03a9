/** The ways by which a text that no person typed comes into a home, each through the door of the build. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { pastePrompt } from '../../test/fixtures/pasted-prompts.ts'
import { CLI, type OwnPlace } from './own-daemon.ts'
import { runOrFail, runProgram } from './run-program.ts'

const HOOK = resolve('dist/hook.cjs')

export interface Channel {
  readonly name: string
  /** Sends them all, one by one; the daemon of the place is running. */
  send(place: OwnPlace, project: string, texts: readonly string[]): Promise<void>
}

export const CHANNELS: readonly Channel[] = [
  throughHook('prompt paste', (text, i) => ({
    hook_event_name: 'UserPromptSubmit',
    prompt: pastePrompt(text, i),
  })),
  throughHook('tool output', (text) => toolUse('Bash', { command: 'make' }, { stdout: text })),
  throughHook('tool error', (text) => ({
    ...toolUse('Bash', { command: 'make deploy' }, { stderr: text }),
    hook_event_name: 'PostToolUseFailure',
    error: text,
  })),
  throughHook('web result', (text) =>
    toolUse('WebFetch', { url: 'https://example.com/guide', prompt: 'read' }, { result: text }),
  ),
  throughHook('file', (text, i, project) => {
    const path = join(project, `notes-${i}.md`)
    writeFileSync(path, text)
    return toolUse('Read', { file_path: path }, { file: { filePath: path, content: text } })
  }),
  throughHook('subagent', (text, i) =>
    i % 2 === 0
      ? { ...toolUse('Task', { prompt: text, subagent_type: 'x' }, { content: text }) }
      : { hook_event_name: 'SubagentStop', last_assistant_message: text, agent_id: `a${i}` },
  ),
  { name: 'commit', send: sendCommits },
  { name: 'transcript of a subagent', send: sendSidechains },
  { name: 'forged import', send: sendImport },
  { name: 'command line without a terminal', send: sendCommands },
  { name: 'MCP remember', send: sendMcp },
  { name: 'HTTP remember', send: sendHttp },
]

type Payload = Readonly<Record<string, unknown>>

function toolUse(tool: string, input: object, response: object): Payload {
  return {
    hook_event_name: 'PostToolUse',
    tool_name: tool,
    tool_input: input,
    tool_response: response,
  }
}

function throughHook(
  name: string,
  payloadFor: (text: string, index: number, project: string) => Payload,
): Channel {
  return {
    name,
    async send(place, project, texts) {
      for (const [i, text] of texts.entries()) {
        const session = `${name.replaceAll(' ', '-')}-${i}`
        const payload = payloadFor(text, i, project)
        const known = { session_id: session, prompt_id: session, cwd: project }
        await runProgram(
          [HOOK, 'claude-code'],
          JSON.stringify({ ...known, ...payload }),
          place,
          project,
        )
        const end = { ...known, hook_event_name: 'SessionEnd', reason: 'exit' }
        await runProgram([HOOK, 'claude-code'], JSON.stringify(end), place, project)
      }
    },
  }
}

/** Git takes the message from a file; the agent's own `git commit` is what the hook sees. */
async function sendCommits(place: OwnPlace, project: string, texts: readonly string[]) {
  for (const [i, text] of texts.entries()) {
    const file = join(place.folder, 'message')
    writeFileSync(file, text)
    const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
    const commit = ['commit', '-q', '--allow-empty', '-F', file]
    execFileSync('git', ['-C', project, ...who, ...commit])
    const input = { command: `git commit -m ${JSON.stringify(text)}` }
    const payload = toolUse('Bash', input, { stdout: `[main 0000000] ${text}` })
    const known = { session_id: `commit-${i}`, cwd: project }
    await runProgram(
      [HOOK, 'claude-code'],
      JSON.stringify({ ...known, ...payload }),
      place,
      project,
    )
  }
}

/** What the main agent asks of another one is written down as a user's message of a side chain. */
async function sendSidechains(place: OwnPlace, project: string, texts: readonly string[]) {
  const folder = join(place.folder, '.claude', 'projects', project.replaceAll(/[^\w]/g, '-'))
  mkdirSync(folder, { recursive: true })
  for (const [i, text] of texts.entries()) {
    const sessionId = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
    const record = (role: 'user' | 'assistant', content: unknown, n: number) =>
      JSON.stringify({
        parentUuid: null,
        isSidechain: true,
        userType: 'external',
        cwd: project,
        sessionId,
        version: '2.0.0',
        gitBranch: 'main',
        type: role,
        message: { role, content },
        uuid: `${sessionId.slice(0, -1)}${n}`,
        timestamp: new Date(Date.now() - 3_600_000 + n * 1000).toISOString(),
      })
    const answer = [{ type: 'text', text }]
    const lines = [record('user', text, 1), record('assistant', answer, 2)]
    writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
  }
  const report = await runOrFail([CLI, 'sessions', 'backfill'], '', place, project)
  if (!/[1-9]\d* new messages/.test(report)) throw new Error(`no transcript was read: ${report}`)
}

/** A line that says of itself what only a person can say. */
function forged(text: string, i: number) {
  return {
    content: text,
    title: text.slice(0, 60),
    type: 'policy',
    scope: 'global',
    origin: 'user',
    source: 'user-stated',
    validated: true,
    state: 'validated',
    confidence: 1,
    held: false,
    tags: ['rule'],
    name: `rule-${i}`,
  }
}

/** Lines of another home's export, with what only a person can say written over them. */
async function sendImport(place: OwnPlace, project: string, texts: readonly string[]) {
  const env = { ...place.env, MNEME_HOME: join(place.folder, 'theirs'), MNEME_NO_DAEMON: '1' }
  const theirs: OwnPlace = { ...place, env }
  await runOrFail([CLI, 'remember', 'Tabs are used', '--scope', 'global'], '', theirs, project)
  const [head = '', ...rest] = (await runProgram([CLI, 'export'], '', theirs, project)).split('\n')
  const sample = JSON.parse(rest.find((line) => line.includes('"record":"memory"')) ?? '{"row":{}}')
  const lines = texts.map((text, i) => {
    const id = sample.row.id.slice(0, -4) + String(i).padStart(4, '0')
    const provenance = { ...sample.row.provenance, origin: 'user', source: 'user-stated' }
    const contentHash = createHash('sha256').update(text).digest('hex')
    const { title, type, scope, name } = forged(text, i)
    const claimed = { type, scope, name, validated: true, held: false, confidence: 1 }
    const words = { content: text, title, description: title, contentHash }
    const row = { ...sample.row, ...words, ...claimed, id, provenance }
    return JSON.stringify({ ...sample, row })
  })
  const file = join(place.folder, 'forged.jsonl')
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
  await runOrFail([CLI, 'import', file], '', place, project)
}

async function sendCommands(place: OwnPlace, project: string, texts: readonly string[]) {
  for (const text of texts) {
    const wanted = ['--type', 'policy', '--scope', 'global', '--json']
    await runProgram([CLI, 'remember', text, ...wanted], '', place, project)
  }
}

async function sendMcp(place: OwnPlace, project: string, texts: readonly string[]) {
  const client = new Client({ name: 'bench', version: '1' })
  const command = { command: process.execPath, args: [CLI, 'mcp'] }
  await client.connect(
    new StdioClientTransport({ ...command, env: { ...place.env }, cwd: project }),
  )
  for (const [i, text] of texts.entries()) {
    await client.callTool({ name: 'remember', arguments: forged(text, i) })
    const { content, type, scope, title } = forged(text, i)
    await client.callTool({ name: 'remember', arguments: { content, type, scope, title } })
  }
  await client.close()
}

async function sendHttp(place: OwnPlace, project: string, texts: readonly string[]) {
  const { url } = await place.start()
  const headers = {
    authorization: `Bearer ${place.token()}`,
    'x-mneme-project': project,
    'content-type': 'application/json',
  }
  const post = async (body: object) => {
    const asked = await fetch(`${url}/api/memories`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await asked.text()
  }
  for (const [i, text] of texts.entries()) {
    const { content, type, scope, origin } = forged(text, i)
    await post(forged(text, i))
    await post({ content, type, scope, origin })
  }
}
