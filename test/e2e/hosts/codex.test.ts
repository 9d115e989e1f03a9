import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { hostProgram } from '../../support/host-programs.ts'
import { type StandIn, standInApi } from '../../support/stand-in-api.ts'

const codex = hostProgram('codex')

interface Listed {
  readonly memories: readonly { readonly title: string }[]
}

interface CodexMachine {
  readonly machine: Machine
  readonly api: StandIn
  readonly config: string
}

async function machineWithCodex(): Promise<CodexMachine> {
  const machine = hostMachine()
  const api = await standInApi()
  const folder = join(machine.home, '.codex')
  mkdirSync(folder)
  const config = `# mine
model = "stand-in"
model_provider = "mock"

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
function ask(machine: Machine, args: readonly string[]) {
  const flags = ['--json', '--skip-git-repo-check', '--dangerously-bypass-hook-trust']
  return machine.run(codex ?? '', ['exec', ...flags, '--sandbox', 'danger-full-access', ...args])
}

const saw = (api: StandIn, words: string) => api.requests.some((body) => body.includes(words))

describe.skipIf(codex === null)('the real Codex', { timeout: 180_000 }, () => {
  it('J-07 a fact stated in one session is in the request of the next', async () => {
    const { machine, api } = await machineWithCodex()
    const first = await ask(machine, ['Always use pnpm instead of npm in this project'])
    expect(first.code, first.err + first.out).toBe(0)
    await machine.until<Listed>(['list'], ({ memories }) =>
      memories.some(({ title }) => /pnpm/.test(title)),
    )
    api.forget()
    await ask(machine, ['Which package manager do we use here?'])
    expect(saw(api, 'Always use pnpm instead of npm')).toBe(true)
    api.forget()
    const resumed = await ask(machine, ['resume', '--last', 'And what else should I know?'])
    expect(resumed.code, resumed.err).toBe(0)
    expect(api.requests.length).toBeGreaterThan(0)
  })

  it('K-16 remove leaves the configuration byte-identical', async () => {
    const { machine, config } = await machineWithCodex()
    const path = join(machine.home, '.codex', 'config.toml')
    expect(readFileSync(path, 'utf8')).toContain('[mcp_servers.mneme]')
    expect(machine.mneme('remove', '--yes').code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(config)
  })
})
