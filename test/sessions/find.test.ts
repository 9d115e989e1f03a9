import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTranscripts, hostOfRecords } from '../../src/sessions/find.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fixture } from './fixture.ts'

async function homeWithEverything(): Promise<string> {
  const home = temporaryFolder()
  await cp(fixture('claude-code'), join(home, '.claude'), { recursive: true })
  await cp(fixture('codex'), join(home, '.codex'), { recursive: true })
  await cp(fixture('gemini'), join(home, '.gemini'), { recursive: true })
  await cp(fixture('opencode'), join(home, '.local/share/opencode'), { recursive: true })
  return home
}

describe('findTranscripts', () => {
  it('F-01 finds what every host left in the home folder', async () => {
    const home = await homeWithEverything()
    const found = await findTranscripts({ env: {}, home })
    const count = (host: string) => found.filter((one) => one.host === host).length
    expect(count('claude-code')).toBe(4)
    expect(count('codex')).toBe(2)
    expect(count('gemini')).toBe(3)
    expect(count('opencode')).toBe(1)
    expect(found).toHaveLength(10)
    const chat = found.find((one) => one.path.endsWith('7c1f0a52.jsonl'))
    expect(chat?.cwd).toBe('/home/dev/shop')
    const packed = found.find((one) => one.form === 'jsonl.zst')
    expect(packed?.sessionId).toBe('01a1e204-156a-7d82-9958-1a12b385f93c')
    const sub = found.find((one) => one.path.includes('subagents'))
    expect(sub?.parentSessionId).toBe('9080ece3-78d8-4bef-9b0b-942f9017817d')
  })

  it('F-01 follows the hosts where their environment sends them', async () => {
    const home = await homeWithEverything()
    const env = {
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CODEX_HOME: join(home, '.codex'),
      GEMINI_CLI_HOME: home,
      XDG_DATA_HOME: join(home, '.local/share'),
    }
    const found = await findTranscripts({ env, home: '/nowhere' })
    expect(found).toHaveLength(10)
    const only = await findTranscripts({ env, home: '/nowhere', hosts: ['codex'] })
    expect(only.map((one) => one.host)).toEqual(['codex', 'codex'])
  })

  it('F-07 tells hosts apart by content below any folder', async () => {
    const folder = temporaryFolder()
    const deep = join(folder, 'backup', 'of', 'things')
    await mkdir(deep, { recursive: true })
    await cp(fixture('claude-code/projects/-home-dev-proj-a-b-sub'), join(deep, 'a'), {
      recursive: true,
    })
    await cp(fixture('codex/unpacked.jsonl'), join(deep, 'b.jsonl'))
    await cp(fixture('gemini/tmp/shop/chats'), join(deep, 'c'), { recursive: true })
    await cp(fixture('opencode/storage'), join(deep, 'd'), { recursive: true })
    await cp(fixture('generic/notes.jsonl'), join(deep, 'e.jsonl'))
    await writeFile(join(deep, 'package.json'), '{"name":"x","version":"1.0.0"}')
    await writeFile(join(deep, 'tsconfig.json'), '{"compilerOptions":{}}')
    await writeFile(join(deep, 'data.db'), 'no database')
    await writeFile(join(deep, 'empty.jsonl'), '')
    const found = await findTranscripts({ env: {}, home: '/nowhere', path: folder })
    const hosts = found.map((one) => one.host).sort()
    expect(hosts).toEqual([
      ...Array(4).fill('claude-code'),
      'codex',
      ...Array(3).fill('gemini'),
      'generic',
      'opencode',
    ])
  })

  it('F-01 a folder that is not there holds nothing', async () => {
    expect(await findTranscripts({ env: {}, home: '/nowhere' })).toEqual([])
    expect(await findTranscripts({ env: {}, home: '/nowhere', path: '/nowhere/else' })).toEqual([])
  })

  it('F-01 a file that begins with an endless or broken line is still found', async () => {
    const folder = temporaryFolder()
    const text = 'x'.repeat(400_000)
    await writeFile(
      join(folder, 'a.jsonl'),
      `{"type":"response_item","payload":{"text":"${text}"}}\n`,
    )
    await writeFile(
      join(folder, 'b.jsonl'),
      `{"parentUuid":null,"type":"user","message":"${text}"}\n`,
    )
    await writeFile(join(folder, 'c.jsonl'), 'no JSON at all\n')
    const found = await findTranscripts({ env: {}, home: '/nowhere', path: folder })
    const hosts = Object.fromEntries(found.map((one) => [one.path.at(-7), one.host]))
    expect(hosts).toEqual({ a: 'codex', b: 'claude-code', c: 'generic' })
  })

  it('F-01 a few odd records do not decide whose file it is', () => {
    const records = [
      { role: 'user', content: 'x' },
      { type: 'response_item', payload: {} },
      { type: 'event_msg', payload: {} },
    ]
    expect(hostOfRecords(records, 'lines')).toBe('codex')
  })
})
