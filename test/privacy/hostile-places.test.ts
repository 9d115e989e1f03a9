import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ensurePrivateFolder, homePaths } from '../../src/config/home.ts'
import { callDaemon, DaemonGone } from '../../src/doors/daemon/client.ts'
import type { HookCall } from '../../src/doors/hooks/client.ts'
import { keepForLater } from '../../src/doors/hooks/spool-writer.ts'
import { endpointFile, readEndpoint } from '../../src/machine/endpoint.ts'
import { isOwnSocket } from '../../src/machine/own-socket.ts'
import { backup, restore } from '../../src/operations/backup.ts'
import { context } from '../../src/operations/context.ts'
import { guardEnable } from '../../src/operations/guard.ts'
import { hook } from '../../src/operations/hook.ts'
import { remember } from '../../src/operations/remember.ts'
import { unpackedLines } from '../../src/sessions/packed.ts'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import { withProcessLock } from '../../src/store/sqlite/process-lock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type TestHome, testHome } from '../support/home.ts'

const onlyOnUnix = it.skipIf(process.platform === 'win32')

async function forcePush({ ask, folder }: TestHome, command = 'git push --force origin main') {
  const payload = {
    session_id: 's-1',
    cwd: folder,
    tool_name: 'Bash',
    tool_use_id: 'call-1',
    tool_input: { command },
  }
  const where = { door: 'hook', session: 's-1' } as const
  const { answer } = await ask(hook, { host: 'claude-code', event: 'PreToolUse', payload }, where)
  return JSON.stringify(answer)
}

async function guardedHome(): Promise<TestHome> {
  const home = await testHome()
  mkdirSync(join(home.folder, '.git'))
  writeFileSync(join(home.folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  mkdirSync(join(home.folder, '.git', 'objects'))
  mkdirSync(join(home.folder, '.git', 'refs'))
  const rule = { content: 'Never force-push to main', type: 'negative', triggers: ['push --force'] }
  const { id } = await home.ask(remember, { ...rule, scope: 'global' })
  await home.ask(guardEnable, { id: id ?? '', action: 'block' })
  expect(await forcePush(home)).toContain('deny')
  return home
}

function repositoryConfig(home: TestHome, text: string): void {
  mkdirSync(join(home.folder, '.mneme'), { recursive: true })
  writeFileSync(join(home.folder, '.mneme', 'config.toml'), text)
}

describe('a cloned repository', () => {
  it.each(['nonsense = 1', '[memory', 'memory.enabled = false', 'retrieval.max_bytes = "none"'])(
    'M-06 cannot keep a guard from acting with %j',
    async (text) => {
      const home = await guardedHome()
      repositoryConfig(home, text)
      expect(await forcePush(home)).toContain('deny')
    },
  )

  it('M-06 cannot take the person’s own rules out of the context, and is named once', async () => {
    const home = await guardedHome()
    repositoryConfig(home, 'nonsense = 1')
    const served = await home.ask(context, { part: 'stable' })
    expect(served.text).toContain('Never force-push')
    const { engine } = await home.at({ door: 'cli', folder: home.folder })
    expect(engine.configured.warnings).toHaveLength(1)
  })

  onlyOnUnix('M-06 cannot bring a folder of settings in through a link', async () => {
    const home = await guardedHome()
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'config.toml'), 'memory.enabled = false\n')
    symlinkSync(elsewhere, join(home.folder, '.mneme'))
    const { engine } = await home.at({ door: 'cli', folder: home.folder })
    expect(engine.config.memory.enabled).toBe(true)
    expect(engine.configured.warnings).toHaveLength(1)
  })

  it('M-06 a slip in the person’s own file leaves the guards as they were', async () => {
    const home = await guardedHome()
    writeFileSync(home.engine.home.config, '[memory\n')
    expect(await forcePush(home)).toContain('deny')
  })

  it('M-06 a guard sees through quotes within a word', async () => {
    const home = await guardedHome()
    expect(await forcePush(home, `git pu's'h --fo""rc\\e origin main`)).toContain('deny')
    expect(await forcePush(home, 'git push origin main')).not.toContain('deny')
  })

  it('M-06 guards that cannot be asked let nothing pass', async () => {
    const home = await guardedHome()
    const { documents } = home.engine.store
    const list = documents.list.bind(documents)
    documents.list = async () => {
      throw new Error('the disk is gone')
    }
    onTestFinished(() => {
      documents.list = list
    })
    expect(await forcePush(home)).toMatch(/deny[\s\S]*could not check its guards: the disk is gone/)
  })
})

describe('a socket and a home of another user', () => {
  onlyOnUnix('M-06 a socket is spoken to only in a folder that nobody else can write', async () => {
    // Short: a socket's path has to fit into a hundred bytes.
    const folder = mkdtempSync(join(tmpdir(), 'm-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 's')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    onTestFinished(() => void server.close())
    expect(isOwnSocket(path)).toBe(true)
    chmodSync(folder, 0o777)
    expect(isOwnSocket(path)).toBe(false)
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, 'file'), '')
    expect(isOwnSocket(join(folder, 'file'))).toBe(false)
    const home = homePaths(join(folder, 'home'))
    mkdirSync(home.run, { recursive: true })
    writeFileSync(endpointFile(home), JSON.stringify({ pid: 1, socket: path }))
    expect(readEndpoint(home)).toMatchObject({ socket: path })
    chmodSync(folder, 0o777)
    expect(readEndpoint(home)).toBeNull()
  })

  onlyOnUnix('M-06 a home that belongs to another user is refused, and left as it is', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const stranger = vi.spyOn(process as Required<typeof process>, 'getuid')
    onTestFinished(() => stranger.mockRestore())
    stranger.mockReturnValue(statSync(folder).uid + 65_534)
    await expect(ensurePrivateFolder(folder)).rejects.toMatchObject({
      code: 'not_allowed',
      message: `${folder} belongs to another user`,
    })
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  })

  onlyOnUnix('M-06 a prompt is not spooled into a home that belongs to another user', () => {
    const folder = temporaryFolder()
    const prompt = { prompt: 'hello' }
    const call: HookCall = { host: 'claude-code', event: 'UserPromptSubmit', payload: prompt }
    const spooled = () => existsSync(join(folder, 'run', 'spool'))
    const stranger = vi.spyOn(process as Required<typeof process>, 'getuid')
    onTestFinished(() => stranger.mockRestore())
    stranger.mockReturnValue(statSync(folder).uid + 65_534)
    keepForLater(folder, call)
    expect(spooled()).toBe(false)
    stranger.mockRestore()
    keepForLater(folder, call)
    expect(spooled()).toBe(true)
  })

  onlyOnUnix.each([
    ['what is no JSON', 'not json at all\n'],
    ['JSON that is no frame', 'null\n'],
    ['half a frame', '{"result":'],
    ['nothing', ''],
  ])('M-06 a program on the socket that answers with %s is no daemon', async (_what, said) => {
    const folder = mkdtempSync(join(tmpdir(), 'm-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const socket = join(folder, 's')
    const server = createHttpServer((_request, response) => response.end(said))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    onTestFinished(() => void server.close())
    const where = { door: 'cli', actor: 'cli', speaker: 'person', folder, session: null } as const
    const asked = callDaemon({ socket }, { operation: 'list', input: {}, where })
    await expect(asked).rejects.toBeInstanceOf(DaemonGone)
  })

  onlyOnUnix.each([
    ['says nothing at all', () => {}],
    [
      'tells of progress without end',
      (response: ServerResponse) => {
        const step = '{"progress":{"done":1,"total":2,"what":"x"}}\n'
        const telling = setInterval(() => response.write(step), 20)
        response.once('close', () => clearInterval(telling))
      },
    ],
  ] as const)(
    'M-06 a program on the socket that %s is not waited for',
    { timeout: 40_000 },
    async (_what, answer) => {
      const folder = mkdtempSync(join(tmpdir(), 'm-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const socket = join(folder, 's')
      const server = createHttpServer((_request, response) => answer(response))
      await new Promise<void>((resolve) => server.listen(socket, resolve))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const where = { door: 'cli', actor: 'cli', speaker: 'person', folder, session: null } as const
      const asked = callDaemon({ socket }, { operation: 'list', input: {}, where })
      await expect(asked).rejects.toBeInstanceOf(DaemonGone)
    },
  )

  onlyOnUnix('M-04 the locks of a home are the owner’s alone', async () => {
    const file = join(temporaryFolder(), 'run', 'vault.lock')
    await withProcessLock(file, 0, async () => {
      expect(statSync(file).mode & 0o777).toBe(0o600)
    })
  })

  onlyOnUnix(
    'M-04 a home and a database that others could read are closed on opening',
    async () => {
      const home = await testHome()
      await home.ask(backup, {})
      const { home: folder, database, backups } = home.engine.home
      const modes = (path: string) => statSync(path).mode & 0o777
      expect(modes(folder)).toBe(0o700)
      expect([database, `${database}-wal`, `${database}-shm`].map(modes)).toEqual([
        0o600, 0o600, 0o600,
      ])
      const [copy] = readdirSync(backups)
      expect(modes(join(backups, copy ?? ''))).toBe(0o600)
    },
  )
})

describe('files that are not what they seem', () => {
  it('M-06 a backup with a trigger of its own is refused, and nothing is restored', async () => {
    const home = await testHome()
    await home.ask(remember, { content: 'The first thing that is known here' })
    const { path } = (await home.ask(backup, {})).backup
    const db = new DatabaseSync(path)
    db.exec(`CREATE TRIGGER spy AFTER INSERT ON memory BEGIN DELETE FROM journal; END`)
    db.close()
    await expect(home.ask(restore, { from: path })).rejects.toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('spy'),
    })
  })

  it.each([
    ['an empty file', ''],
    ['a table of its own', 'CREATE TABLE spy (seen TEXT)'],
    ['an index of its own', 'CREATE INDEX spy ON memory (lower(content))'],
    ['a table that is missing', 'DROP TABLE journal'],
  ])('M-06 %s is no backup: nothing is restored', async (_what, sql) => {
    const home = await testHome()
    await home.ask(remember, { content: 'The first thing that is known here' })
    const { path } = (await home.ask(backup, {})).backup
    if (sql === '') writeFileSync(path, '')
    else {
      const db = new DatabaseSync(path)
      db.exec(sql)
      db.close()
    }
    await expect(home.ask(restore, { from: path })).rejects.toMatchObject({ code: 'store_corrupt' })
    expect((await home.ask(context, {})).text).toContain('first thing')
  })

  it('M-06 four bytes that stand for 128 KB each fill neither memory nor time', async () => {
    const path = join(temporaryFolder(), 'bomb.jsonl.zst')
    writeFileSync(path, zstdBomb(20_000))
    const before = process.memoryUsage().rss
    await expect(drain(path)).rejects.toThrow(/thousand times/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it('M-06 a frame that asks for two gigabytes is not given them', async () => {
    const path = join(temporaryFolder(), 'window.jsonl.zst')
    // 2^(10 + 20) bytes and seven eighths more.
    writeFileSync(
      path,
      Buffer.concat([MAGIC, Buffer.from([0x00, 0xa7]), lastBlock(), Buffer.alloc(32)]),
    )
    await expect(drain(path)).rejects.toThrow(/memory/)
  })
})

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const BLOCK_BYTES = 128 * 1024

/** Blocks of one repeated letter: a header of three bytes and the letter (RFC 8878, 3.1.1.2). */
function zstdBomb(blocks: number): Buffer {
  const header = BLOCK_BYTES * 8 + 1 * 2
  const block = Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255, 0x61])
  return Buffer.concat([
    MAGIC,
    Buffer.from([0x00, 7 << 3]),
    ...Array.from({ length: blocks }, () => block),
    lastBlock(),
  ])
}

function lastBlock(): Buffer {
  return Buffer.from([1 * 8 + 1 * 2 + 1, 0, 0, 0x0a])
}

async function drain(path: string): Promise<void> {
  for await (const _ of unpackedLines(ReadingSettings.parse({}), path)) {
    // Only what it costs matters here.
  }
}
