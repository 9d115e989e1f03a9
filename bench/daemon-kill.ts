/**
 * The daemon killed without a word while clients write, again and again; and many started at once.
 *
 * Arguments: --kills N (100), --writers N (3), --starts N (50).
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Endpoint } from '../src/machine/endpoint.ts'
import { isAlive } from '../src/machine/is-alive.ts'
import { killUnderLoad } from '../test/support/daemon-load.ts'
import { CLI, type OwnPlace, PROGRAM, withOwnPlace } from './support/own-daemon.ts'
import { timingOf } from './support/timing.ts'

export const bench = {
  name: 'daemon-kill',
  summary: 'Kills under load, and many starts at once: what was acknowledged is there, one daemon',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        kills: { type: 'string', default: '100' },
        writers: { type: 'string', default: '3' },
        starts: { type: 'string', default: '50' },
      },
    })
    const starts = await withOwnPlace({}, (place) => startedAtOnce(place, Number(values.starts)))
    const killed = await withOwnPlace({}, ({ home, env }) =>
      killUnderLoad({
        home,
        env,
        program: PROGRAM,
        kills: Number(values.kills),
        writers: Number(values.writers),
      }),
    )
    const recovery = timingOf(killed.recovery)
    const figures = {
      starts: Number(values.starts),
      daemonsAfterwards: starts,
      kills: killed.kills,
      acknowledgedWrites: killed.acknowledged,
      lost: killed.lost.length,
      recoveryP50Ms: recovery.p50,
      recoveryP95Ms: recovery.p95,
    }
    return {
      title: 'Starts at the same instant, and kills under load',
      columns: ['what', 'figure'],
      rows: Object.entries(figures).map(([name, value]) => [name, value]),
      figures,
    }
  },
}

/** How many daemons are there after so many commands started one. */
async function startedAtOnce({ env, folder }: OwnPlace, count: number): Promise<number> {
  const starts = Array.from({ length: count }, () => started(env, folder))
  const pids = new Set(await Promise.all(starts))
  await sleep(1000)
  return [...pids].filter(isAlive).length
}

function started(env: Readonly<Record<string, string>>, folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, 'serve', '--detach', '--json'], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.once('close', (code) => {
      if (code === 0) resolve((JSON.parse(out) as Endpoint).pid)
      else reject(new Error(`serve --detach ended with ${code}`))
    })
  })
}
