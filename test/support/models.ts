/**
 * One converted model for every home of the tests. Converting takes seconds and is tested by itself;
 * the file is named after its converter and its weights, so that a stale one is never taken.
 */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SHARED = fileURLToPath(new URL('../../node_modules/.cache/mneme/models', import.meta.url))

export function sharedModels(): string {
  mkdirSync(SHARED, { recursive: true })
  return SHARED
}

/** Before the home is opened for the first time. */
export function shareModels(home: string): void {
  const cache = join(home, 'cache')
  const models = join(cache, 'models')
  if (existsSync(models)) return
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  symlinkSync(sharedModels(), models, 'dir')
}
