/** J-10. `mneme ui` says what it did, whatever becomes of the browser: typed at a real terminal. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { runCli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { hasTmux, openTerminal } from '../support/tmux.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it.skipIf(!hasTmux || process.platform !== 'linux').each([
  { why: 'stays until the browser is closed', opener: 'sleep 60', says: /is opening in your/ },
  { why: 'ends at once', opener: 'exit 0', says: /is opening in your browser/ },
  { why: 'finds no browser', opener: 'exit 3', says: /No browser could be started/ },
])('J-10 an opener that $why', { timeout: 120_000 }, async ({ opener, says }) => {
  const home = temporaryFolder()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'xdg-open')
  writeFileSync(program, `#!/bin/sh\n${opener}\n`)
  chmodSync(program, 0o755)
  const env = {
    HOME: home,
    MNEME_HOME: join(home, 'mneme'),
    MNEME_HTTP_PORT: '0',
    PATH: `${bin}:${process.env.PATH}`,
  }
  onTestFinished(() => {
    runCli(['stop'], { home, env: { ...env, MNEME_NO_DAEMON: '' } })
  })
  const terminal = openTerminal({ cwd: home, env, columns: 200 })
  terminal.type(`${process.execPath} ${root}/dist/cli.js ui; echo "code $?"`, 'Enter')
  const screen = await terminal.shows(/^code \d/m)
  expect(screen).toMatch(says)
  expect(screen).toMatch(/http:\/\/127\.0\.0\.1:\d+\/login\?code=/)
  expect(screen).toMatch(/^code 0/m)
})
