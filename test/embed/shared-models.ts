/** One folder of converted models for all tests of a file: converting takes a second each time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Call it at the top of a test file. */
export async function sharedModelsFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-models-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** For tests that are not about time: a machine with much else to do is no failure of ours. */
export const PATIENT = { interactiveTimeoutMs: 25_000, batchTimeoutMs: 60_000 }
