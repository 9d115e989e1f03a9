/**
 * A program from our TypeScript sources as a file that node can run, as the build makes them. It is
 * put under node_modules so that packages are found from there.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

const FOLDER = join('node_modules', '.cache', 'mneme-tests')

/** For one test: the file is gone when the test is. */
export async function bundled(source: string): Promise<string> {
  const { path, remove } = await bundle(source)
  onTestFinished(remove)
  return path
}

/** For several tests: whoever asks removes it. */
export async function bundle(
  source: string,
): Promise<{ path: string; remove: () => Promise<void> }> {
  await mkdir(FOLDER, { recursive: true })
  const folder = await mkdtemp(join(FOLDER, 'bundle-'))
  const path = join(folder, 'program.mjs')
  await build({
    entryPoints: [source],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
