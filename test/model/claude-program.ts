/** A program in the place of the claude command, which does what a test wants and notes how it was run. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'

export interface ClaudeProgram {
  readonly command: string
  /** How it was run the last time; null if it never was. */
  ran(): {
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string
    readonly stdin: string
  } | null
}

/** `body` is JavaScript; `stdin` holds the question. */
export function claudeProgram(body: string): ClaudeProgram {
  const folder = temporaryFolder()
  const command = join(folder, 'claude')
  const note = join(folder, 'ran.json')
  writeFileSync(
    command,
    `#!${process.execPath}
const stdin = require('node:fs').readFileSync(0, 'utf8')
require('node:fs').writeFileSync(${JSON.stringify(note)}, JSON.stringify({
  args: process.argv.slice(2), env: process.env, cwd: process.cwd(), stdin,
}))
${body}
`,
  )
  chmodSync(command, 0o755)
  return {
    command,
    ran: () => (existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : null),
  }
}
