/** A temporary home and repository with the files a test writes into them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export function temporaryFolder(): { at(...pieces: string[]): string; write: Write } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mneme-config-')))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const at = (...pieces: string[]) => join(root, ...pieces)
  const write: Write = (path, text) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
    return at(path)
  }
  return { at, write }
}

type Write = (path: string, text: string | Uint8Array) => string
