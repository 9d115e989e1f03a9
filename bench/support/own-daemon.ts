/** A daemon for one bench, on a home of its own, ended by its id. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HomePaths, homePaths } from '../../src/config/home.ts'
import { ensureDaemon } from '../../src/doors/daemon/start.ts'
import { type Endpoint, readEndpoint } from '../../src/machine/endpoint.ts'
import { isAlive } from '../../src/machine/is-alive.ts'

export const PROGRAM = resolve('dist/daemon.js')
export const CLI = resolve('dist/cli.js')

export interface OwnPlace {
  readonly folder: string
  readonly home: HomePaths
  readonly env: Readonly<Record<string, string>>
  start(): Promise<Endpoint>
  token(): string
}

export async function withOwnPlace<T>(
  more: Readonly<Record<string, string>>,
  work: (place: OwnPlace) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const home = homePaths(join(folder, 'home'))
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    MNEME_HOME: home.home,
    MNEME_HTTP_PORT: '0',
    ...more,
  }
  // Who ends the bench ends its daemon: otherwise it would stay until it is idle.
  const endNow = () => {
    const pid = readEndpoint(home)?.pid
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
    // Several may run side by side: each ends its own first.
    setImmediate(() => process.exit(1))
  }
  process.once('SIGTERM', endNow).once('SIGINT', endNow)
  try {
    return await work({
      folder,
      home,
      env,
      token: () => readFileSync(home.token, 'utf8').trim(),
      async start() {
        const endpoint = await ensureDaemon(home, { env, program: PROGRAM, waitMs: 60_000 })
        if (!endpoint) throw new Error('the daemon did not start: run npm run build first')
        return endpoint
      },
    })
  } finally {
    process.off('SIGTERM', endNow).off('SIGINT', endNow)
    await end(readEndpoint(home)?.pid)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function end(pid: number | undefined): Promise<void> {
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < 15_000 && isAlive(pid); waited += 100) await sleep(100)
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}
