import { describe, expect, it } from 'vitest'
import { type CodexState, codex } from '../../src/sessions/codex.ts'
import type { JsonObject } from '../../src/sessions/json.ts'
import { eventKey, promptEventId } from '../../src/sessions/transcript.ts'
import { countOf, defaults, eventKeyOf, fixture, foundAt, rawLines, readAll } from './fixture.ts'

const ROLLOUT = fixture(
  'codex/sessions/2026/11/16/rollout-2026-11-16T01-41-10-01a1e203-eb1f-7341-aad6-da716eafc84e.jsonl',
)
const UNPACKED = fixture('codex/unpacked.jsonl')
const PACKED = fixture(
  'codex/archived_sessions/rollout-2026-11-16T01-41-20-01a1e204-156a-7d82-9958-1a12b385f93c.jsonl.zst',
)

async function independentCount(path: string) {
  const items = (await rawLines(path)).filter((record) => record.type === 'response_item')
  const said = items.filter((item) => item.payload.type === 'message')
  const isTyped = (text: string) => !text.startsWith('<environment_context>')
  return {
    user: said.filter(({ payload }) => payload.role === 'user' && isTyped(payload.content[0].text))
      .length,
    assistant: said.filter(({ payload }) => payload.role === 'assistant').length,
    tool: items.filter(({ payload }) => payload.type.startsWith('function_call')).length,
  }
}

/** The records one after the other, as the reader sees them. */
function readRecords(records: readonly JsonObject[]) {
  const file = { path: 'x', sessionId: 's', parentSessionId: null, cwd: null }
  let state: CodexState = codex.begin(file)
  return records.map((record, index) => {
    const reading = codex.read(defaults, state, record, { offset: index, line: index + 1 })
    state = reading.state
    return reading
  })
}

describe('Codex', () => {
  it.each([ROLLOUT, UNPACKED])('F-01 gives every message of %s once', async (path) => {
    const { messages } = await readAll(path)
    expect({
      user: countOf(messages, 'user'),
      assistant: countOf(messages, 'assistant'),
      tool: countOf(messages, 'tool'),
    }).toEqual(await independentCount(path))
    expect(countOf(messages, 'user')).toBeGreaterThan(0)
  })

  it('F-01 reads calls, results, session and model', async () => {
    const { messages, sessions } = await readAll(ROLLOUT)
    const call = messages.find((message) => message.toolCalls.length > 0)
    expect(call?.toolCalls).toMatchObject([{ id: 'call_mock1', command: 'echo hello-mem' }])
    const result = messages.find((message) => message.toolResult !== null)
    expect(result?.toolResult).toMatchObject({ callId: 'call_mock1', failed: false })
    expect(sessions).toMatchObject([
      { version: '0.166.0', cwd: '/home/dev/proj', model: 'gpt-5.4', headless: true },
    ])
  })

  it('K-09 what hooks and the host put in is no message', async () => {
    const { messages, skipped } = await readAll(ROLLOUT)
    const said = messages.map((message) => message.text).join('\n')
    expect(said).not.toContain('MEMCTX')
    expect(said).not.toContain('environment_context')
    expect(skipped['injected: message/developer']).toBe(7)
  })

  it('F-08 hook and transcript give prompts and tools the same key', async () => {
    const { messages } = await readAll(ROLLOUT)
    const seen = new Set(messages.map(eventKeyOf))
    const session = { host: 'codex', id: '01a1e203-eb1f-7341-aad6-da716eafc84e', parent: null }
    const hooks = (await rawLines(fixture('codex/hook-stdin.jsonl'))).filter(
      (hook) => hook.session_id === session.id,
    )
    const prompts = hooks.filter((hook) => hook.hook_event_name === 'UserPromptSubmit')
    const tools = hooks.filter((hook) => hook.hook_event_name === 'PostToolUse')
    expect(prompts.length).toBeGreaterThan(0)
    expect(tools.length).toBeGreaterThan(0)
    for (const { prompt, turn_id: turn } of prompts) {
      expect(seen).toContain(eventKey(session, promptEventId(turn, prompt)))
    }
    for (const { tool_use_id: id } of tools) expect(seen).toContain(eventKey(session, id))
  })

  it('F-01 a compressed rollout reads like the plain one, or says what is missing', async () => {
    const found = await foundAt(PACKED)
    expect(found).toMatchObject({ host: 'codex', form: 'jsonl.zst' })
    const packed = await readAll(found)
    const isMissing = Object.keys(packed.skipped).some((reason) => reason.includes('Zstandard'))
    if (isMissing) {
      expect(packed).toMatchObject({ messages: [], cursor: null })
      return
    }
    expect(packed.messages).toEqual((await readAll(UNPACKED)).messages)
    expect((await readAll(found, packed.cursor)).messages).toEqual([])
  })

  it('F-01 a fork does not repeat what was said before it', () => {
    const parent = '01a1e203-eb1f-7341-aad6-da716eafc84e'
    const fork = '01a1e204-156a-7d82-9958-1a12b385f93c'
    const say = (turn: string, text: string): JsonObject => ({
      timestamp: '2026-11-16T01:41:20.900Z',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text }],
        internal_chat_message_metadata_passthrough: { turn_id: turn },
      },
    })
    const readings = readRecords([
      { type: 'session_meta', payload: { id: fork, forked_from_id: parent, cwd: '/p' } },
      { type: 'session_meta', payload: { id: parent, cwd: '/p' } },
      say('01a1e203-eb47-7510-94de-237d4d6a013f', 'said before'),
      say('01a1e204-1595-7cc0-8faf-ec0e1d94daa5', 'said in the fork'),
    ])
    const texts = readings.flatMap((one) => one.pieces.map((piece) => piece.message.text))
    expect(texts).toEqual(['said in the fork'])
    expect(readings[2]?.skipped).toEqual(['copied from the session this was forked off'])
    expect(readings[3]?.pieces[0]?.message.sessionId).toBe(fork)
  })

  it('F-01 a subagent thread belongs to the session that spawned it', () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: 'root', depth: 1 } } }
    const [meta, said] = readRecords([
      { type: 'session_meta', payload: { id: 'child', session_id: 'root', source } },
      { type: 'response_item', payload: { type: 'message', role: 'user', content: 'look around' } },
    ])
    expect(meta?.sessions[0]).toMatchObject({ sessionId: 'child', parentSessionId: 'root' })
    expect(said?.pieces[0]?.message).toMatchObject({ parentSessionId: 'root', origin: 'agent' })
  })

  it.each([
    ['Process exited with code 3\nOutput:\nno', true],
    ['{"output":"fine","metadata":{"exit_code":0}}', false],
    ['{"output":"no","metadata":{"exit_code":1}}', true],
    [[{ type: 'input_text', text: 'fine' }], false],
    [{ stdout: 'no', exitCode: 2 }, true],
  ])('F-01 of the output %j it knows whether it failed', (output, failed) => {
    const payload = { type: 'function_call_output', call_id: 'c', output }
    const [reading] = readRecords([{ type: 'response_item', payload }])
    const result = reading?.pieces[0]?.message.toolResult
    expect(result?.failed).toBe(failed)
    expect(result?.text).toMatch(/fine|no/)
  })

  it('F-01 reads the oldest rollouts, which have no envelope', () => {
    const readings = readRecords([
      { id: 'old', timestamp: '2025-06-01T10:00:00Z', instructions: 'x', git: { branch: 'main' } },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c' },
    ])
    const messages = readings.flatMap((one) => one.pieces.map((piece) => piece.message))
    expect(messages).toMatchObject([
      { sessionId: 'old', branch: 'main', text: 'hello' },
      { toolCalls: [{ command: 'ls' }] },
    ])
  })
})
