/**
 * `npm run e2e:hosts`: gets real hosts from their registry packages into a cache folder outside the
 * checkout, and runs the tests that drive them against a stand-in for their model. With --all every host
 * that can be had, else those of the ordinary tests; with --install-only it gets them and stops. They are
 * no dependency of ours. With --installed: the package itself, installed as people install it; with --built
 * also, it is packed from what is built already.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache =
  process.env.MNEME_E2E_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mneme-e2e')

/** The versions whose formats our readers and hooks were written for. */
const programs = JSON.parse(readFileSync(join(root, 'test/support/host-programs.json'), 'utf8'))
const all = process.argv.includes('--all')

for (const [name, program] of Object.entries(programs)) {
  if (all || program.ordinary) install(name, program)
}
if (!process.argv.includes('--install-only')) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const isInstalled = process.argv.includes('--installed')
  // Packing builds by itself.
  const built = isInstalled
    ? { status: 0 }
    : spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
  const tests = isInstalled ? 'test/e2e/install' : 'test/e2e/hosts'
  const how = process.argv.includes('--built') ? 'built' : '1'
  const wanted = isInstalled ? { MNEME_E2E_INSTALL: how } : all ? { MNEME_E2E_ALL: '1' } : {}
  const ran = spawnSync(process.execPath, [vitest, 'run', tests], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...wanted },
  })
  process.exitCode = built.status || ran.status || 0
}

function install(name, { package: wanted, dependencies = false }) {
  const folder = join(cache, name)
  if (existsSync(folder)) return
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`${wanted} is for Linux on x64: left out here`)
    return
  }
  mkdirSync(cache, { recursive: true })
  const half = mkdtempSync(join(cache, '.getting-'))
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: half, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    mkdirSync(join(half, 'program'))
    if (dependencies) {
      const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
      npm('install', '--prefix', 'program', ...quiet, wanted)
    } else {
      npm('pack', wanted, '--silent')
      const [archive] = readdirSync(half).filter((file) => file.endsWith('.tgz'))
      execFileSync('tar', ['-xzf', archive, '-C', 'program', '--strip-components=1'], { cwd: half })
    }
    renameSync(join(half, 'program'), folder)
    console.log(`${wanted} is in ${folder}`)
  } catch (thrown) {
    console.log(`${wanted} could not be had: ${thrown.message}`)
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}
