/** Folders that are gone when the test is. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-embed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
