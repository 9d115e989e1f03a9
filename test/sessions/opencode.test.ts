import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTranscripts } from '../../src/sessions/find.ts'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { countOf, fixture, foundAt, readAll } from './fixture.ts'

const STORAGE = fixture('opencode/storage')

describe('OpenCode files', () => {
  it('F-01 gives what was said in every session of the folder', async () => {
    const { messages, marks, sessions, skipped } = await readAll(STORAGE)
    expect(messages.map((message) => [message.role, message.text])).toEqual([
      ['user', 'Add cursors to the list endpoint'],
      ['assistant', 'The list now takes a cursor.'],
      ['tool', ''],
      ['user', 'Find every caller of list()'],
    ])
    expect(messages[1]?.toolCalls[0]?.filesModified).toEqual(['/home/dev/api/list.ts'])
    expect(marks).toMatchObject([{ kind: 'compaction', text: 'Summary: cursors were added.' }])
    expect(sessions).toMatchObject([
      { sessionId: 'ses_1', title: 'Pagination', cwd: '/home/dev/api' },
      { sessionId: 'ses_2', parentSessionId: 'ses_1' },
    ])
    expect(skipped['injected: synthetic']).toBe(1)
  })

  it('F-01 reads a session again only when a file of it changed', async () => {
    const { cursor } = await readAll(STORAGE)
    expect((await readAll(STORAGE, cursor)).messages).toEqual([])
  })
})

describe('OpenCode database', () => {
  let path: string
  let host: DatabaseSyncInstance

  beforeEach(async () => {
    const folder = temporaryFolder()
    await mkdir(join(folder, 'opencode'))
    path = join(folder, 'opencode', 'opencode.db')
    host = new DatabaseSync(path)
    host.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, time_updated INTEGER, data TEXT);
    `)
  })

  afterEach(() => host.close())

  let now = 1_790_000_000_000
  function later(): number {
    now += 1000
    return now
  }
  function session(id: string, parent: string | null = null): void {
    host
      .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(id, 'p', parent, '/home/dev/api', `About ${id}`, '1.19.3', now, now)
  }
  function say(sessionId: string, id: string, role: string, text: string, at = later()): void {
    host
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
      .run(id, sessionId, at, at, JSON.stringify({ role, time: { created: at } }))
    part(sessionId, id, { type: 'text', text }, at)
  }
  let parts = 0
  function nextPart(): number {
    parts += 1
    return parts
  }
  function part(sessionId: string, message: string, data: object, at = later()): string {
    const id = `prt_${String(nextPart()).padStart(4, '0')}`
    host
      .prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, message, sessionId, at, at, JSON.stringify(data))
    return id
  }

  it('F-01 counts what an independent query counts', async () => {
    session('ses_a')
    session('ses_b', 'ses_a')
    for (let i = 0; i < 7; i++)
      say(i % 2 ? 'ses_b' : 'ses_a', `msg_${i}`, i % 3 ? 'assistant' : 'user', `words ${i}`)
    const rows = host
      .prepare(`SELECT json_extract(data, '$.role') AS role, count(*) AS n FROM message GROUP BY 1`)
      .all() as { role: string; n: number }[]
    const { messages, sessions } = await readAll(path)
    for (const { role, n } of rows) expect(countOf(messages, role)).toBe(n)
    expect(sessions.find((one) => one.sessionId === 'ses_b')?.parentSessionId).toBe('ses_a')
    const child = messages.find(
      (message) => message.sessionId === 'ses_b' && message.role === 'user',
    )
    expect(child?.origin).toBe('agent')
  })

  it('F-01 gives only what is new, and a message again when it grew', async () => {
    session('ses_a')
    say('ses_a', 'msg_1', 'user', 'first')
    const first = await readAll(path)
    expect(first.messages).toHaveLength(1)
    expect((await readAll(path, first.cursor)).messages).toEqual([])

    say('ses_a', 'msg_2', 'assistant', 'thinking')
    const id = part('ses_a', 'msg_2', {
      type: 'tool',
      callID: 'c',
      tool: 'bash',
      state: { status: 'running', input: { command: 'ls' } },
    })
    const second = await readAll(path, first.cursor)
    expect(second.messages.map((message) => message.messageId)).toEqual(['msg_2'])

    host.prepare('UPDATE part SET data = ?, time_updated = ? WHERE id = ?').run(
      JSON.stringify({
        type: 'tool',
        callID: 'c',
        tool: 'bash',
        state: { status: 'error', error: 'no', input: { command: 'ls' } },
      }),
      later(),
      id,
    )
    part('ses_a', 'msg_2', { type: 'step-finish' })
    const third = await readAll(path, second.cursor)
    expect(third.messages.find((message) => message.toolResult)?.toolResult).toEqual({
      callId: 'c',
      text: 'no',
      failed: true,
    })
    expect((await readAll(path, third.cursor)).messages).toEqual([])
  })

  it('F-01 sees a session that was imported with old times', async () => {
    session('ses_a')
    say('ses_a', 'msg_1', 'user', 'today')
    const { cursor } = await readAll(path)
    session('ses_0')
    say('ses_0', 'msg_0', 'user', 'years ago', 1_600_000_000_000)
    const { messages } = await readAll(path, cursor)
    expect(messages.map((message) => message.text)).toEqual(['years ago'])
  })

  it('F-07 an interrupted run goes on where it was', async () => {
    for (const id of ['ses_a', 'ses_b', 'ses_c']) {
      session(id)
      say(id, `msg_${id}`, 'user', `in ${id}`)
    }
    const { readTranscript } = await import('../../src/sessions/read-transcript.ts')
    const settings = ReadingSettings.parse({})
    const found = await foundAt(path)
    const seen: string[] = []
    let cursor = null
    for (let run = 0; run < 6; run++) {
      for await (const chunk of readTranscript(settings, found, cursor)) {
        seen.push(...chunk.messages.map((message) => message.text))
        cursor = chunk.cursor
        break // the process ends after every chunk
      }
    }
    expect(seen).toEqual(['in ses_a', 'in ses_b', 'in ses_c'])
  })

  it('F-01 reads the newer table where a session has no rows in the old one', async () => {
    session('ses_n')
    const add = host.prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)')
    add.run('msg_1', 'ses_n', 'user', 1, now, now, JSON.stringify({ text: 'Use tabs' }))
    const content = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Tabs it is.' },
      {
        type: 'tool',
        id: 'c1',
        name: 'write',
        state: {
          status: 'completed',
          input: { filePath: '/a' },
          content: [{ type: 'text', text: 'ok' }],
        },
      },
    ]
    add.run(
      'msg_2',
      'ses_n',
      'assistant',
      2,
      now,
      now,
      JSON.stringify({ content, model: { id: 'm' } }),
    )
    add.run('msg_3', 'ses_n', 'synthetic', 3, now, now, JSON.stringify({ text: 'injected' }))
    add.run('msg_4', 'ses_n', 'compaction', 4, now, now, JSON.stringify({ summary: 'short' }))
    const { messages, marks, skipped } = await readAll(path)
    expect(messages.map((message) => [message.role, message.text])).toEqual([
      ['user', 'Use tabs'],
      ['assistant', 'Tabs it is.'],
      ['tool', ''],
    ])
    expect(messages[2]?.toolResult?.text).toBe('ok')
    expect(marks).toMatchObject([{ kind: 'compaction', text: 'short' }])
    expect(skipped).toEqual({ 'injected: synthetic': 1, 'aside: reasoning': 1 })
  })

  it('F-01 a database its host holds is left for the next time', async () => {
    session('ses_a')
    say('ses_a', 'msg_1', 'user', 'hello')
    host.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const settings = ReadingSettings.parse({ busyMs: 10 })
    const held = await readAll(path, null, settings)
    expect(held.messages).toEqual([])
    expect(held.skipped).toEqual({ 'database: held by its host': 1 })
    host.exec('COMMIT')
    expect((await readAll(path, held.cursor)).messages).toHaveLength(1)
  })

  it('F-01 broken rows are counted and the others read', async () => {
    session('ses_a')
    say('ses_a', 'msg_1', 'user', 'hello')
    host.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run('msg_2', 'ses_a', now, now, '{')
    const { messages, skipped } = await readAll(path)
    expect(messages).toHaveLength(1)
    expect(skipped).toEqual({ 'corrupt message': 1 })
  })

  it('F-01 is found where the host keeps it', async () => {
    session('ses_a')
    const data = join(path, '..', '..')
    const found = await findTranscripts({ env: { XDG_DATA_HOME: data }, home: '/nowhere' })
    expect(found).toMatchObject([{ host: 'opencode', form: 'sqlite', path }])
  })
})
