/** M-06. What the real hosts show of us once the package, and then the home, was deleted without a word. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { hostCommand } from '../../support/host-programs.ts'
import { type StandIn, standInApi } from '../../support/stand-in-api.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const [claude = ''] = hostCommand('claude-code')
const [codex = ''] = hostCommand('codex')

interface Host {
  readonly name: string
  readonly program: string
  /** In the person's home. */
  readonly folder: string
  readonly hooks: string
  readonly config: (machine: Machine, api: StandIn) => Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly env: (api: StandIn) => Record<string, string>
}

const HOSTS: readonly Host[] = [
  {
    name: 'claude-code',
    program: claude,
    folder: '.claude',
    hooks: 'settings.json',
    config: () => ({}),
    args: ['-p', 'Hello there'],
    env: (api) => ({
      ANTHROPIC_API_KEY: 'dummy',
      ANTHROPIC_BASE_URL: api.url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  {
    name: 'codex',
    program: codex,
    folder: '.codex',
    hooks: 'hooks.json',
    config: (machine, api) => ({
      'config.toml': `model = "stand-in"
model_provider = "mock"

[model_providers.mock]
name = "mock"
base_url = "${api.url}/v1"
wire_api = "responses"

[projects."${machine.project}"]
trust_level = "trusted"
`,
    }),
    args: [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      ...['--sandbox', 'danger-full-access', 'Hello there'],
    ],
    env: () => ({}),
  },
]

/** What a person is shown, and what the host keeps of a hook that failed. */
async function complaints(machine: Machine, api: StandIn, host: Host): Promise<string[]> {
  const { out, err } = await machine.run(host.program, host.args, host.env(api))
  expect(out + err, 'the model was asked').toContain('Understood.')
  const projects = join(machine.home, '.claude', 'projects')
  const kept = existsSync(projects)
    ? readdirSync(projects, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => readFileSync(join(projects, name), 'utf8'))
    : []
  rmSync(projects, { recursive: true, force: true })
  const lines = [out, err, ...kept].flatMap((text) => text.split('\n'))
  return lines.filter((line) =>
    /hook_non_blocking_error|hook.{0,400}(?:failed|error)|hook\.cjs|MODULE_NOT_FOUND/i.test(line),
  )
}

describe.each(HOSTS)('the real $name', { timeout: 900_000 }, (host) => {
  it.skipIf(host.program === '')(
    'M-06 shows no line of ours after the package was deleted, nor after the home was',
    async () => {
      const machine = hostMachine()
      const api = await standInApi()
      const folder = join(machine.home, host.folder)
      mkdirSync(folder)
      for (const [name, text] of Object.entries(host.config(machine, api))) {
        writeFileSync(join(folder, name), text)
      }
      const package_ = installedCopy(machine)
      const set = spawnSync(
        process.execPath,
        [join(package_, 'dist', 'cli.js'), 'setup', '--host', host.name, '--yes'],
        { cwd: machine.project, env: { ...machine.env, MNEME_NO_DAEMON: '1' }, encoding: 'utf8' },
      )
      expect(set.status, set.stderr).toBe(0)
      rmSync(package_, { recursive: true })
      expect(await complaints(machine, api, host)).toEqual([])
      rmSync(join(machine.home, '.mneme'), { recursive: true })
      expect(await complaints(machine, api, host)).toEqual([])
      // Without what keeps it silent there would be such lines.
      const hooks = join(folder, host.hooks)
      const loud = readFileSync(hooks, 'utf8').replaceAll('try{', '').replaceAll('}catch{}', '')
      writeFileSync(hooks, loud)
      expect(await complaints(machine, api, host)).not.toEqual([])
    },
  )
})

/** As npm puts it somewhere: it can be deleted. */
function installedCopy(machine: Machine): string {
  const folder = join(machine.home, 'package')
  mkdirSync(folder)
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
