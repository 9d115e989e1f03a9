import { describe, expect, it } from 'vitest'
import { findTranscripts } from '../../src/sessions/find.ts'
import { countOf, fixture, rawLines, readAll } from './fixture.ts'

const CHATS = 'gemini/tmp/shop/chats'
const CHAT = fixture(`${CHATS}/session-2026-10-02T09-15-7c1f0a52.jsonl`)
const OLD = fixture(`${CHATS}/session-2025-10-02T09-15-0d9e4c3b.json`)
const SESSION = '7c1f0a52-3d0e-4a8f-9a55-0c4b5b8f1d11'

describe('Gemini CLI', () => {
  it('F-01 gives every message once, however often it was written', async () => {
    const records = await rawLines(CHAT)
    const idsOf = (type: string) =>
      new Set(records.filter((record) => record.type === type).map((record) => record.id)).size
    const { messages } = await readAll(CHAT)
    expect(countOf(messages, 'user')).toBe(idsOf('user'))
    expect(countOf(messages, 'assistant')).toBe(idsOf('gemini'))
    expect(countOf(messages, 'tool')).toBe(2)
  })

  it('F-01 the last writing of a message stands', async () => {
    const { messages } = await readAll(CHAT)
    const result = messages.find((message) => message.toolResult?.callId === 'search-1')
    expect(result?.toolResult?.text).toBe('test/price.test.ts:4: rounds half up')
    const failed = messages.find((message) => message.toolResult?.callId === 'shell-1')
    expect(failed?.toolResult?.failed).toBe(true)
  })

  it('K-09 the files behind a request are not the request', async () => {
    const { messages, skipped } = await readAll(CHAT)
    expect(messages[0]?.text).toBe('Which tests cover the price rounding? @src/price.ts')
    expect(skipped['injected: referenced files']).toBe(1)
    expect(skipped['bookkeeping: info']).toBe(1)
  })

  it('F-01 marks a rewind and learns the title and the folder', async () => {
    const { marks, sessions } = await readAll(CHAT)
    expect(marks).toMatchObject([{ kind: 'rewind', text: 'g-5' }])
    expect(sessions[0]).toMatchObject({
      sessionId: SESSION,
      title: 'Price rounding tests',
      cwd: '/home/dev/shop',
    })
  })

  it('F-01 reads the single file of older versions', async () => {
    const raw = JSON.parse(await (await import('node:fs/promises')).readFile(OLD, 'utf8'))
    const count = (type: string) =>
      raw.messages.filter((message: { type: string }) => message.type === type).length
    const first = await readAll(OLD)
    expect(countOf(first.messages, 'user')).toBe(count('user'))
    expect(countOf(first.messages, 'assistant')).toBe(count('gemini'))
    expect(first.messages[1]?.toolCalls[0]?.filesModified).toEqual(['/home/dev/shop/.editorconfig'])
    expect((await readAll(OLD, first.cursor)).messages).toEqual([])
  })

  it('F-01 is found with its subagents and its project', async () => {
    const found = await findTranscripts({ env: { GEMINI_CLI_HOME: '' }, home: '/nowhere' })
    expect(found).toEqual([])
    const here = await findTranscripts({ env: {}, home: '/nowhere', path: fixture('gemini') })
    const sub = here.find((one) => one.path.endsWith('sub-1.jsonl'))
    expect(sub).toMatchObject({ host: 'gemini', sessionId: 'sub-1', parentSessionId: SESSION })
    const { messages } = await readAll(sub ?? '')
    expect(messages[0]).toMatchObject({ role: 'user', origin: 'agent', parentSessionId: SESSION })
  })
})
