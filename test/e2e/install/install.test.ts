/**
 * M-51. As people install it: from an empty home to a remembered preference, by npx from the packed
 * package, by a global install that is upgraded and taken away again, and as a Claude Code plugin. Each
 * installs every dependency, so these run by `npm run e2e:install`.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostMachine, type Machine } from '../../support/host-machine.ts'
import { hostCommand } from '../../support/host-programs.ts'
import { type StandIn, standInApi, timesInTurn } from '../../support/stand-in-api.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const [claude = ''] = hostCommand('claude-code')
const wanted = process.env.MNEME_E2E_INSTALL ?? ''
const isWanted = wanted !== '' && claude !== ''
/** Packing builds; what is built already need not be built again. */
const withoutBuild = wanted === 'built' ? ['--ignore-scripts'] : []

const PREFERENCE = 'Always use pnpm instead of npm in this project'
const QUESTION = 'Which package manager do we use here?'
const NEWER = '99.0.0'

/** Downloads are shared with the machine; everything else is in the test's own home. */
const npmCache = isWanted
  ? execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  : ''
const npmEnv: Record<string, string> = {
  ...(Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:npm_config_|https?_proxy|no_proxy|ssl_|node_extra)/i.test(name),
    ),
  ) as Record<string, string>),
  npm_config_cache: npmCache,
  npm_config_prefer_offline: 'true',
}

let packed = ''
let newer = ''

/** The package as it is published, and the same with a higher version. */
function packTwice(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-packed-'))
  const pack = (cwd: string, ...more: string[]) =>
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, ...more], {
      cwd,
      encoding: 'utf8',
    })
  pack(REPOSITORY, ...withoutBuild)
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  packed = join(folder, archive)
  execFileSync('tar', ['-xzf', packed, '-C', folder])
  const manifest = join(folder, 'package', 'package.json')
  const about = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  writeFileSync(manifest, JSON.stringify({ ...about, version: NEWER }, null, 2))
  pack(join(folder, 'package'), '--ignore-scripts')
  newer = join(folder, `mneme-${NEWER}.tgz`)
  return () => rmSync(folder, { recursive: true, force: true })
}

interface Installed {
  readonly machine: Machine
  readonly api: StandIn
  readonly prefix: string
  readonly path: string
  npm(...args: string[]): Promise<void>
  mneme(...args: string[]): Promise<string>
}

async function emptyHome(): Promise<Installed> {
  const machine = hostMachine()
  mkdirSync(join(machine.home, '.claude'))
  const prefix = join(machine.home, 'npm')
  const path = `${join(prefix, 'bin')}:${machine.env.PATH}`
  const run = async (program: string, args: readonly string[], env: Record<string, string>) => {
    const ran = await machine.run(program, args, env)
    expect(ran.code, `${program} ${args.join(' ')}: ${ran.out}${ran.err}`).toBe(0)
    return ran.out
  }
  return {
    machine,
    api: await standInApi(),
    prefix,
    path,
    npm: async (...args) => void (await run('npm', args, npmEnv)),
    mneme: (...args) => run('mneme', args, { PATH: path }),
  }
}

async function ask({ machine, api, path }: Installed, prompt: string): Promise<void> {
  const ran = await machine.run(claude, ['-p', prompt, '--output-format', 'json'], {
    PATH: path,
    ANTHROPIC_API_KEY: 'dummy',
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  })
  expect(ran.code, ran.out + ran.err).toBe(0)
}

/** One session says it, `list` has it, and the next session is told once. */
async function expectRemembered(installed: Installed, list: () => Promise<string>): Promise<void> {
  await ask(installed, PREFERENCE)
  await expect.poll(list, { timeout: 120_000, interval: 1000 }).toContain('pnpm')
  installed.api.forget()
  await ask(installed, QUESTION)
  expect(timesInTurn(installed.api, QUESTION, PREFERENCE)).toBe(1)
}

describe.skipIf(!isWanted)(
  'from an empty home to a remembered preference',
  {
    timeout: 900_000,
  },
  () => {
    beforeAll(packTwice, 600_000)

    it('K-02 at most 400 files, and 215 MB with all that it depends on', async () => {
      const files = execFileSync('tar', ['-tzf', packed], { encoding: 'utf8' }).trim().split('\n')
      expect(files.length).toBeLessThanOrEqual(400)
      const { npm, prefix } = await emptyHome()
      await npm('install', '-g', '--prefix', prefix, packed)
      const [kilobytes] = execFileSync('du', ['-sk', prefix], { encoding: 'utf8' }).split('\t')
      expect(Number(kilobytes) / 1024).toBeLessThanOrEqual(215)
    })

    it('M-51 by npx from the packed package', async () => {
      const installed = await emptyHome()
      const npx = async (...args: string[]) => {
        const given = ['--yes', '--package', packed, 'mneme', ...args]
        const ran = await installed.machine.run('npx', given, npmEnv)
        expect(ran.code, ran.out + ran.err).toBe(0)
        return ran.out
      }
      expect(await npx('setup', '--host', 'claude-code', '--yes')).toContain(
        'Claude Code: connected',
      )
      await expectRemembered(installed, () => npx('list'))
      await npx('remove', '--yes')
    })

    it('M-51 by a global install; upgraded while the daemon runs; uninstalled', async () => {
      const installed = await emptyHome()
      const { machine, npm, mneme, prefix } = installed
      await npm('install', '-g', '--prefix', prefix, packed)
      await mneme('setup', '--host', 'claude-code', '--yes')
      await expectRemembered(installed, () => mneme('list'))
      interface Status {
        readonly version: string
        readonly daemon: { readonly version: string; readonly pid: number } | null
      }
      const status = async () => JSON.parse(await mneme('status', '--json')) as Status
      const before = await status()
      expect(before.daemon?.version).toBe(before.version)

      await npm('install', '-g', '--prefix', prefix, newer)
      // The old daemon finishes what it does and leaves; the new one starts as it is needed.
      const daemonAfter = async () => {
        expect(await mneme('list')).toContain('pnpm')
        return (await status()).daemon
      }
      await expect
        .poll(daemonAfter, { timeout: 120_000, interval: 1000 })
        .toMatchObject({ version: NEWER })
      const after = await status()
      expect(after.version).toBe(NEWER)
      expect(after.daemon?.pid).not.toBe(before.daemon?.pid)
      installed.api.forget()
      await ask(installed, QUESTION)
      expect(installed.api.requests.some((body) => body.includes(PREFERENCE))).toBe(true)

      // Gone without a word to the agents: these go on, and hear nothing of it.
      await mneme('stop')
      await npm('uninstall', '-g', '--prefix', prefix, 'mneme')
      await ask(installed, QUESTION)

      await npm('install', '-g', '--prefix', prefix, newer)
      await mneme('remove', '--yes')
      await npm('uninstall', '-g', '--prefix', prefix, 'mneme')
      expect(existsSync(join(machine.home, '.claude', 'settings.json'))).toBe(false)
      expect(existsSync(join(prefix, 'bin', 'mneme'))).toBe(false)
      await ask(installed, QUESTION)
    })

    it('M-51 as a plugin from the marketplace file of the repository', async () => {
      const installed = await emptyHome()
      const { machine, npm, mneme, prefix, path } = installed
      await npm('install', '-g', '--prefix', prefix, packed)
      const plugin = async (...args: string[]) => {
        const ran = await machine.run(claude, ['plugin', ...args], { PATH: path })
        expect(ran.code, ran.out + ran.err).toBe(0)
      }
      await plugin('marketplace', 'add', REPOSITORY)
      await plugin('install', 'mneme@mneme')
      await expectRemembered(installed, () => mneme('list'))
      await plugin('uninstall', 'mneme@mneme')
    })
  },
)
