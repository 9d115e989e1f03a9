import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readTranscript, type TranscriptCursor } from '../../src/sessions/read-transcript.ts'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import { messageKey, TranscriptMessage } from '../../src/sessions/transcript.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fc } from '../support/property.ts'
import { defaults, fixture, foundAt, rawLines, readAll } from './fixture.ts'

const CLAUDE = fixture(
  'claude-code/projects/-home-dev-proj-a-b-sub/11111111-1111-4111-8111-111111111111.jsonl',
)
const CODEX = fixture(
  'codex/sessions/2026/11/16/rollout-2026-11-16T01-41-10-01a1e203-eb1f-7341-aad6-da716eafc84e.jsonl',
)
const GEMINI = fixture('gemini/tmp/shop/chats/session-2026-10-02T09-15-7c1f0a52.jsonl')

let path: string

beforeEach(async () => {
  path = join(temporaryFolder(), 's.jsonl')
})

let made = 0
function prompt(text: string, more: object = {}): string {
  made += 1
  const message = { role: 'user', content: text }
  const base = { type: 'user', sessionId: 's', uuid: `u${made}`, parentUuid: null, message }
  return JSON.stringify({ ...base, timestamp: '2026-01-01T10:00:00Z', ...more })
}
function answer(id: string, block: object): string {
  made += 1
  const message = { role: 'assistant', id, model: 'm', content: [block] }
  return JSON.stringify({ type: 'assistant', sessionId: 's', uuid: `u${made}`, message })
}
const said = (text: string) => ({ type: 'text', text })
const called = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
function result(callId: string, content: unknown): string {
  return prompt('', {
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content }] },
  })
}
async function write(...lines: string[]): Promise<void> {
  await writeFile(path, lines.map((line) => `${line}\n`).join(''))
}
async function append(...lines: string[]): Promise<void> {
  await appendFile(path, lines.map((line) => `${line}\n`).join(''))
}

describe('readTranscript', () => {
  it.each([CLAUDE, CODEX, GEMINI])(
    'F-01 every message of %s has the shape promised',
    async (file) => {
      for (const message of (await readAll(file)).messages) TranscriptMessage.parse(message)
    },
  )

  it.each([CLAUDE, CODEX])(
    'F-01 every line of %s is a message, news of its session, or counted',
    async (file) => {
      const settings = ReadingSettings.parse({})
      const copy = path
      let cursor: TranscriptCursor | null = null
      await writeFile(copy, '')
      for (const record of await rawLines(file)) {
        await appendFile(copy, `${JSON.stringify(record)}\n`)
        const found = { ...(await foundAt(file)), path: copy }
        let traces = 0
        for await (const chunk of readTranscript(settings, found, cursor)) {
          traces +=
            chunk.messages.length +
            chunk.marks.length +
            chunk.skipped.length +
            chunk.sessions.length
          cursor = chunk.cursor
        }
        expect(traces, JSON.stringify(record).slice(0, 200)).toBeGreaterThan(0)
      }
    },
  )

  it.each([CLAUDE, CODEX, GEMINI])(
    'F-01 written in pieces cut anywhere, %s reads the same',
    async (file) => {
      const whole = await readAll(file)
      const found = { ...(await foundAt(file)), path }
      const bytes = await (await import('node:fs/promises')).readFile(file)
      const cut = fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(cut, fc.constantFrom(500, 5000, 1_000_000), async (cuts, batchBytes) => {
          const settings = ReadingSettings.parse({ batchBytes })
          await writeFile(path, '')
          const messages = new Map<string, TranscriptMessage>()
          const skipped: Record<string, number> = {}
          let marks = 0
          let cursor: TranscriptCursor | null = null
          let from = 0
          for (const place of [...cuts.sort((a, b) => a - b), bytes.length]) {
            await appendFile(path, bytes.subarray(from, place))
            from = place
            const part = await readAll(found, cursor, settings)
            for (const message of part.messages) messages.set(messageKey(message), message)
            for (const [reason, count] of Object.entries(part.skipped)) {
              skipped[reason] = (skipped[reason] ?? 0) + count
            }
            marks += part.marks.length
            cursor = part.cursor
          }
          expect([...messages.values()]).toEqual(whole.messages)
          expect(marks).toBe(whole.marks.length)
          const { 'unfinished last line': _waited, ...counted } = skipped
          expect(counted).toEqual(whole.skipped)
        }),
        { numRuns: 25 },
      )
    },
  )

  it('F-01 an answer that grows between two readings is given again under its id, complete', async () => {
    await write(prompt('go'), answer('msg_1', said('Looking.')))
    const first = await readAll(path)
    expect(first.messages.map((message) => message.text)).toEqual(['go', 'Looking.'])
    expect((await readAll(path, first.cursor)).messages).toEqual([])

    await append(answer('msg_1', called('c1')), result('c1', 'fine'), answer('msg_1', called('c2')))
    const second = await readAll(path, first.cursor)
    const grown = second.messages.find((message) => message.role === 'assistant')
    expect(grown?.text).toBe('Looking.')
    expect(grown?.toolCalls.map((call) => call.id)).toEqual(['c1', 'c2'])

    await append(result('c2', 'fine'), prompt('thanks'))
    const third = await readAll(path, second.cursor)
    expect(third.messages.map((message) => message.role)).toEqual(['tool', 'user'])
  })

  it('F-01 a message given up as it stood never loses what it had', async () => {
    const settings = ReadingSettings.parse({ rereadBytes: 2000 })
    await write(prompt('go'), answer('msg_1', said('Looking.')), result('c0', 'x'.repeat(3000)))
    const first = await readAll(path, null, settings)
    await append(answer('msg_1', said('Found it.')))
    const second = await readAll(path, first.cursor, settings)
    expect(second.messages.map((message) => message.text)).toEqual(['Found it.'])
    expect(second.messages[0]?.messageId).not.toBe('msg_1')
  })

  it('F-01 a record that the host repeats is given once', async () => {
    const line = prompt('said once', { uuid: 'same' })
    await write(line, answer('msg_1', said('yes')), line)
    const { messages, skipped } = await readAll(path)
    expect(messages.map((message) => message.text)).toEqual(['said once', 'yes'])
    expect(skipped).toEqual({ 'repeated record': 1 })
  })

  it('F-01 history copied into another session is the same message', async () => {
    const uuid = '7d3c1a52-0b8e-4a6f-9c55-1c4b5b8f1d22'
    await write(prompt('said once', { uuid, sessionId: 'one' }))
    const [first] = (await readAll(path)).messages
    await write(prompt('said once', { uuid, sessionId: 'two' }))
    const [second] = (await readAll(path)).messages
    expect(first && second && messageKey(first) === messageKey(second)).toBe(true)
  })

  it('F-01 a cursor holds no words of the transcript', async () => {
    const secret = 'correct-horse-battery'
    await write(prompt(secret), answer('msg_1', said(secret)), result('c', secret))
    const { cursor } = await readAll(path)
    expect(JSON.stringify(cursor)).not.toContain('horse')
  })

  it('F-01 corrupt lines are counted with the place of the first', async () => {
    const good = prompt('good')
    await write(good, '{"type":"user","mess', '\u0000\u0000\u0000', '[1]', '', prompt('better'))
    const { messages, skipped, places } = await readAll(path)
    expect(messages.map((message) => message.text)).toEqual(['good', 'better'])
    expect(skipped).toEqual({ 'corrupt line': 2, 'not a record': 1, 'blank line': 1 })
    expect(places['corrupt line']).toEqual({ line: 2, offset: Buffer.byteLength(good) + 1 })
  })

  it('F-01 one endless line is passed over and the rest is read', async () => {
    const settings = ReadingSettings.parse({ batchBytes: 1000, maxLineBytes: 10_000 })
    await write(prompt('before'), prompt('x'.repeat(200_000)), prompt('after'))
    const { messages, skipped, places } = await readAll(path, null, settings)
    expect(messages.map((message) => message.text)).toEqual(['before', 'after'])
    expect(skipped['oversized line']).toBe(1)
    expect(places['oversized line']?.line).toBe(2)
  })

  it('F-01 JSON of any depth is read or counted', async () => {
    const depth = 100_000
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const call = `{"type":"assistant","sessionId":"s","uuid":"d","message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"c","name":"X","input":${deep}}]}}`
    const odd = `{"type":"user","message":{"role":"user","content":${deep}}}`
    await write(prompt('before'), call, odd, prompt('after'))
    const { messages } = await readAll(path)
    expect(messages[0]?.text).toBe('before')
    expect(messages.at(-1)?.text).toBe('after')
  })

  it('F-01 binary in a tool result is named and not kept', async () => {
    await write(answer('m', called('c')), result('c', `\u0000\u0001\u0002\u0003PNG`))
    const { messages, skipped } = await readAll(path)
    expect(messages[1]?.toolResult?.text).toBe('[binary, 7 characters]')
    expect(skipped).toEqual({ binary: 1 })
  })

  it('F-01 clocks that jump change no order and stay within the session', async () => {
    const times = ['2026-01-01T10:00:00Z', '2025-12-31T23:00:00Z', '2026-01-01T09:00:00Z', 'never']
    await write(...times.map((timestamp, index) => prompt(`p${index}`, { timestamp })))
    const { messages, sessions } = await readAll(path)
    expect(messages.map((message) => message.text)).toEqual(['p0', 'p1', 'p2', 'p3'])
    expect(messages[3]?.at).toBe(null)
    expect(sessions[0]).toMatchObject({
      startedAt: '2025-12-31T23:00:00.000Z',
      lastAt: '2026-01-01T10:00:00.000Z',
    })
  })

  it('F-01 a transcript that shrinks or is replaced is read again from the top, and says so', async () => {
    await write(prompt('one'), prompt('two'))
    const found = await foundAt(path)
    const first = await readAll(found)
    await truncate(path, 10)
    const cut = await readAll(found, first.cursor)
    expect(cut.skipped).toMatchObject({ 'read again from the top: truncated': 1 })
    await write(prompt('three'), prompt('four'), prompt('five'))
    const again = await readAll(found, cut.cursor)
    expect(again.messages.map((message) => message.text)).toEqual(['three', 'four', 'five'])
  })

  it('F-01 a transcript that is gone or cannot be read is counted, and the place is kept', async () => {
    await write(prompt('one'))
    const found = await foundAt(path)
    const first = await readAll(found)
    await rm(path)
    const gone = await readAll(found, first.cursor)
    expect(gone.skipped).toEqual({ 'file: no longer there': 1 })
    expect(gone.cursor).toEqual(first.cursor)
    await mkdir(path)
    expect((await readAll(found, first.cursor)).skipped).toEqual({ 'file: cannot be read': 1 })
  })

  it('F-09 private words are not read, and a prompt of nothing else is none', async () => {
    await write(
      prompt('use <private>hunter2</private> here'),
      prompt('<private>all of it</private>'),
      answer('m', said('I will use <private>hunter2')),
      result('c', 'token <private>hunter2</private>'),
    )
    const { messages, skipped } = await readAll(path)
    expect(JSON.stringify(messages)).not.toContain('hunter2')
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool'])
    expect(skipped.private).toBe(4)
  })

  it('F-07 a large file comes in chunks, each with a place to go on from', async () => {
    const settings = ReadingSettings.parse({ batchBytes: 2000 })
    await write(...Array.from({ length: 200 }, (_, i) => prompt(`prompt ${i}`)))
    const found = await foundAt(path)
    const seen: string[] = []
    let cursor: TranscriptCursor | null = null
    let runs = 0
    for (let isDone = false; !isDone; runs++) {
      isDone = true
      for await (const chunk of readTranscript(settings, found, cursor)) {
        seen.push(...chunk.messages.map((message) => message.text))
        isDone = chunk.lines === 0
        cursor = JSON.parse(JSON.stringify(chunk.cursor))
        break // as if the process had ended here
      }
    }
    expect(runs).toBeGreaterThan(5)
    expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => `prompt ${i}`))
  })

  it('F-01 a cursor of another version begins at the top', async () => {
    await write(prompt('one'))
    const { cursor } = await readAll(path)
    const old = { ...cursor, version: 0 } as TranscriptCursor
    expect((await readAll(path, old, defaults)).messages).toHaveLength(1)
  })
})
