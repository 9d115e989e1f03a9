/** Many clients at once, and daemons that are killed under them: short in tests, long as benches. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HomePaths } from '../../src/config/home.ts'
import { callDaemon, DaemonGone } from '../../src/doors/daemon/client.ts'
import { ensureDaemon } from '../../src/doors/daemon/start.ts'
import { MnemeError } from '../../src/errors.ts'
import { type Endpoint, readEndpoint } from '../../src/machine/endpoint.ts'
import { isAlive } from '../../src/machine/is-alive.ts'
import { seededRandom } from './clock.ts'

const here = {
  door: 'library',
  actor: 'load',
  speaker: 'person',
  folder: null,
  session: null,
} as const

export interface LoadReport {
  readonly calls: number
  readonly failed: readonly string[]
  /** Memories that were acknowledged and cannot be read. */
  readonly missing: readonly string[]
  readonly millis: readonly number[]
}

/** Texts that no duplicate check takes for one another: words that occur nowhere else. */
export function uniqueText(client: number, number: number): string {
  const random = seededRandom(client * 1_000_003 + number)
  const word = () => Math.floor(random() * 36 ** 7).toString(36)
  return Array.from({ length: 8 }, word).join(' ')
}

export async function mixedLoad(
  endpoint: Endpoint,
  { clients, each }: { clients: number; each: number },
): Promise<LoadReport> {
  const millis: number[] = []
  const failed: string[] = []
  const kept: string[] = []
  const call = async (operation: string, input: unknown) => {
    const start = performance.now()
    try {
      return (await callDaemon(endpoint, { operation, input, where: here })) as { id?: string }
    } catch (thrown) {
      failed.push(`${operation}: ${String(thrown)}`)
      return {}
    } finally {
      millis.push(performance.now() - start)
    }
  }
  const client = async (number: number) => {
    const random = seededRandom(number + 1)
    let last = ''
    for (let turn = 0; turn < each; turn++) {
      const mood = random()
      if (mood < 0.4 || last === '') {
        const { id } = await call('remember', { content: uniqueText(number, turn) })
        if (id) {
          kept.push(id)
          last = id
        }
      } else if (mood < 0.65) {
        await call('search', { query: uniqueText(number, 0).slice(0, 20), limit: 5 })
      } else if (mood < 0.8) {
        await call('get', { id: last })
      } else if (mood < 0.9) {
        await call('update', { id: last, importance: Math.round(random() * 100) / 100 })
      } else if (mood < 0.95) {
        await call('tag', { id: last, add: [`t${number}`] })
      } else {
        await call('list', { limit: 10 })
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  const calls = millis.length
  const missing: string[] = []
  for (const id of kept) {
    const found = await callDaemon(endpoint, {
      operation: 'get',
      input: { id },
      where: here,
    }).catch(() => null)
    if (!found) missing.push(id)
  }
  return { calls, failed, missing, millis: millis.slice(0, calls) }
}

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: readonly string[]
  /** Milliseconds from a kill to the next answer. */
  readonly recovery: readonly number[]
}

export interface KillOptions {
  readonly home: HomePaths
  readonly env: Readonly<Record<string, string>>
  readonly program: string
  readonly kills: number
  readonly writers: number
  readonly seed?: number
}

/** Writers keep writing; again and again the daemon is killed without a word and comes back. */
export async function killUnderLoad(options: KillOptions): Promise<KillReport> {
  const { home, env, program } = options
  const random = seededRandom(options.seed ?? 1)
  const start = () => ensureDaemon(home, { env, program, waitMs: 30_000 })
  const acknowledged: { id: string; content: string }[] = []
  const recovery: number[] = []
  let over = false
  let kills = 0
  let killedAt: number | null = null
  const writer = async (number: number) => {
    for (let turn = 0; !over; turn++) {
      const content = uniqueText(number, turn)
      try {
        const endpoint = readEndpoint(home) ?? (await start())
        if (!endpoint) continue
        const call = { operation: 'remember', input: { content }, where: here }
        const { id } = (await callDaemon(endpoint, call)) as { id: string }
        acknowledged.push({ id, content })
        if (killedAt !== null) {
          recovery.push(performance.now() - killedAt)
          killedAt = null
        }
      } catch (thrown) {
        if (!(thrown instanceof DaemonGone) && !(thrown instanceof MnemeError)) throw thrown
        await start()
      }
    }
  }
  await start()
  const writers = Array.from({ length: options.writers }, (_, number) => writer(number))
  try {
    await killAgainAndAgain()
  } finally {
    over = true
    await Promise.all(writers)
  }
  async function killAgainAndAgain() {
    while (kills < options.kills) {
      const before = acknowledged.length
      // Each life does some work before it ends.
      for (let waited = 0; waited < 60_000 && acknowledged.length === before; waited += 20) {
        await sleep(20)
      }
      await sleep(random() * 150)
      const running = readEndpoint(home)
      // One that has just left by itself, for a newer build, was not killed by us.
      if (!running || !isAlive(running.pid)) continue
      kills++
      killedAt = performance.now()
      process.kill(running.pid, 'SIGKILL')
      while (isAlive(running.pid)) await sleep(10)
    }
  }
  const endpoint = (await start()) as Endpoint
  const lost: string[] = []
  for (const { id, content } of acknowledged) {
    const call = { operation: 'get', input: { id }, where: here }
    const found = (await callDaemon(endpoint, call).catch(() => null)) as {
      memory: { content: string }
    } | null
    if (found?.memory.content !== content) lost.push(id)
  }
  return { kills, acknowledged: acknowledged.length, lost, recovery }
}
