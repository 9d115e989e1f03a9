import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { hostCommand } from '../../support/host-programs.ts'
import { type StandIn, standInApi, timesInTurn } from '../../support/stand-in-api.ts'

const [codex = ''] = hostCommand('codex')

interface Listed {
  readonly memories: readonly { readonly title: string }[]
}

interface CodexMachine {
  readonly machine: Machine
  readonly api: StandIn
  readonly config: string
}

async function machineWithCodex(more = ''): Promise<CodexMachine> {
  const machine = hostMachine()
  const api = await standInApi()
  const folder = join(machine.home, '.codex')
  mkdirSync(folder)
  const config = `# mine
model = "stand-in"
model_provider = "mock"
${more}
[model_providers.mock]
name = "mock"
base_url = "${api.url}/v1"
wire_api = "responses"

[projects."${machine.project}"]
trust_level = "trusted"
`
  writeFileSync(join(folder, 'config.toml'), config)
  const set = machine.mneme('setup', '--host', 'codex', '--yes')
  expect(set.code, set.err).toBe(0)
  expect(machine.mneme('serve', '--detach').code).toBe(0)
  return { machine, api, config }
}

/** Trust in hooks is given by a person in Codex itself; here the flag that says so stands in. */
function ask(machine: Machine, args: readonly string[], env: Record<string, string> = {}) {
  const flags = ['--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust']
  const given = ['exec', ...flags, '--sandbox', 'danger-full-access', ...args]
  return machine.run(codex, given, env)
}

const captured = (machine: Machine, words: RegExp) =>
  machine.until<Listed>(['list'], ({ memories }) => memories.some(({ title }) => words.test(title)))

const saw = (api: StandIn, words: string) => api.requests.some((body) => body.includes(words))

describe.skipIf(codex === '')('the real Codex', { timeout: 600_000 }, () => {
  it('J-07 a fact stated in one session is in the request of the next, once; a correction replaces it', async () => {
    const { machine, api } = await machineWithCodex()
    const question = 'Which package manager do we use here?'
    const preference = 'Always use pnpm instead of npm in this project'
    const first = await ask(machine, [preference])
    expect(first.code, first.err + first.out).toBe(0)
    await captured(machine, /pnpm/)
    api.forget()
    await ask(machine, [question])
    expect(timesInTurn(api, question, preference)).toBe(1)
    api.forget()
    const resumed = await ask(machine, ['resume', '--last', 'And what else should I know?'])
    expect(resumed.code, resumed.err).toBe(0)
    expect(api.requests.length).toBeGreaterThan(0)

    await ask(machine, ['No, always use yarn instead of npm in this project'])
    await captured(machine, /yarn/)
    api.forget()
    await ask(machine, [question])
    expect(timesInTurn(api, question, 'use yarn instead of npm')).toBe(1)
    expect(saw(api, 'Always use pnpm')).toBe(false)
  })

  it('F-03 the lifeboat comes back after compaction', async () => {
    const { machine, api } = await machineWithCodex('model_auto_compact_token_limit = 12\n')
    await ask(machine, ['Please migrate the checkout service to the new payment API'])
    await ask(machine, ['resume', '--last', 'go on'])
    await ask(machine, ['resume', '--last', 'and what is left?'])
    expect(saw(api, 'before the window was compacted')).toBe(true)
  })

  it('K-09 our own model runs are not heard', async () => {
    const { machine } = await machineWithCodex()
    const ours = { MNEME_IN_EXTRACTION: '1' }
    // As our own runs are: without a transcript.
    await ask(machine, ['--ephemeral', 'Always use bun for the scripts of this project'], ours)
    await ask(machine, ['Never use println! in production code'])
    await captured(machine, /println/)
    const { memories } = await machine.until<Listed>(['list', '--everywhere'], () => true)
    expect(memories.filter(({ title }) => /bun\b/.test(title))).toEqual([])
  })

  it('K-16 remove leaves the configuration byte-identical', async () => {
    const { machine, config } = await machineWithCodex()
    const path = join(machine.home, '.codex', 'config.toml')
    expect(readFileSync(path, 'utf8')).toContain('[mcp_servers.mneme]')
    expect(machine.mneme('remove', '--yes').code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(config)
  })
})
