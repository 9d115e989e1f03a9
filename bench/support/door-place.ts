/** A home of so many memories with a daemon of the package that is measured, everything switched on. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HomePaths, homePaths } from '../../src/config/home.ts'
import { ensureDaemon } from '../../src/doors/daemon/start.ts'
import type { Endpoint } from '../../src/machine/endpoint.ts'
import { isAlive } from '../../src/machine/is-alive.ts'
import type { Package } from './installed-package.ts'

const START_MS = 120_000
const END_MS = 15_000

export interface DoorPlace {
  readonly folder: string
  readonly home: HomePaths
  readonly env: Readonly<Record<string, string>>
  program(name: 'cli.js' | 'daemon.js' | 'hook.cjs' | 'library.js'): string
  start(): Promise<Endpoint>
  stop(endpoint: Endpoint): Promise<void>
  headers(): Record<string, string>
}

export function doorPlace(installed: Package, folder: string, name: string): DoorPlace {
  const home = homePaths(join(folder, name))
  const program = (file: string) => join(installed.root, 'dist', file)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    MNEME_HOME: home.home,
    MNEME_HTTP_PORT: '0',
    // A home that was filled at once has every job due; what jobs cost is measured by themselves.
    MNEME_SCHEDULER_ENABLED: 'false',
  }
  return {
    folder,
    home,
    env,
    program,
    async start() {
      const options = { env, program: program('daemon.js'), waitMs: START_MS }
      const endpoint = await ensureDaemon(home, options)
      if (!endpoint) throw new Error('the daemon did not start')
      return endpoint
    },
    async stop({ pid }) {
      if (!isAlive(pid)) return
      process.kill(pid, 'SIGTERM')
      for (let waited = 0; waited < END_MS && isAlive(pid); waited += 50) await sleep(50)
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    },
    headers: () => ({
      authorization: `Bearer ${readFileSync(home.token, 'utf8').trim()}`,
      'x-mneme-project': folder,
      'content-type': 'application/json',
    }),
  }
}
