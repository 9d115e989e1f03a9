/**
 * Every block of commands in the documents that is marked `sh` runs, in order, in a fresh home and a
 * fresh repository. Blocks that need an agent, a person or a network are marked `text`.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'commands.md')
    .map((name) => `docs/${name}`),
]

const blocksIn = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )

/** What installs Mneme itself is what the test run has done already. */
const isInstalling = (block: string) => /^npm (?:ci|i|install)\b/m.test(block)

function machine() {
  const folder = temporaryFolder()
  const bin = join(folder, 'bin')
  const project = join(folder, 'project')
  mkdirSync(bin)
  mkdirSync(project)
  const program = join(bin, 'mneme')
  writeFileSync(
    program,
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"\n`,
  )
  chmodSync(program, 0o755)
  spawnSync('git', ['init', '-q', project])
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: join(folder, 'home'),
    NO_COLOR: '1',
    MNEME_HTTP_PORT: '0',
    // One that a command starts behind its back would outlive the folder; a block that needs one starts it.
    MNEME_DAEMON_START_ON_DEMAND: 'false',
  }
  mkdirSync(env.HOME)
  return { env, project }
}

let ran = 0
let blocks = 0

describe.each(pages.filter((page) => blocksIn(page).some((block) => !isInstalling(block))))(
  'J-02 %s',
  (page) => {
    it('its commands run in order', () => {
      const { env, project } = machine()
      onTestFinished(() => {
        spawnSync('bash', ['-c', 'mneme stop'], { env, cwd: project })
      })
      for (const block of blocksIn(page).filter((each) => !isInstalling(each))) {
        const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', block], {
          env,
          cwd: project,
          encoding: 'utf8',
          timeout: 120_000,
        })
        expect(status, `${block}\n${stdout}${stderr}`).toBe(0)
        blocks += 1
        ran += block.trim().split('\n').length
      }
    }, 180_000)
  },
)

afterAll(() => {
  console.log(`${blocks} blocks with ${ran} lines of commands from the documents ran`)
})
