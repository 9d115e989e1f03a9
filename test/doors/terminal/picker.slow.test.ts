/** J-09. The picker as a person has it: the built program in a real terminal, typed into through tmux. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCli, runJson } from '../../support/cli.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { hasTmux, openTerminal, type Terminal } from '../../support/tmux.ts'

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
const HOSTILE = 'Hostile \u001b[31malert\u001b[2J and \u202eesrever 👨‍👩‍👧 数据库连接 '

interface Machine {
  readonly home: string
  readonly terminal: Terminal
}

/** Three memories, an editor that changes one word, and a shell in which something was printed. */
function machine(size: { columns?: number; rows?: number } = {}): Machine {
  const home = temporaryFolder()
  runCli(['remember', 'The cache lives in Redis 7', '--name', 'cache'], { home })
  runCli(['remember', 'Deploy with make release', '--scope', 'global'], { home })
  runCli(['remember'], { home, stdin: `${HOSTILE}${'x'.repeat(90_000)}` })
  const terminal = openTerminal({
    cwd: home,
    env: {
      HOME: home,
      MNEME_HOME: join(home, 'mneme'),
      MNEME_NO_DAEMON: '1',
      MNEME_EMBED_PROVIDER: 'none',
      EDITOR: 'sed -i s/Redis/Valkey/',
    },
    ...size,
  })
  terminal.type('echo before', 'Enter')
  return { home, terminal }
}

async function start({ terminal }: Machine): Promise<void> {
  terminal.type(`${process.execPath} ${CLI} ui --terminal; echo ended $?`, 'Enter')
  await terminal.shows(/of 3/)
}

describe.skipIf(!hasTmux)('J-09 in a terminal', () => {
  it('J-09 search, edit, delete and undo, each with its history', async () => {
    const there = machine()
    const { home, terminal } = there
    await start(there)
    terminal.type('redi')
    await terminal.shows(/> The cache lives in Redis 7 +│ The cache lives in Redis 7/)
    await terminal.gone('Deploy')

    terminal.type('Enter')
    await terminal.shows(/Updated/)
    const { memory } = runJson<{ memory: { content: string; accessCount: number } }>(
      ['get', 'cache'],
      { home },
    )
    expect(memory).toMatchObject({ content: 'The cache lives in Valkey 7', accessCount: 0 })
    const { versions } = runJson<{ versions: unknown[] }>(['history', 'cache'], { home })
    expect(versions.length).toBeGreaterThan(0)

    terminal.type('C-u', 'valkey')
    await terminal.shows(/› valkey[\s\S]*> The cache lives in Valkey 7/)
    terminal.type('C-d')
    await terminal.shows(/Forgotten/)
    await terminal.shows(/Nothing is remembered about that/)
    expect(runJson<{ total: number }>(['list'], { home }).total).toBe(2)

    terminal.type('C-z')
    await terminal.shows(/Undone/)
    await terminal.shows(/> The cache lives in Valkey 7/)
    terminal.type('C-z', 'C-u', 'redis')
    await terminal.shows(/> The cache lives in Redis 7/)
    expect(runJson<{ total: number }>(['list'], { home }).total).toBe(3)
    const { entries } = runJson<{ entries: { actor: string }[] }>(['journal'], { home })
    expect(entries[0]?.actor).toBe('picker')
  })

  it('J-09 nothing is left behind: no line in the scrollback, the terminal as it was', async () => {
    const there = machine()
    const { terminal } = there
    await start(there)
    expect(terminal.isAlternate()).toBe(true)
    terminal.type('Down', 'Down', 'Escape')
    await terminal.shows(/ended 0/)
    expect(terminal.isAlternate()).toBe(false)
    expect(terminal.scrollback()).toContain('before')
    expect(terminal.scrollback()).not.toMatch(/of 3|Deploy|›/)
    terminal.type('stty -a', 'Enter')
    expect(await terminal.shows(/icanon/)).toMatch(/ icanon[\s\S]* echo /)
  })

  it('J-09 the terminal comes back when the picker is ended by a signal', async () => {
    const there = machine()
    const { terminal } = there
    await start(there)
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(terminal.pid)])
    for (const pid of children.toString().split('\n').filter(Boolean)) process.kill(Number(pid))
    await terminal.shows(/ended 143/)
    expect(terminal.isAlternate()).toBe(false)
    terminal.type('stty -a', 'Enter')
    expect(await terminal.shows(/icanon/)).toMatch(/ icanon[\s\S]* echo /)
  })

  it('J-09 an editor that fails changes nothing and says so', async () => {
    const there = machine()
    const { home, terminal } = there
    terminal.type('export EDITOR=false', 'Enter')
    await start(there)
    terminal.type('redis', 'Enter')
    await terminal.shows(/"false" exited with code 1/)
    expect(
      runJson<{ memory: { content: string } }>(['get', 'cache'], { home }).memory.content,
    ).toBe('The cache lives in Redis 7')
  })

  it('J-09 hostile text is text, at any size of the window', async () => {
    const there = machine()
    const { terminal } = there
    await start(there)
    terminal.type('hosti')
    await terminal.shows(/> Hostile ·?\[31malert/)
    const wide = (await terminal.shows(/│ Hostile/)).split('\n')
    const bars = wide.slice(3, 20).map((line) => line.indexOf('│'))
    expect(wide[0]).toMatch(/^ mneme/)
    expect(bars.filter((at) => at === -1)).toEqual([])
    terminal.resize(50, 16)
    await terminal.gone('│')
    const narrow = await terminal.shows(/> Hostile/)
    expect(narrow.split('\n')[0]).toMatch(/^ mneme/)
    expect(narrow).toContain('› hosti')
    terminal.resize(20, 5)
    await terminal.shows(/too\s+small/)
    terminal.resize(120, 40)
    await terminal.shows(/│ Hostile/)
  })

  it('J-09 scopes and anchors are browsed; an anchor is written in the editor', async () => {
    const there = machine()
    const { home, terminal } = there
    const write = join(home, 'write.sh')
    writeFileSync(write, '#!/bin/sh\necho "I like short answers." > "$1"\n', { mode: 0o755 })
    terminal.type(`export EDITOR=${write}`, 'Enter')
    await start(there)
    terminal.type('Tab')
    await terminal.shows(/No memories yet/)
    terminal.type('Tab')
    await terminal.shows(/Deploy with make release/)
    terminal.type('Tab', 'Tab')
    await terminal.shows(/> USER\.md/)
    terminal.type('Enter')
    await terminal.shows(/I like short answers/)
  })
})

it('J-09 without a terminal it says what to use instead', () => {
  const ran = runCli(['ui', '--terminal'], { home: temporaryFolder() })
  expect(ran.err).toContain('needs a terminal')
  expect(ran.code).not.toBe(0)
})
