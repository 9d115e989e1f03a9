/**
 * A program from our TypeScript sources as a file that node can run, as the build makes them. It is
 * put under node_modules so that packages are found from there.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'rolldown'

const FOLDER = join('node_modules', '.cache', 'mneme-tests')

export interface Program {
  readonly path: string
  readonly remove: () => Promise<void>
}

/** Whoever asks removes it. */
export async function bundle(source: string): Promise<Program> {
  await mkdir(FOLDER, { recursive: true })
  const folder = await mkdtemp(join(FOLDER, 'bundle-'))
  const path = join(folder, 'program.mjs')
  await build({
    input: source,
    platform: 'node',
    external: /^(?![./])/, // every package
    logLevel: 'silent',
    output: { file: path, format: 'esm', codeSplitting: false },
  })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
