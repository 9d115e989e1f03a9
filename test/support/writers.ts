/** Processes that write to one home at once, and what they were promised. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Promised {
  readonly outcome: string
  readonly id: string
  readonly batch: string
}

export interface Writer {
  readonly process: ChildProcess
  /** When it has ended, by itself or not: what it was promised, and what it had to say otherwise. */
  readonly ended: Promise<{ promised: Promised[]; code: number | null; complaint: string }>
}

/** Paths from the root of the repository, which tests and benches are run from. */
const LIBRARY = join('dist', 'library.js')
const SCRIPT = join('test', 'support', 'writer.mjs')

export function startWriter(home: string, writer: number, count: number): Writer {
  if (!existsSync(LIBRARY)) throw new Error('dist/library.js is missing: run `npm run build` first')
  const library = pathToFileURL(LIBRARY).href
  const child = spawn(process.execPath, [SCRIPT, library, home, String(writer), String(count)], {
    env: { ...process.env, MNEME_VAULT_ENABLED: 'false', MNEME_STORE_BUSY_TIMEOUT_MS: '120000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  const complained: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => said.push(part))
  child.stderr.on('data', (part: Buffer) => complained.push(part))
  const ended = new Promise<{ promised: Promised[]; code: number | null; complaint: string }>(
    (resolve) => {
      child.on('close', (code) =>
        resolve({
          promised: promisesIn(Buffer.concat(said).toString()),
          code,
          complaint: Buffer.concat(complained).toString(),
        }),
      )
    },
  )
  return { process: child, ended }
}

/** A line that was cut by the end of the process was not yet said. */
function promisesIn(text: string): Promised[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Promised)
}
