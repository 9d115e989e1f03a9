/** J-02. Completion in a real bash, the man page in a real roff. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { hasTmux, openTerminal } from '../../support/tmux.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const PROGRAMS = {
  bash: 'completion',
  zsh: 'completion',
  fish: 'completion',
  groff: 'the man page',
}
const missing = Object.entries(PROGRAMS).filter(
  ([name]) => spawnSync(name, ['--version']).status !== 0,
)
for (const [name, what] of missing) {
  console.log(`${name} is not installed: ${what} is not tested with it here`)
}
const isMissing = (name: keyof typeof PROGRAMS) => missing.some(([each]) => each === name)

/** Where programs are looked for, with `mneme` among them. */
function withMneme(): string {
  const folder = join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  const path = join(folder, 'mneme')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/cli.js" "$@"\n`)
  chmodSync(path, 0o755)
  return `${folder}:${process.env.PATH}`
}

/** A home with one memory, in the project `shop`. */
function homeWithMemory() {
  const home = temporaryFolder()
  const cwd = join(home, 'shop')
  mkdirSync(join(cwd, '.git'), { recursive: true })
  const env = { MNEME_HOME: join(home, '.mneme'), MNEME_EMBED_PROVIDER: 'none' }
  const { out } = runCli(
    ['add', 'We deploy on Fridays', '--name', 'deploy-days', '--tag', 'release', '--json'],
    { home, cwd, env },
  )
  const { id } = JSON.parse(out) as { readonly id: string }
  return { home, cwd, env, id }
}

describe.skipIf(isMissing('bash'))('J-02 in bash', () => {
  function completed(words: readonly string[]): string[] {
    const script = `source <(mneme completion bash)
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mneme; printf '%s\\n' "\${COMPREPLY[@]}"`
    const ran = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], {
      env: { PATH: withMneme(), MNEME_NO_DAEMON: '1', HOME: temporaryFolder() },
      encoding: 'utf8',
    })
    expect(ran.stderr).toBe('')
    return ran.stdout.split('\n').filter((line) => line !== '')
  }

  it.each([
    { words: ['mneme', 'rem'], offered: ['remember', 'remove'] },
    { words: ['mneme', 'list', '--sc'], offered: ['--scope'] },
    { words: ['mneme', 'list', '--scope', 'pro'], offered: ['project'] },
    { words: ['mneme', 'list', '--scope', '=', 'pro'], offered: ['project'] },
    { words: ['mneme', 'list', '--order', '='], offered: ['newest', 'oldest', 'updated'] },
  ])('J-02 $words completes to $offered', ({ words, offered }) => {
    expect(completed(words)).toEqual(offered)
  })

  it('J-02 names, ids, tags and projects of the home are completed', () => {
    const { home, cwd, env, id } = homeWithMemory()
    const script = `source <(mneme completion bash)
      for line in "get dep" "show dep" "edit dep" "undo ${id.slice(0, 4)}" "list --tag rel" "list --project sh"; do
        COMP_WORDS=(mneme $line); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _mneme; echo "\${COMPREPLY[@]}"
      done`
    const ran = spawnSync('bash', ['--norc', '-c', script], {
      cwd,
      env: { PATH: withMneme(), MNEME_NO_DAEMON: '1', HOME: home, ...env },
      encoding: 'utf8',
    })
    expect(ran.stdout.trim().split('\n')).toEqual([
      'deploy-days',
      'deploy-days',
      'deploy-days',
      id.slice(0, 8),
      'release',
      'shop',
    ])
  })

  it.skipIf(!hasTmux)('J-02 the tab key completes what was typed', async () => {
    const home = temporaryFolder()
    const terminal = openTerminal({
      cwd: home,
      env: { HOME: home, PATH: withMneme(), MNEME_NO_DAEMON: '1' },
    })
    terminal.type('bash --norc', 'Enter', 'source <(mneme completion bash); echo ready', 'Enter')
    await terminal.shows(/^ready/m)
    terminal.type('mneme sear', 'Tab')
    await terminal.shows(/mneme search$/m)
    terminal.type('--strategy sem', 'Tab')
    await terminal.shows(/mneme search --strategy semantic/)
  })
})

it.skipIf(!hasTmux || isMissing('zsh'))('J-02 the tab key completes in zsh', async () => {
  const home = temporaryFolder()
  const env = { HOME: home, PATH: withMneme(), MNEME_NO_DAEMON: '1' }
  const terminal = openTerminal({ cwd: home, env })
  terminal.type('zsh -f', 'Enter')
  terminal.type('autoload -U compinit; compinit -u -D', 'Enter')
  terminal.type('source <(mneme completion zsh); echo ready', 'Enter')
  await terminal.shows(/^ready/m)
  terminal.type('mneme sear', 'Tab')
  await terminal.shows(/mneme search$/m)
  terminal.type('--strategy sem', 'Tab')
  await terminal.shows(/mneme search --strategy semantic/)
})

it.skipIf(!hasTmux || isMissing('zsh'))('J-02 zsh completes names, tags and projects', async () => {
  const { home, cwd, env: own } = homeWithMemory()
  const env = { HOME: home, PATH: withMneme(), MNEME_NO_DAEMON: '1', ...own }
  const terminal = openTerminal({ cwd, env })
  terminal.type('zsh -f', 'Enter')
  terminal.type('autoload -U compinit; compinit -u -D', 'Enter')
  terminal.type('source <(mneme completion zsh); echo ready', 'Enter')
  await terminal.shows(/^ready/m)
  for (const [typed, completed] of [
    ['mneme get dep', /mneme get deploy-days/],
    ['mneme list --tag rel', /mneme list --tag release/],
    ['mneme list --project sh', /mneme list --project shop/],
  ] as const) {
    terminal.type(typed, 'Tab')
    await terminal.shows(completed)
    terminal.type('C-u')
  }
})

it.skipIf(isMissing('fish'))('J-02 fish completes names, ids, tags and projects', () => {
  const { home, cwd, env: own, id } = homeWithMemory()
  const env = { HOME: home, PATH: withMneme(), MNEME_NO_DAEMON: '1', ...own }
  const lines = ['get dep', `undo ${id.slice(0, 4)}`, 'list --tag rel', 'list --project sh']
  const asked = lines.map((line) => `complete -C 'mneme ${line}'`).join('; ')
  const script = `mneme completion fish | source; ${asked}`
  const ran = spawnSync('fish', ['--no-config', '-c', script], { cwd, env, encoding: 'utf8' })
  const offered = ran.stdout.trim().split('\n')
  expect(offered.map((line) => line.split('\t')[0])).toEqual([
    'deploy-days',
    id.slice(0, 8),
    'release',
    'shop',
  ])
})

it.skipIf(isMissing('fish'))(
  'J-02 fish is offered what there is, and files where nothing else',
  () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'memories.jsonl'), '')
    const ask = (line: string) => {
      const script = `mneme completion fish | source; complete -C '${line}'`
      const env = { HOME: home, PATH: withMneme(), MNEME_NO_DAEMON: '1' }
      const ran = spawnSync('fish', ['--no-config', '-c', script], {
        cwd: home,
        env,
        encoding: 'utf8',
      })
      return ran.stdout
        .split('\n')
        .filter((each) => each !== '')
        .map((each) => each.split('\t')[0])
    }
    expect(ask('mneme config ')).toEqual(['get', 'list', 'set'])
    expect(ask('mneme search --strategy s')).toEqual(['semantic'])
    expect(ask('mneme import mem')).toEqual(['memories.jsonl'])
  },
)

it('J-02 an unknown shell is told which there are', () => {
  const ran = runCli(['completion', 'tcsh'], { home: temporaryFolder() })
  expect(ran.err).toMatch(/bash, zsh, fish/)
  expect(ran.code).toBe(2)
})

it.skipIf(isMissing('groff'))(
  'J-02 the man page is typeset without a complaint and tells every command',
  async () => {
    const path = join(root, 'man/mneme.1')
    const ran = spawnSync('groff', ['-man', '-Tutf8', '-K', 'utf8', '-ww', path], {
      encoding: 'utf8',
    })
    expect(ran.stderr).toBe('')
    const { COMMANDS } = await import('../../../src/doors/cli/commands.ts')
    const shown = ran.stdout.replace(/\u001b\[[0-9;]*m|.\u0008/g, '')
    for (const name of Object.keys(COMMANDS)) expect(shown).toContain(`mneme ${name}`)
  },
)

describe('J-02 colour', () => {
  it.each([
    { why: 'a pipe', args: ['status'], env: { NO_COLOR: '' }, isColoured: false },
    { why: 'FORCE_COLOR', args: ['status'], env: { FORCE_COLOR: '1' }, isColoured: true },
    {
      why: '--no-color',
      args: ['status', '--no-color'],
      env: { FORCE_COLOR: '1' },
      isColoured: false,
    },
  ])('J-02 with $why', ({ args, env, isColoured }) => {
    const { out, code } = runCli(args, { home: temporaryFolder(), env })
    expect(code).toBe(0)
    expect(/\u001b\[/.test(out)).toBe(isColoured)
  })
})
