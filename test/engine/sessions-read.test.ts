import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { readTranscripts } from '../../src/engine/sessions/read.ts'
import { fixture, rawLines } from '../sessions/fixture.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

const NOTHING_NEW = {
  files: 0,
  sessions: 0,
  messages: 0,
  replaced: 0,
  skippedLines: 0,
  memories: 0,
}

/** A person's machine, and Mneme on it. */
async function machine(env: Readonly<Record<string, string>> = {}) {
  const person = temporaryFolder()
  const home = await openHome({ env: { HOME: person, ...env } })
  return { person, home, read: () => home.do('sessions backfill', {}) }
}

async function said(home: Home, id: string): Promise<string[]> {
  const session = await home.engine.store.sessions.get(id)
  if (!session) return []
  return (await home.engine.store.sessions.messages(session)).map((message) => message.text)
}

describe('every host', () => {
  it('F-01 F-07 the transcripts of a machine are read once, each host from its own place', async () => {
    const { person, home, read } = await machine()
    cpSync(fixture('claude-code/projects'), join(person, '.claude', 'projects'), {
      recursive: true,
    })
    cpSync(fixture('codex'), join(person, '.codex'), { recursive: true })
    cpSync(fixture('gemini'), join(person, '.gemini'), { recursive: true })
    const opencode = join(person, '.local', 'share', 'opencode', 'storage')
    cpSync(fixture('opencode/storage'), opencode, { recursive: true })

    const report = await read()
    const sessions = await home.engine.store.sessions.list({}, { limit: 100 })
    expect(new Set(sessions.map(({ host }) => host))).toEqual(
      new Set(['claude-code', 'codex', 'gemini', 'opencode']),
    )
    expect(report.sessions).toBe(sessions.length)
    expect(report.messages).toBe(sessions.reduce((sum, each) => sum + each.messages, 0))
    expect(report.messages).toBeGreaterThan(30)
    expect(await read()).toMatchObject(NOTHING_NEW)
    expect(await home.engine.store.sessions.totals()).toMatchObject({ messages: report.messages })
  })

  it('F-01 as many messages as an independent count finds', async () => {
    const { home } = await machine()
    const path = fixture('generic/notes.jsonl')
    const records = await rawLines(path)
    const report = await home.do('sessions backfill', { path })
    const count = (role: string) => records.filter((record) => record.role === role).length
    const [session] = await home.engine.store.sessions.list({}, { limit: 1 })
    expect(session).toMatchObject({ users: count('user'), assistants: count('assistant') })
    expect(report.messages).toBe(records.filter((record) => record.role).length)
  })

  it('F-01 a subagent belongs to the session that started it', async () => {
    const { home } = await machine()
    await home.do('sessions backfill', { path: fixture('claude-code/projects') })
    const { sessions } = await home.do('sessions list', {})
    expect(sessions.every(({ parent }) => parent === null)).toBe(true)
    const parent = '9080ece3-78d8-4bef-9b0b-942f9017817d'
    const shown = await home.do('sessions show', { id: parent })
    expect(shown.started.map((each) => each.parent)).toEqual([parent])
  })
})

describe('reading on', () => {
  it('F-01 only what is new is added, and an answer that grew is replaced', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'growing')
    file.prompt('Add a price column')
    expect(await read()).toMatchObject({ files: 1, sessions: 1, messages: 1 })
    const call = file.call('Read', { file_path: '/home/dev/shop/price.ts' }, 'Looking.')
    expect(await read()).toMatchObject({ sessions: 0, messages: 1 })
    file.result(call, 'export const price = 1')
    file.answer('The column is there.')
    expect(await read()).toMatchObject({ sessions: 0, messages: 2 })
    expect(await read()).toMatchObject(NOTHING_NEW)
    expect(await said(home, 'growing')).toEqual([
      'Add a price column',
      'Looking.',
      'export const price = 1',
      'The column is there.',
    ])
  })

  it('F-01 a transcript that was cut short is read again, and nothing is doubled', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'cut')
    for (let i = 0; i < 20; i++) file.prompt(`Message number ${i}`)
    await read()
    truncateSync(file.path, 900)
    file.raw('')
    file.prompt('And one more')
    expect(await read()).toMatchObject({ messages: 1, skippedLines: 1 })
    expect(await said(home, 'cut')).toHaveLength(21)
  })

  it('F-01 one that is deleted keeps what was read of it', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'deleted')
    file.prompt('Remember the milk')
    await read()
    rmSync(file.path)
    expect(await read()).toMatchObject({ ...NOTHING_NEW, unreadable: [] })
    expect(await said(home, 'deleted')).toEqual(['Remember the milk'])
    expect((await home.do('doctor', {})).findings).toEqual([])
  })

  it('F-01 one that goes while it is read is counted, and the others are read', async () => {
    const { person, home } = await machine()
    const first = sessionFile(person, 'going')
    const second = sessionFile(person, 'staying')
    first.prompt('I am about to go')
    second.prompt('I stay')
    const { engine, caller } = home
    const { findTranscripts } = await import('../../src/sessions/find.ts')
    const { readFound } = await import('../../src/engine/sessions/read.ts')
    const found = await findTranscripts({ env: {}, home: person })
    rmSync(first.path)
    const report = await readFound(engine, caller, found)
    expect(report).toMatchObject({ found: 2, messages: 1 })
    expect(report.unreadable).toEqual([{ path: first.path, reason: 'file: no longer there' }])
  })

  it('F-01 broken lines are counted with their place, and doctor names them', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'broken')
    file.prompt('Before')
    file.raw('{"type":"user","mess')
    file.raw(`{"a":${'['.repeat(200_000)}`)
    file.raw(`"${'x'.repeat(9 * 1024 * 1024)}"`)
    file.raw('{"type":"never-heard-of"}')
    file.prompt('After')
    expect(await read()).toMatchObject({ messages: 2, skippedLines: 4 })
    expect(await said(home, 'broken')).toEqual(['Before', 'After'])
    const { healthy, findings } = await home.do('doctor', {})
    expect(healthy).toBe(false)
    expect(findings.map(({ what }) => what).sort()).toEqual([
      `${file.path}:2: corrupt line (2 times)`,
      `${file.path}:4: oversized line`,
    ])
    expect(await read()).toMatchObject(NOTHING_NEW)
    expect((await home.do('doctor', {})).findings).toHaveLength(2)
  })

  it.skipIf(process.getuid?.() === 0)(
    'F-01 a file without permission is named until it can be read',
    async () => {
      const { person, home, read } = await machine()
      const file = sessionFile(person, 'locked')
      file.prompt('Behind a lock')
      chmodSync(file.path, 0o000)
      expect((await read()).unreadable).toEqual([
        { path: file.path, reason: 'file: no permission' },
      ])
      expect((await home.do('doctor', {})).findings[0]?.what).toBe(`${file.path}: no permission`)
      chmodSync(file.path, 0o600)
      expect(await read()).toMatchObject({ messages: 1, unreadable: [] })
      expect((await home.do('doctor', {})).findings).toEqual([])
    },
  )

  it('F-01 a database that its host holds is left for the next time', async () => {
    const { person, home, read } = await machine({ MNEME_SESSIONS_BUSY_MS: '20' })
    const folder = join(person, '.local', 'share', 'opencode')
    mkdirSync(folder, { recursive: true })
    const host = new DatabaseSync(join(folder, 'opencode.db'))
    host.exec(`
      CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
      INSERT INTO session VALUES ('ses_1', 'p', NULL, '/home/dev/api', 'Cursors', '1.0', 1790000000000, 1790000000000);
      INSERT INTO message VALUES ('msg_1', 'ses_1', 1790000000000, 1790000000000, '{"role":"user"}');
      INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', 1790000000000, 1790000000000, '{"type":"text","text":"Add cursors"}');
      BEGIN EXCLUSIVE;
    `)
    const held = await read()
    expect(held.messages).toBe(0)
    expect(held.unreadable.map(({ reason }) => reason)).toEqual(['database: held by its host'])
    host.exec('COMMIT')
    expect(await read()).toMatchObject({ messages: 1, unreadable: [] })
    expect(await said(home, 'ses_1')).toEqual(['Add cursors'])
    host.close()
  })

  it('F-01 a resumed session that copies its history does not double it', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, '11111111-aaaa-4aaa-8aaa-111111111111')
    file.prompt('First question')
    file.answer('First answer')
    await read()
    const { readFileSync } = await import('node:fs')
    const copied = readFileSync(file.path, 'utf8').replaceAll(
      '"sessionId":"11111111-aaaa-4aaa-8aaa-111111111111"',
      '"sessionId":"22222222-bbbb-4bbb-8bbb-222222222222"',
    )
    const resumed = sessionFile(person, '22222222-bbbb-4bbb-8bbb-222222222222')
    writeFileSync(resumed.path, copied)
    resumed.prompt('Second question')
    expect(await read()).toMatchObject({ sessions: 1, messages: 1 })
    expect(await said(home, '22222222-bbbb-4bbb-8bbb-222222222222')).toEqual(['Second question'])
  })

  it('F-07 two readers at once store everything once', async () => {
    const { person, home } = await machine()
    for (const name of ['one', 'two', 'three']) {
      const file = sessionFile(person, name)
      for (let i = 0; i < 30; i++) file.prompt(`${name} says ${i}`)
    }
    const { engine, caller } = home
    const reports = await Promise.all([
      readTranscripts(engine, caller),
      readTranscripts(engine, caller),
    ])
    expect(reports.reduce((sum, report) => sum + report.messages, 0)).toBe(90)
    expect(await engine.store.sessions.totals()).toMatchObject({ sessions: 3, messages: 90 })
  })
})

describe('what is never read', () => {
  it('F-09 private parts, incognito sessions, excluded folders and projects that are off', async () => {
    const { person, home, read } = await machine({
      MNEME_PRIVACY_EXCLUDED_PATHS: '["/home/dev/secret-project", "*.payroll"]',
    })
    const { switchMemory } = await import('../../src/engine/projects/off.ts')
    const open = sessionFile(person, 'open')
    open.prompt('Use tabs <private>my salary is zorkmid</private> please')
    const payroll = open.call('Read', { file_path: '/home/dev/shop/may.payroll' })
    open.result(payroll, 'everybody earns zorkmid')
    sessionFile(person, 'excluded', { cwd: '/home/dev/secret-project/deep' }).prompt('zorkmid')
    sessionFile(person, 'incognito').prompt('zorkmid incognito')
    await switchMemory(home.engine, { ...home.caller, session: 'incognito' }, 'session', true)
    const folder = home.projectFolder('switched-off')
    const there = await home.at({ folder })
    await there.do('remember', { content: 'Something to make it a project.', scope: 'project' })
    await there.do('off', { where: 'project' })
    sessionFile(person, 'off', { cwd: folder }).prompt('zorkmid while off')

    await read()
    const { sessions } = await home.do('sessions list', { all: true })
    expect(sessions.map(({ id }) => id)).toEqual(['open'])
    const kept = JSON.stringify(await home.do('sessions show', { id: 'open' }))
    expect(kept).not.toContain('zorkmid')
    expect(kept).not.toContain('payroll')
    expect(kept).toContain('Use tabs')
    expect((await home.do('session-search', { query: 'zorkmid' })).hits).toEqual([])
    const projects = await home.engine.store.projects.all()
    expect(JSON.stringify(projects)).not.toContain('secret-project')
    // What was said while it was off is not read later either.
    await there.do('on', { where: 'project' })
    expect(await read()).toMatchObject(NOTHING_NEW)
  })

  it('F-09 a repository may keep its own files out', async () => {
    const { person, home, read } = await machine()
    const folder = home.projectFolder('repository')
    const { execFileSync } = await import('node:child_process')
    execFileSync('git', ['init', '-q', folder])
    mkdirSync(join(folder, '.mneme'))
    writeFileSync(join(folder, '.mneme', 'config.toml'), '[memory]\nenabled = false\n')
    sessionFile(person, 'there', { cwd: folder }).prompt('not to be read')
    expect(await read()).toMatchObject({ sessions: 0, messages: 0 })
  })

  it('G-10 content of secret files, ignored files and environment files is left out', async () => {
    const { person, home, read } = await machine()
    const folder = home.projectFolder('app')
    writeFileSync(join(folder, '.gitignore'), 'local/\n')
    const file = sessionFile(person, 'files', { cwd: folder })
    const answers: readonly [object, string][] = [
      [{ file_path: join(folder, '.env') }, 'NAME=quux-one'],
      [{ file_path: join(folder, 'local', 'notes.txt') }, 'quux-two'],
      [{ file_path: join(folder, 'src', 'main.ts') }, 'quux-open'],
    ]
    for (const [input, text] of answers) file.result(file.call('Read', input), text)
    file.result(file.call('Bash', { command: 'cat ~/.aws/credentials' }), 'quux-three')
    file.result(file.call('Bash', { command: 'printenv' }), 'PATH=quux-four\nHOME=quux-five\nX_Y=1')
    await read()
    const kept = (await said(home, 'files')).join('\n')
    expect(kept).toContain('quux-open')
    expect(kept.match(/quux-\w+/g)).toEqual(['quux-open'])
  })

  it('G-10 an answer is left out also when its call was read before', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'apart')
    const call = file.call('Read', { file_path: '/home/dev/shop/.env' })
    await read()
    file.result(call, 'the quux of the matter')
    await read()
    expect((await said(home, 'apart')).join()).not.toContain('quux')
  })

  it('K-09 what we injected, and what our own tools answered, is not indexed', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'echo')
    file.prompt('<memory-context>\nquux from memory\n</memory-context>\nWhat now?')
    file.answer('As said: <memory-context>quux again</memory-context> so be it.')
    file.result(file.call('mcp__mneme__search', { query: 'what' }), 'quux from the tool')
    file.result(file.call('Bash', { command: 'mneme search what' }), 'quux from the command')
    await read()
    const kept = (await said(home, 'echo')).join('\n')
    expect(kept).toContain('What now?')
    expect(kept).toContain('so be it.')
    expect(kept).not.toContain('quux')
  })

  it('B-16 transcripts older than the retention setting are not kept', async () => {
    const { person, home, read } = await machine({ MNEME_RETENTION_TRANSCRIPTS_DAYS: '30' })
    sessionFile(person, 'recent', { start: '2025-12-20T10:00:00.000Z' }).prompt('of late')
    sessionFile(person, 'ancient', { start: '2025-06-01T10:00:00.000Z' }).prompt('long ago')
    await read()
    expect((await home.do('sessions list', {})).sessions.map(({ id }) => id)).toEqual(['recent'])
    home.clock.advance(40 * 86_400_000)
    await read()
    expect((await home.do('sessions list', {})).sessions).toEqual([])
    expect((await home.do('session-search', { query: 'late' })).hits).toEqual([])
  })

  it('B-14 F-09 a forgotten session is gone from disk and stays gone', async () => {
    const { person, home, read } = await machine()
    const file = sessionFile(person, 'forgettable')
    file.prompt('The quuxotic plan')
    file.answer('A quuxotic plan indeed')
    sessionFile(person, 'other').prompt('Something else')
    await read()
    await home.do('lifeboat save', { id: 'forgettable' })
    expect(await home.do('sessions forget', { id: 'forgettable' })).toMatchObject({
      forgotten: false,
      removed: { messages: 2 },
    })
    await home.do('sessions forget', { id: 'forgettable', yes: true })
    const { hits } = await home.do('session-search', { query: 'quuxotic' })
    expect(hits.filter(({ session }) => session === 'forgettable')).toEqual([])
    appendFileSync(file.path, '')
    file.prompt('quuxotic once more')
    expect(await read()).toMatchObject({ messages: 0 })
    const { readFileSync } = await import('node:fs')
    const disk = readFileSync(join(home.folder, 'mneme', 'mneme.db')).toString('latin1')
    expect(disk.includes('quuxotic')).toBe(false)
    expect(disk.includes('Something else')).toBe(true)
  })
})

describe('the index of messages', () => {
  it('B-15 is found to be damaged and built again from the rows', async () => {
    const { person, home, read } = await machine({ MNEME_EMBED_PROVIDER: 'none' })
    const file = sessionFile(person, 'indexed')
    for (let turn = 0; turn < 70; turn++) file.prompt(`Turn ${turn} about the xylophone`)
    await read()
    const search = async () => (await home.do('session-search', { query: 'xylophone' })).hits.length
    const before = await search()
    expect(before).toBeGreaterThan(0)
    const database = new DatabaseSync(join(home.folder, 'mneme', 'mneme.db'))
    database.exec(`INSERT INTO message_text (message_text) VALUES ('delete-all')`)
    database.exec(`INSERT INTO stretch_text (stretch_text) VALUES ('delete-all')`)
    database.close()
    expect(await search()).toBe(0)
    const { findings } = await home.do('doctor', { repair: true })
    expect(findings).toEqual([
      expect.objectContaining({
        what: '70 messages are missing from the text index',
        repaired: true,
      }),
    ])
    expect(await search()).toBe(before)
  })
})
