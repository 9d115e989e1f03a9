import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../support/clock.ts'
import { hostMachine, type Machine } from '../../support/host-machine.ts'

const HOOK = fileURLToPath(new URL('../../../dist/hook.cjs', import.meta.url))
/** The longest any hook may take by itself, with room for a machine that is busy. */
const DEADLINE_MS = 2500
const STARTING_MS = 4000

interface Listed {
  readonly memories: readonly { readonly title: string }[]
  readonly total: number
}

function runHook(machine: Machine, payload: object, env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; ms: number; out: string }>((resolve) => {
    const start = performance.now()
    const child = spawn(process.execPath, [HOOK, 'claude-code'], {
      env: { ...machine.env, ...env },
    })
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.once('close', (code) => resolve({ code, ms: performance.now() - start, out }))
    child.stdin.end(JSON.stringify(payload))
  })
}

function prompt(machine: Machine, index: number, text: string) {
  return {
    session_id: `session-${index % 3}`,
    cwd: machine.project,
    transcript_path: null,
    hook_event_name: 'UserPromptSubmit',
    prompt: text,
    prompt_id: `prompt-${index}`,
  }
}

const TOOLS =
  'vitest biome esbuild docker terraform redis kafka nginx grafana sentry webpack cypress'.split(
    ' ',
  )
const TASKS =
  'unit tests,formatting,bundling,packaging,infrastructure,caching,queues,proxying,dashboards,crash reports,legacy builds,browser tests'.split(
    ',',
  )

describe('the hook client', { timeout: 240_000 }, () => {
  it('K-03 without a daemon it ends with 0, keeps the event without secrets, and the daemon takes it up', async () => {
    const machine = hostMachine()
    const secret = ['ghp', '_', 'Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2'].join('')
    const told = `Always use pnpm instead of npm in this project, with ${secret}`
    const offline = { MNEME_NO_DAEMON: '1' }
    const { code } = await runHook(machine, prompt(machine, 0, told), offline)
    expect(code).toBe(0)
    const spool = join(machine.home, '.mneme', 'run', 'spool')
    const kept = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))
    expect(kept).toHaveLength(1)
    expect(kept[0]).toContain('pnpm')
    expect(kept[0]).not.toContain(secret)
    expect(machine.mneme('serve', '--detach').code).toBe(0)
    await machine.until<Listed>(['list'], ({ memories }) =>
      memories.some(({ title }) => /pnpm/.test(title)),
    )
    expect(readdirSync(spool)).toEqual([])
  })

  it.each([
    ['nothing at all', ''],
    ['no JSON', 'not json'],
    ['an event nobody knows', '{"session_id":"s","hook_event_name":"Novel"}'],
    ['no event', '{"session_id":"s"}'],
  ])('K-03 %s ends with 0 and prints nothing', async (_, written) => {
    const machine = hostMachine()
    const child = spawn(process.execPath, [HOOK, 'claude-code'], {
      env: { ...machine.env, MNEME_NO_DAEMON: '1' },
    })
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
    })
    child.stdin.end(written)
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, out }).toEqual({ code: 0, out: '' })
  })

  it(
    'K-03 the daemon killed at random: no failure, no delay, nothing lost, nothing twice',
    async () => {
      const machine = hostMachine()
      const random = seededRandom(7)
      expect(machine.mneme('serve', '--detach').code).toBe(0)
      for (const [index, tool] of TOOLS.entries()) {
        const text = `Always use ${tool} for ${TASKS[index]} in this project`
        const running = runHook(machine, prompt(machine, index, text))
        if (random() < 0.4) killDaemon(machine)
        const { code, ms } = await running
        expect(code).toBe(0)
        expect(ms).toBeLessThan(DEADLINE_MS)
      }
      machine.mneme('serve', '--detach')
      const { memories } = await machine.until<Listed>(
        ['list', '--limit', '100'],
        ({ total }) => total >= TOOLS.length,
      )
      const titles = memories.map(({ title }) => title)
      for (const tool of TOOLS)
        expect(
          titles.filter((title) => title.includes(tool)),
          tool,
        ).toHaveLength(1)
    },
    STARTING_MS * TOOLS.length,
  )
})

function killDaemon(machine: Machine): void {
  const endpoint = join(machine.home, '.mneme', 'run', 'endpoint.json')
  if (!existsSync(endpoint)) return
  const { pid } = JSON.parse(readFileSync(endpoint, 'utf8')) as { pid: number }
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was killed before and has not come back yet.
  }
}
