import { describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/sessions/claude-code.ts'
import { eventKey, promptEventId } from '../../src/sessions/transcript.ts'
import { countOf, defaults, eventKeyOf, fixture, rawLines, readAll } from './fixture.ts'

const PROJECT = 'claude-code/projects/-home-dev-proj-a-b-sub'
const MAIN = fixture(`${PROJECT}/11111111-1111-4111-8111-111111111111.jsonl`)
const WITH_AGENT = fixture(`${PROJECT}/9080ece3-78d8-4bef-9b0b-942f9017817d.jsonl`)
const FAILING = fixture(`${PROJECT}/a75f440c-e377-4455-a87d-c65e6adb3234.jsonl`)
const AGENT = fixture(
  `${PROJECT}/9080ece3-78d8-4bef-9b0b-942f9017817d/subagents/agent-a083900f9236350d1.jsonl`,
)

/** Counted without our reader: prompts that were typed, and answers by their message id. */
async function independentCount(path: string) {
  const records = await rawLines(path)
  const prompts = records.filter(
    (record) =>
      record.type === 'user' &&
      !record.isMeta &&
      !record.isCompactSummary &&
      typeof record.message.content === 'string' &&
      !record.message.content.startsWith('<'),
  )
  const answers = records
    .filter((record) => record.type === 'assistant')
    .filter((record) => record.message.content[0].type !== 'thinking')
    .map((record) => record.message.id)
  const results = records.filter((record) => record.message?.content?.[0]?.type === 'tool_result')
  return { user: prompts.length, assistant: new Set(answers).size, tool: results.length }
}

describe('Claude Code', () => {
  it.each([MAIN, WITH_AGENT, FAILING, AGENT])(
    'F-01 gives every message of %s once',
    async (path) => {
      const { messages } = await readAll(path)
      const counted = {
        user: countOf(messages, 'user'),
        assistant: countOf(messages, 'assistant'),
        tool: countOf(messages, 'tool'),
      }
      expect(counted).toEqual(await independentCount(path))
      expect(counted.user).toBeGreaterThan(0)
    },
  )

  it('F-01 joins the blocks of one answer, with its tool call', async () => {
    const { messages } = await readAll(MAIN)
    const answer = messages.find((message) => message.messageId === 'msg_mock1')
    expect(answer).toMatchObject({ role: 'assistant', text: 'Running.', model: 'claude-opus-5-5' })
    expect(answer?.toolCalls).toMatchObject([
      { id: 'toolu_mock01', name: 'Bash', kind: 'command', command: 'echo hello-mem' },
    ])
    const result = messages.find((message) => message.role === 'tool')
    expect(result?.toolResult).toEqual({ callId: 'toolu_mock01', text: 'hello-mem', failed: false })
    expect(result?.origin).toBe('tool-output')
  })

  it('F-01 says where and when', async () => {
    const { messages, sessions } = await readAll(MAIN)
    expect(messages[0]).toMatchObject({
      sessionId: '11111111-1111-4111-8111-111111111111',
      parentSessionId: null,
      text: 'USETOOL say hello',
      at: '2026-11-16T01:35:26.912Z',
      cwd: '/home/dev/proj_a.b/sub',
      branch: null,
      origin: 'user',
      isMeta: false,
    })
    expect(sessions).toMatchObject([
      { host: 'claude-code', version: '2.1.325', headless: true, model: 'claude-opus-5-5' },
    ])
  })

  it('K-09 nothing that a hook or the host put in is a message', async () => {
    for (const path of [MAIN, WITH_AGENT, FAILING, AGENT]) {
      const { messages } = await readAll(path)
      const said = messages.map((message) => message.text).join('\n')
      expect(said).not.toContain('MEMCTX')
      expect(said).not.toContain('task-notification')
      expect(said).not.toContain('local-command')
      expect(said).not.toContain('<command-name>')
    }
  })

  it('K-09 a typed command is kept as a note and not as something said', async () => {
    const { messages, skipped } = await readAll(MAIN)
    const notes = messages.filter((message) => message.role === 'system-note')
    expect(notes).toMatchObject([{ text: '/compact keep facts', isMeta: true }])
    expect(skipped['injected: local-command-stdout']).toBe(1)
  })

  it('F-01 marks a compaction once, with its summary', async () => {
    const { marks } = await readAll(MAIN)
    const compactions = marks.filter((mark) => mark.kind === 'compaction')
    expect(compactions).toHaveLength(1)
    expect(compactions[0]?.text).toContain('This session is being continued')
  })

  it('F-01 a failed tool is told from one that worked', async () => {
    const { messages } = await readAll(FAILING)
    expect(messages.find((message) => message.role === 'tool')?.toolResult?.failed).toBe(true)
  })

  it('F-01 a subagent belongs to its parent, and its prompt is not the user speaking', async () => {
    const { messages } = await readAll(AGENT)
    const session = '9080ece3-78d8-4bef-9b0b-942f9017817d'
    for (const message of messages) {
      expect(message.parentSessionId).toBe(session)
      expect(message.sessionId).toBe(`${session}/agent-a083900f9236350d1`)
      expect(message.origin).toBe('agent')
    }
  })

  it('F-08 hook and transcript give prompts and tools the same key', async () => {
    const hooks = await rawLines(fixture('claude-code/hook-stdin.jsonl'))
    const sessionOf = (hook: { session_id: string }) => ({
      host: 'claude-code',
      id: hook.session_id,
      parent: null,
    })
    const seen = new Set<string>()
    for (const path of [MAIN, WITH_AGENT, FAILING]) {
      for (const message of (await readAll(path)).messages) seen.add(eventKeyOf(message))
    }
    const prompts = hooks.filter(
      (hook) => hook.hook_event_name === 'UserPromptSubmit' && !hook.prompt.startsWith('<'),
    )
    const tools = hooks.filter((hook) => /^PostToolUse(Failure)?$/.test(hook.hook_event_name))
    expect(prompts.length).toBeGreaterThan(2)
    expect(tools.length).toBeGreaterThan(2)
    for (const hook of prompts) {
      const id = promptEventId(hook.prompt_id, hook.prompt)
      expect(seen).toContain(eventKey(sessionOf(hook), id))
    }
    for (const hook of tools) {
      expect(seen).toContain(eventKey(sessionOf(hook), hook.tool_use_id))
    }
  })

  it('F-01 an unknown or malformed record is counted by name', () => {
    const state = claudeCode.begin({ path: 'x', sessionId: 's', parentSessionId: null, cwd: null })
    const place = { offset: 0, line: 1 }
    const skippedOf = (record: Record<string, unknown>) =>
      claudeCode.read(defaults, state, record, place).skipped
    expect(skippedOf({ type: 'from-the-future' })).toEqual(['unknown record: from-the-future'])
    expect(skippedOf({})).toEqual(['unknown record: untyped'])
    expect(skippedOf({ type: 'user' })).toEqual(['malformed: user without a message'])
    expect(skippedOf({ type: 'user', message: { role: 'user', content: [] } })).toEqual([
      'nothing in it: user',
    ])
    expect(skippedOf({ type: 'user', message: { content: [null, 7, { type: 'image' }] } })).toEqual(
      ['aside: object', 'aside: number', 'aside: image'],
    )
  })
})
