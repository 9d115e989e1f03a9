/** The daemon as processes of their own: started, found, left alone, killed. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { homePaths } from '../../../src/config/home.ts'
import { callDaemon, DaemonGone } from '../../../src/doors/daemon/client.ts'
import { ensureDaemon, isOutdated } from '../../../src/doors/daemon/start.ts'
import { unitFor } from '../../../src/doors/daemon/units.ts'
import { type Endpoint, endpointFile } from '../../../src/machine/endpoint.ts'
import { isAlive } from '../../../src/machine/is-alive.ts'
import { version } from '../../../src/version.ts'
import {
  CLI,
  daemonFolder,
  daemonsOf,
  mneme,
  mnemeAsync,
  openTestDaemon,
  personEnv,
  startDaemon,
} from '../../support/daemon.ts'
import { killUnderLoad, mixedLoad } from '../../support/daemon-load.ts'

/** Many processes, on a machine that may be busy. */
vi.setConfig({ testTimeout: 180_000 })

const PROGRAM = join(dirname(CLI), 'daemon.js')

function pathsOf(folder: string) {
  return homePaths(join(folder, 'home'))
}

const here = {
  door: 'library',
  actor: 'test',
  speaker: 'person',
  folder: null,
  session: null,
} as const

async function gone(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs && isAlive(pid); waited += 50) await sleep(50)
  return !isAlive(pid)
}

describe('one daemon', () => {
  it('K-02 starts, is seen, serves commands, and leaves nothing behind', async () => {
    const folder = daemonFolder()
    const endpoint = startDaemon(folder)
    const status = JSON.parse(mneme(folder, ['status', '--json']).out)
    expect(status.daemon).toMatchObject({
      running: true,
      pid: endpoint.pid,
      url: endpoint.url,
      version: version(),
    })
    const response = await fetch(`${endpoint.url}/health`)
    expect(response.status).toBe(200)
    expect(mneme(folder, ['remember', 'Kept by the daemon']).code).toBe(0)
    expect(mneme(folder, ['stop']).out).toContain('Stopped')
    expect(isAlive(endpoint.pid)).toBe(false)
    const { socket } = pathsOf(folder)
    expect([existsSync(socket), existsSync(endpointFile(pathsOf(folder)))]).toEqual([false, false])
    const off = { MNEME_NO_DAEMON: '1' }
    expect(JSON.parse(mneme(folder, ['status', '--json'], off).out)).toMatchObject({
      daemon: null,
      memories: 1,
    })
  })

  it('K-02 twelve starts at the same instant: one daemon', async () => {
    const folder = daemonFolder()
    const starts = Array.from({ length: 12 }, () =>
      mnemeAsync(folder, ['serve', '--detach', '--json']),
    )
    const pids = (await Promise.all(starts)).map((out) => (JSON.parse(out) as Endpoint).pid)
    expect(new Set(pids).size).toBe(1)
    // Those that came second are on their way out.
    await vi.waitFor(() => expect(daemonsOf(folder)).toEqual([pids[0]]), { timeout: 20_000 })
  })

  it('K-02 programs that race for one home: the lock lets one serve', {
    timeout: 60_000,
  }, async () => {
    const folder = daemonFolder()
    const { spawn } = await import('node:child_process')
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [PROGRAM], { env: personEnv(folder), stdio: 'ignore' }),
    )
    const codes = children.map(
      (child) => new Promise<number | null>((resolve) => child.once('exit', resolve)),
    )
    for (let waited = 0; waited < 30_000 && daemonsOf(folder).length !== 1; waited += 100) {
      await sleep(100)
    }
    expect(daemonsOf(folder)).toHaveLength(1)
    mneme(folder, ['stop'])
    expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
  })

  it('K-02 it leaves when it has been idle for a while', async () => {
    const folder = daemonFolder()
    const { pid } = startDaemon(folder, { MNEME_DAEMON_IDLE_MINUTES: '0.02' })
    expect(await gone(pid, 30_000)).toBe(true)
    expect(readFileSync(join(pathsOf(folder).logs, 'daemon.log'), 'utf8')).toContain('idle')
  })

  it('K-02 its home is removed, and it goes', async () => {
    const daemon = await openTestDaemon({ lookMs: 50 })
    rmSync(endpointFile(homePaths(daemon.home)))
    expect(await daemon.daemon.left).toBe('its home has gone')
    await daemon.close()
  })

  it('K-02 MNEME_NO_DAEMON starts none; a command without it does', async () => {
    const folder = daemonFolder()
    mneme(folder, ['remember', 'Alone'], { MNEME_NO_DAEMON: '1' })
    await sleep(300)
    expect(daemonsOf(folder)).toEqual([])
    mneme(folder, ['remember', 'Together'], { MNEME_DAEMON_START_ON_DEMAND: 'false' })
    await sleep(300)
    expect(daemonsOf(folder)).toEqual([])
    mneme(folder, ['list'])
    const found = await ensureDaemon(pathsOf(folder), {
      env: personEnv(folder),
      waitMs: 20_000,
      program: PROGRAM,
    })
    expect(found?.pid).toEqual(expect.any(Number))
    expect(daemonsOf(folder)).toEqual([found?.pid])
  })

  it('K-02 a port that is taken is said, and another one used', async () => {
    const first = await openTestDaemon()
    const taken = String(first.daemon.endpoint.port)
    const second = await openTestDaemon({ env: { MNEME_HTTP_PORT: taken } })
    expect(second.daemon.endpoint.port).not.toBe(first.daemon.endpoint.port)
    await second.close()
    await first.close()
  })

  it('K-02 a second one in the foreground is told so', () => {
    const folder = daemonFolder()
    startDaemon(folder)
    const ran = mneme(folder, ['serve'])
    expect(ran.code).not.toBe(0)
    expect(ran.err).toMatch(/has a daemon already/)
  })
})

describe('the same answers', () => {
  it('J-01 with the daemon and without it', async () => {
    const folder = daemonFolder()
    // What runs by itself in the daemon would leave its own marks between two looks.
    const still = { MNEME_SCHEDULER_ENABLED: 'false', MNEME_EMBED_PROVIDER: 'none' }
    const alone = { ...still, MNEME_NO_DAEMON: '1' }
    for (const text of ['The cache lives in Redis 7', 'We deploy on Fridays', 'Use tabs']) {
      mneme(folder, ['remember', text, '--tags', 'x'], alone)
    }
    startDaemon(folder, still)
    const commands = [
      ['list', '--json'],
      ['search', 'deploy', '--json'],
      ['search', 'deploy'],
      ['get', 'use-tabs', '--json'],
      ['why', 'we-deploy-on-fridays'],
      ['tags', '--json'],
      ['get', 'no-such-thing'],
      ['search', 'x', '--limit', '9999'],
      ['config', 'get', 'retrieval.limit', '--json'],
    ]
    for (const command of commands) {
      const [through, without] = [mneme(folder, command, still), mneme(folder, command, alone)]
      expect(withoutUse(through), command.join(' ')).toEqual(withoutUse(without))
    }
  })

  it('C-02 what a person edited while none ran is in the first answer of one', () => {
    const folder = daemonFolder()
    const still = { MNEME_SCHEDULER_ENABLED: 'false', MNEME_EMBED_PROVIDER: 'none' }
    mneme(folder, ['remember', 'The cache lives in Redis 7'], { ...still, MNEME_NO_DAEMON: '1' })
    const file = join(folder, 'home', 'memory', 'the-cache-lives-in-redis-7.md')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Redis 7', 'Valkey 8'))
    startDaemon(folder, still)
    expect(mneme(folder, ['search', 'cache'], still).out).toContain('Valkey 8')
  })

  it('J-11 a command with settings of its own in the environment works by itself', () => {
    const folder = daemonFolder()
    startDaemon(folder)
    for (const n of [1, 2, 3]) mneme(folder, ['remember', `Note ${n} about the queue`])
    const { out } = mneme(folder, ['search', 'queue', '--json'], { MNEME_RETRIEVAL_LIMIT: '1' })
    expect(JSON.parse(out).hits).toHaveLength(1)
  })

  it('B-15 a relative path means what it means where it was typed', () => {
    const folder = daemonFolder()
    startDaemon(folder)
    mneme(folder, ['remember', 'To be copied'])
    const ran = mneme(folder, ['backup', 'copy.db'])
    expect(ran.err).toBe('')
    expect(existsSync(join(folder, 'copy.db'))).toBe(true)
  })

  it('J-08 a rule that asks is a refusal in a pipe, through the daemon too', () => {
    const folder = daemonFolder()
    const asks = { MNEME_PERMISSIONS_ASK: '["Memory(forget *)"]' }
    startDaemon(folder, asks)
    mneme(folder, ['remember', 'Not to be lost'], asks)
    const ran = mneme(folder, ['forget', 'not-to-be-lost'], asks)
    expect(ran.code).toBe(77)
    expect(ran.err).toMatch(/person/)
  })
})

describe('a daemon that dies', () => {
  it('B-13 a dead one behind its socket is replaced, and the next call answered', async () => {
    const folder = daemonFolder()
    const first = startDaemon(folder)
    mneme(folder, ['remember', 'Before the end'])
    process.kill(first.pid, 'SIGKILL')
    await gone(first.pid, 5000)
    expect(existsSync(first.socket)).toBe(true)
    const { out, code } = mneme(folder, ['search', 'before the end', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out).hits).toHaveLength(1)
    const second = startDaemon(folder)
    expect(second.pid).not.toBe(first.pid)
    expect(daemonsOf(folder)).toEqual([second.pid])
  })

  it('B-13 killed again and again under load: what was acknowledged is there', {
    timeout: 180_000,
  }, async () => {
    const folder = daemonFolder()
    const report = await killUnderLoad({
      home: pathsOf(folder),
      env: personEnv(folder),
      program: PROGRAM,
      kills: 8,
      writers: 3,
    })
    expect(report.acknowledged).toBeGreaterThan(8)
    expect(report.lost).toEqual([])
  })

  it('K-02 asked to leave, it finishes what is under way', async () => {
    const folder = daemonFolder()
    const endpoint = startDaemon(folder)
    const calls = Array.from({ length: 20 }, (_, n) =>
      callDaemon(endpoint, {
        operation: 'remember',
        input: { content: `Farewell note number ${n} of the harbour` },
        where: here,
      }),
    )
    await sleep(30)
    process.kill(endpoint.pid, 'SIGTERM')
    const settled = await Promise.allSettled(calls)
    const kept = settled.filter((each) => each.status === 'fulfilled').length
    const refused = settled.filter(
      (each) => each.status === 'rejected' && each.reason instanceof DaemonGone,
    ).length
    expect(kept + refused).toBe(20)
    expect(await gone(endpoint.pid, 15_000)).toBe(true)
    const off = { MNEME_NO_DAEMON: '1' }
    const { memories } = JSON.parse(mneme(folder, ['status', '--json'], off).out)
    expect(memories).toBeGreaterThanOrEqual(kept)
  })
})

describe('children', () => {
  const hasProc = existsSync('/proc')
  it.runIf(hasProc)('K-02 end with it, even when it is killed', async () => {
    const folder = daemonFolder()
    const { pid } = startDaemon(folder)
    mneme(folder, ['remember', 'The model runs in a process of its own'])
    const semantic = ['search', 'where does the model run', '--strategy', 'semantic']
    for (let tries = 0; tries < 20 && childrenOf(pid).length === 0; tries++) {
      mneme(folder, semantic)
    }
    const children = childrenOf(pid)
    expect(children.length).toBeGreaterThan(0)
    process.kill(pid, 'SIGKILL')
    for (const child of children) expect(await gone(child, 15_000)).toBe(true)
  })
})

describe('many clients', () => {
  it('B-13 five at once, sixty things each: nothing is lost', async () => {
    const daemon = await openTestDaemon()
    const report = await mixedLoad(daemon.daemon.endpoint, { clients: 5, each: 60 })
    expect(report.failed).toEqual([])
    expect(report.missing).toEqual([])
    await daemon.close()
  })
})

describe('versions', () => {
  it('K-02 a newer one takes over from an older one', async () => {
    const folder = daemonFolder()
    // The same build under an older version's name.
    const older = join(folder, 'older')
    cpSync(dirname(CLI), join(older, 'dist'), { recursive: true })
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    symlinkSync(join(root, 'node_modules'), join(older, 'node_modules'))
    const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeFileSync(join(older, 'package.json'), JSON.stringify({ ...about, version: '0.0.1' }))
    const ran = spawnSync(
      process.execPath,
      [join(older, 'dist', 'cli.js'), 'serve', '--detach', '--json'],
      { env: personEnv(folder), encoding: 'utf8' },
    )
    const before = JSON.parse(ran.stdout) as Endpoint
    expect(before.version).toBe('0.0.1')
    const after = startDaemon(folder)
    expect(after.version).toBe(version())
    expect(isAlive(before.pid)).toBe(false)
    expect(daemonsOf(folder)).toEqual([after.pid])
  })

  it('K-02 an older client uses a newer daemon as it is', () => {
    const running = { version: '99.0.0', program: PROGRAM, builtMs: 0 } as Endpoint
    expect(isOutdated(running, PROGRAM)).toBe(false)
    const same = { ...running, version: version() }
    expect(isOutdated({ ...same, builtMs: Number.MAX_SAFE_INTEGER }, PROGRAM)).toBe(false)
    expect(isOutdated({ ...same, builtMs: 1 }, PROGRAM)).toBe(true)
    expect(isOutdated({ ...same, builtMs: 1, program: '/elsewhere' }, PROGRAM)).toBe(false)
  })
})

describe('other users of the machine', () => {
  it('K-17 only the owner can read or reach what is there', () => {
    const folder = daemonFolder()
    const endpoint = startDaemon(folder)
    const { home, run, token, logs } = pathsOf(folder)
    const modes = Object.fromEntries(
      [home, run, token, endpoint.socket, endpointFile({ run }), logs].map((path) => [
        path.slice(home.length),
        (statSync(path).mode & 0o777).toString(8),
      ]),
    )
    expect(modes).toEqual({
      '': '700',
      '/run': '700',
      '/run/token': '600',
      '/run/mneme.sock': '600',
      '/run/endpoint.json': '600',
      '/logs': '700',
    })
  })

  const isRoot = process.getuid?.() === 0
  it.runIf(isRoot)('K-17 another user gets in only when the modes are taken away', () => {
    const folder = daemonFolder()
    const endpoint = startDaemon(folder)
    const { home, run, token } = pathsOf(folder)
    chmodSync(folder, 0o755)
    const script = `
      const { readFileSync } = require('node:fs')
      let read = false
      try { read = readFileSync(${JSON.stringify(token)}, 'utf8').length > 0 } catch {}
      const socket = require('node:net').connect(${JSON.stringify(endpoint.socket)})
      const say = (reached) => { console.log(JSON.stringify({ read, reached })); process.exit() }
      socket.on('connect', () => say(true)).on('error', () => say(false))`
    const asStranger = () => {
      const nobody = 65_534
      const { stdout } = spawnSync(process.execPath, ['-e', script], {
        uid: nobody,
        gid: nobody,
        cwd: '/',
        encoding: 'utf8',
      })
      return JSON.parse(stdout) as { read: boolean; reached: boolean }
    }
    expect(asStranger()).toEqual({ read: false, reached: false })
    for (const path of [home, run]) chmodSync(path, 0o755)
    expect(asStranger(), 'the files themselves hold too').toEqual({ read: false, reached: false })
    chmodSync(token, 0o644)
    chmodSync(endpoint.socket, 0o666)
    expect(asStranger(), 'and without them all it would work').toEqual({
      read: true,
      reached: true,
    })
  })
})

describe('units', () => {
  it('K-02 for systemd and launchd, with absolute paths; others are refused', () => {
    const home = homePaths('/home/dev/my "odd" 100% home')
    const systemd = unitFor('systemd', home)
    expect(systemd).toContain(`ExecStart="${process.execPath}"`)
    expect(systemd).toContain('MNEME_HOME=/home/dev/my \\"odd\\" 100%% home"')
    expect(unitFor('launchd', homePaths('/Users/a&b'))).toContain('<string>/Users/a&amp;b</string>')
    expect(() => unitFor('openrc', home)).toThrow(/no unit/)
  })
})

/** Using something counts, so counts and their moments differ between two runs. */
function withoutUse(ran: { code: number | null; out: string; err: string }) {
  const calm = (text: string) =>
    text
      .replace(/"(?:accessCount|lastAccessedAt|score|match)": [^\n]+/g, '')
      .replace(/used \d+×|^\d\.\d\d/gm, '')
  return { code: ran.code, out: calm(ran.out), err: ran.err }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8')
        return Number(/\) \S (\d+)/.exec(stat)?.[1]) === pid
      } catch {
        return false
      }
    })
}
