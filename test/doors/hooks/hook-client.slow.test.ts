import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hookChaos, runHook } from '../../support/hook-chaos.ts'
import { hostMachine, type Machine } from '../../support/host-machine.ts'

const HOOK = fileURLToPath(new URL('../../../dist/hook.cjs', import.meta.url))
/** The longest any hook may take by itself, with room for a machine that is busy. */
const DEADLINE_MS = 2500
const STARTING_MS = 4000

interface Listed {
  readonly memories: readonly { readonly title: string }[]
  readonly total: number
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

/** Something else listens where the daemon should. */
async function junkAt(machine: Machine, says: (socket: Socket) => void): Promise<void> {
  const run = join(machine.home, '.mneme', 'run')
  mkdirSync(run, { recursive: true, mode: 0o700 })
  const socket = join(run, 'junk.sock')
  const server = createServer((connection) => {
    connection.on('error', () => undefined)
    connection.once('data', () => says(connection))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  onTestFinished(() => void server.close())
  writeFileSync(join(run, 'endpoint.json'), JSON.stringify({ socket }))
}

const HEAD = 'HTTP/1.0 200 OK\r\n\r\n'
const JUNK: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['closes at once', (socket) => socket.end()],
  ['answers with a page', (socket) => socket.end('HTTP/1.0 404 Not Found\r\n\r\n<html>\n')],
  ['answers with other JSON', (socket) => socket.end(`${HEAD}{"hello":1}\n`)],
  ['answers without an answer', (socket) => socket.end(`${HEAD}{"result":{}}\n`)],
  ['refuses', (socket) => socket.end(`${HEAD}{"error":{"code":"x"}}\n`)],
  ['says nothing', () => undefined],
]

const PROMPTS = 12

describe('the hook client', { timeout: 240_000 }, () => {
  it('K-03 without a daemon it ends with 0, keeps the event without secrets, and the daemon takes it up', async () => {
    const machine = hostMachine()
    const secret = ['ghp', '_', 'Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2'].join('')
    const told = `Always use pnpm instead of npm in this project, with ${secret}`
    const offline = { MNEME_NO_DAEMON: '1' }
    const { code } = await runHook(HOOK, { ...machine.env, ...offline }, prompt(machine, 0, told))
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

  it('K-03 it asks over a pipe; the socket is there for where no pipe can be had', async () => {
    const machine = hostMachine()
    const run = join(machine.home, '.mneme', 'run')
    const [endpoint, pipes] = [join(run, 'endpoint.json'), join(run, 'hook-pipes')]
    expect(machine.mneme('serve', '--detach').code).toBe(0)
    for (let tries = 0; tries < 100 && !existsSync(join(pipes, 'free-0')); tries++) await sleep(50)
    const env = { ...machine.env, MNEME_NO_DAEMON: '1' }
    let asked = 0
    /** What no daemon could be asked is kept for later; a busy one is asked again. */
    const isAnswered = async () => {
      for (let tries = 0; tries < 6; tries++) {
        const spool = join(run, 'spool')
        rmSync(spool, { recursive: true, force: true })
        await runHook(HOOK, env, prompt(machine, asked++, 'How are the tests run here?'))
        if (!existsSync(spool) || readdirSync(spool).length === 0) return true
      }
      return false
    }
    const address = readFileSync(endpoint, 'utf8')
    rmSync(endpoint)
    expect(await isAnswered()).toBe(true)
    renameSync(pipes, `${pipes}-away`)
    expect(await isAnswered()).toBe(false)
    writeFileSync(endpoint, address)
    expect(await isAnswered()).toBe(true)
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

  it.each(JUNK)(
    'M-06 what listens there %s: a tool call passes only where no guard blocks',
    async (_, says) => {
      const machine = hostMachine()
      await junkAt(machine, says)
      const env = { ...machine.env, MNEME_NO_DAEMON: '1' }
      const call = {
        session_id: 's',
        cwd: machine.project,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git push --force' },
      }
      const without = await runHook(HOOK, env, call)
      expect([without.code, without.out]).toEqual([0, ''])
      const denial = { hookSpecificOutput: { permissionDecision: 'deny' } }
      const mark = join(machine.home, '.mneme', 'run', 'guards.json')
      writeFileSync(mark, JSON.stringify({ 'claude-code': { PreToolUse: denial } }))
      const guarded = await runHook(HOOK, env, call)
      expect([guarded.code, JSON.parse(guarded.out)]).toEqual([0, denial])
    },
  )

  it(
    'K-03 the daemon killed at random: no failure, no delay, nothing lost, nothing twice',
    async () => {
      const machine = hostMachine()
      expect(machine.mneme('serve', '--detach').code).toBe(0)
      const { marks, failed, ms, kills } = await hookChaos({
        hook: HOOK,
        env: machine.env,
        project: machine.project,
        prompts: PROMPTS,
        killShare: 0.4,
        seed: 7,
      })
      expect(kills).toBeGreaterThan(0)
      expect(failed).toBe(0)
      expect(Math.max(...ms)).toBeLessThan(DEADLINE_MS)
      machine.mneme('serve', '--detach')
      const { memories } = await machine.until<Listed>(
        ['list', '--limit', '100'],
        ({ total }) => total >= PROMPTS,
      )
      const titles = memories.map(({ title }) => title)
      const counts = marks.map((mark) => titles.filter((title) => title.includes(mark)).length)
      expect(counts).toEqual(marks.map(() => 1))
    },
    STARTING_MS * PROMPTS,
  )
})
