import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { homePaths } from '../../src/config/home.ts'
import { watchTranscripts } from '../../src/engine/sessions/watch.ts'
import { hookArguments, hookCommand } from '../../src/hosts/setup/hook-command.ts'
import { giveConsent, mayRead, readConsents } from '../../src/setup/consent.ts'
import { launcherPath, writeLauncher } from '../../src/setup/launcher.ts'
import { keepRecord } from '../../src/setup/record.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

const OLD = '2026-01-01T00:00:00.000Z'
const NEW = '2026-06-01T00:00:00.000Z'

it('M-05 no transcript is read before somebody said so', async () => {
  const person = temporaryFolder()
  sessionFile(person, 'old').prompt('From now on always use tabs.')
  const home = await openHome({ env: { HOME: person } })
  const watching = await watchTranscripts(home.engine, home.caller)
  await watching.settle()
  expect((await home.do('sessions list', { all: true })).sessions).toEqual([])
  expect((await home.do('list', {})).memories).toEqual([])

  await home.do('sessions backfill', { host: ['claude-code'] })
  expect((await home.do('sessions list', { all: true })).sessions).toHaveLength(1)
  sessionFile(person, 'next').prompt('What is next?')
  await watching.close()
  const again = await watchTranscripts(home.engine, home.caller)
  await again.settle()
  await again.close()
  expect((await home.do('sessions list', { all: true })).sessions).toHaveLength(2)
})

it('M-05 a host without its history is read from then on, others not at all', () => {
  const home = homePaths(join(temporaryFolder(), 'home'))
  giveConsent(home, ['codex'], { at: '2026-03-01T00:00:00.000Z', history: false })
  const consents = readConsents(home)
  expect(mayRead(consents, { host: 'codex', modifiedAt: OLD })).toBe(false)
  expect(mayRead(consents, { host: 'codex', modifiedAt: NEW })).toBe(true)
  expect(mayRead(consents, { host: 'claude-code', modifiedAt: NEW })).toBe(false)
  giveConsent(home, ['codex'], { at: NEW, history: true })
  expect(mayRead(readConsents(home), { host: 'codex', modifiedAt: OLD })).toBe(true)
})

it('M-05 a home that was set up before has consented for the hosts it was set up for', () => {
  const home = homePaths(join(temporaryFolder(), 'home'))
  const entry = { path: '/x', project: null, backup: null, made: null, hash: 'x' }
  keepRecord(home, [{ ...entry, host: 'claude-code' }])
  expect(mayRead(readConsents(home), { host: 'claude-code', modifiedAt: OLD })).toBe(true)
  expect(mayRead(readConsents(home), { host: 'codex', modifiedAt: NEW })).toBe(false)
})

it.each(['home', 'it\'s the "home" of $USER & `co` 100% é'])(
  'M-06 a hook in %j runs, and says nothing once the package or the home is gone',
  (name) => {
    const folder = temporaryFolder()
    const package_ = join(folder, 'package')
    mkdirSync(package_)
    const hook = join(package_, 'hook.cjs')
    writeFileSync(hook, "process.stdout.write('context for ' + process.argv[2])")
    const home = { home: join(folder, name) }
    const place = { node: process.execPath, hook: launcherPath(home) }
    writeLauncher(home, hook)
    expect(statSync(launcherPath(home)).mode & 0o077).toBe(0)
    const options = { input: '{}', encoding: 'utf8' } as const
    const run = () =>
      [
        // As hosts that know no shell start it, as a shell does, and as an older setup wrote it.
        spawnSync(place.node, hookArguments(place, 'claude-code'), options),
        spawnSync(hookCommand(place, 'claude-code'), { ...options, shell: true }),
        ...(existsSync(place.hook)
          ? [spawnSync(place.node, [place.hook, 'claude-code'], options)]
          : []),
      ].map(({ status, stdout, stderr }) => ({ status, stdout, stderr }))
    const heard = { status: 0, stdout: 'context for claude-code', stderr: '' }
    const silence = { status: 0, stdout: '', stderr: '' }
    expect(run()).toEqual([heard, heard, heard])
    rmSync(package_, { recursive: true })
    expect(run()).toEqual([silence, silence, silence])
    rmSync(home.home, { recursive: true })
    expect(run()).toEqual([silence, silence])
  },
)
