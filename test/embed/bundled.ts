/** A program of ours for one test, as the build would make it. */
import { onTestFinished } from 'vitest'
import { bundle } from '../support/bundle.ts'

/** For one test: the file is gone when the test is. */
export async function bundled(source: string): Promise<string> {
  const { path, remove } = await bundle(source)
  onTestFinished(remove)
  return path
}
