/** A real terminal to type into and to look at: tmux, with a server of its own for each test. */
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, onTestFinished } from 'vitest'

export const hasTmux = spawnSync('tmux', ['-V']).status === 0
if (!hasTmux) console.log('tmux is not installed: what is shown in a terminal is not tested here')

export interface Terminal {
  /** Keys as tmux names them: `Enter`, `C-d`, or text. */
  type(...keys: readonly string[]): void
  screen(): string
  /** Everything that can be scrolled back to. */
  scrollback(): string
  /** Waits until the screen shows it. */
  shows(what: RegExp | string): Promise<string>
  gone(what: RegExp | string): Promise<void>
  resize(columns: number, rows: number): void
  /** Whether a program has taken the screen for itself. */
  isAlternate(): boolean
  /** The process id of the shell. */
  readonly pid: number
}

let opened = 0

export function openTerminal(options: {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
}): Terminal {
  opened += 1
  const server = `mneme-${process.pid}-${opened}`
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', ['-L', server, '-f', '/dev/null', ...args], { encoding: 'utf8' })
  const { columns = 80, rows = 24, cwd, env } = options
  execFileSync(
    'tmux',
    [
      '-L',
      server,
      '-f',
      '/dev/null',
      '-u',
      'new-session',
      '-d',
      '-x',
      `${columns}`,
      '-y',
      `${rows}`,
      '/bin/sh',
    ],
    { cwd, env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', PS1: '$ ', ...env } },
  )
  onTestFinished(() => {
    spawnSync('tmux', ['-L', server, 'kill-server'])
  })
  const screen = () => tmux('capture-pane', '-p')
  const patience = { timeout: 60_000, interval: 50 }
  return {
    type: (...keys) => {
      for (const key of keys) tmux('send-keys', '--', key)
    },
    screen,
    scrollback: () => tmux('capture-pane', '-p', '-S', '-'),
    async shows(what) {
      await expect.poll(screen, patience).toMatch(what)
      return screen()
    },
    async gone(what) {
      await expect.poll(screen, patience).not.toMatch(what)
    },
    resize: (width, height) => {
      tmux('resize-window', '-x', `${width}`, '-y', `${height}`)
    },
    isAlternate: () => tmux('display-message', '-p', '#{alternate_on}').trim() === '1',
    pid: Number(tmux('display-message', '-p', '#{pane_pid}')),
  }
}
