import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { hostCommand } from '../../support/host-programs.ts'
import { type StandIn, standInApi, timesInTurn } from '../../support/stand-in-api.ts'

const [claude = ''] = hostCommand('claude-code')
const FIRST = '11111111-1111-4111-8111-111111111111'
const SECOND = '22222222-2222-4222-8222-222222222222'
const THIRD = '33333333-3333-4333-8333-333333333333'
const FOURTH = '44444444-4444-4444-8444-444444444444'

interface Listed {
  readonly memories: readonly { readonly title: string; readonly type: string }[]
}

const SETTINGS = '{\n  "cleanupPeriodDays": 99\n}\n'

async function machineWithClaude(): Promise<{ machine: Machine; api: StandIn }> {
  const machine = hostMachine()
  mkdirSync(join(machine.home, '.claude'))
  writeFileSync(join(machine.home, '.claude', 'settings.json'), SETTINGS)
  const set = machine.mneme('setup', '--host', 'claude-code', '--yes')
  expect(set.code, set.err).toBe(0)
  // As after a first session: the daemon is there. How hooks begin without it has tests of its own.
  expect(machine.mneme('serve', '--detach').code).toBe(0)
  return { machine, api: await standInApi() }
}

const offline = (api: StandIn) => ({
  ANTHROPIC_API_KEY: 'dummy',
  ANTHROPIC_BASE_URL: api.url,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
})

function ask(
  machine: Machine,
  api: StandIn,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const inPrint = ['-p', ...args, '--output-format', 'json']
  return machine.run(claude, inPrint, { ...offline(api), ...env })
}

/** One process that is told one thing after the other, as a person at its prompt would. */
function talk(machine: Machine, api: StandIn, prompts: readonly string[]) {
  const streaming = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const lines = prompts.map((content) =>
    JSON.stringify({ type: 'user', message: { role: 'user', content } }),
  )
  const conversation = { lines, answered: /"type":"result"/ }
  return machine.converse(claude, ['-p', ...streaming], conversation, offline(api))
}

/** Whether the model would have read it. Requests are long; a yes or no reads better than a diff. */
const saw = (api: StandIn, words: string) => api.requests.some((body) => body.includes(words))

const captured = (machine: Machine, words: RegExp) =>
  machine.until<Listed>(['list'], ({ memories }) => memories.some(({ title }) => words.test(title)))

describe.skipIf(claude === '')('the real Claude Code', { timeout: 600_000 }, () => {
  it('J-07 a fact stated in one session is in the request of the next, once; a correction replaces it', async () => {
    const { machine, api } = await machineWithClaude()
    const question = 'Which package manager do we use here?'
    const preference = 'Always use pnpm instead of npm in this project'
    const first = await ask(machine, api, [preference, '--session-id', FIRST])
    expect(first.code, first.err + first.out).toBe(0)
    await captured(machine, /pnpm/)

    api.forget()
    await ask(machine, api, [question, '--session-id', SECOND])
    expect(timesInTurn(api, question, preference)).toBe(1)

    await ask(machine, api, [
      'No, always use yarn instead of npm in this project',
      '--session-id',
      THIRD,
    ])
    await captured(machine, /yarn/)
    api.forget()
    await ask(machine, api, [question, '--session-id', FOURTH])
    expect(timesInTurn(api, question, 'use yarn instead of npm')).toBe(1)
    expect(saw(api, 'Always use pnpm')).toBe(false)
  })

  it('F-03 the lifeboat comes back after compaction, and resume goes on', async () => {
    const { machine, api } = await machineWithClaude()
    const task = 'Please migrate the checkout service to the new payment API'
    await ask(machine, api, [task, '--session-id', FIRST])
    await ask(machine, api, ['/compact keep facts', '--resume', FIRST])
    api.forget()
    const resumed = await ask(machine, api, ['go on', '--resume', FIRST])
    expect(resumed.code, resumed.err).toBe(0)
    expect(saw(api, 'before the window was compacted')).toBe(true)
  })

  it('H-08 after /clear a new session begins, and what is known is brought again', async () => {
    const { machine, api } = await machineWithClaude()
    await ask(machine, api, ['Always use pnpm instead of npm in this project'])
    await captured(machine, /pnpm/)

    api.forget()
    const question = 'Which package manager do we use here?'
    const talked = await talk(machine, api, [question, '/clear', `And now: ${question}`])
    expect(talked.code, talked.err).toBe(0)
    const before = api.requests.find((body) => body.includes(question) && !body.includes('And now'))
    const after = api.requests.find((body) => body.includes('And now'))
    expect(before?.includes('Always use pnpm instead of npm')).toBe(true)
    expect(after?.includes('Always use pnpm instead of npm')).toBe(true)
    expect(after?.includes('"role":"assistant"'), 'what was said before').toBe(false)
    expect(new Set(talked.out.match(/(?<="SessionStart:)\w+/g))).toEqual(
      new Set(['startup', 'clear']),
    )

    const { sessions } = await machine.until<{ sessions: readonly { readonly id: string }[] }>(
      ['sessions', 'list'],
      ({ sessions: listed }) => listed.length === 3,
    )
    expect(new Set(sessions.map(({ id }) => id)).size, 'before, cleared, after').toBe(3)
  })

  it('K-09 our own model runs are not heard, and nothing that was injected is captured', async () => {
    const { machine, api } = await machineWithClaude()
    await ask(
      machine,
      api,
      ['Always use bun for the scripts of this project', '--session-id', FIRST],
      {
        MNEME_IN_EXTRACTION: '1',
      },
    )
    await ask(machine, api, ['Never use println! in production code', '--session-id', SECOND])
    await captured(machine, /println/)
    await ask(machine, api, ['What should I avoid?', '--session-id', THIRD])
    await ask(machine, api, ['And what else?', '--resume', THIRD])
    const { memories } = await machine.until<Listed>(['list', '--everywhere'], () => true)
    expect(memories.filter(({ title }) => /println/.test(title))).toHaveLength(1)
  })

  it('K-16 remove leaves the configuration byte-identical', async () => {
    const { machine } = await machineWithClaude()
    const removed = machine.mneme('remove', '--yes')
    expect(removed.code, removed.err).toBe(0)
    expect(readFileSync(join(machine.home, '.claude', 'settings.json'), 'utf8')).toBe(SETTINGS)
    for (const gone of ['.claude.json', '.claude/skills', '.claude/commands']) {
      expect(existsSync(join(machine.home, gone)), gone).toBe(false)
    }
  })
})
