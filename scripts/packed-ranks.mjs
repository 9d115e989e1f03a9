/** D-11. The tokenizer's ranks as one text in the bundle, so that the package needs no tokenizer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from './bundle.mjs'

const SOURCE = 'src/text/o200k-ranks.ts'

/** A plugin that puts the packed ranks in the place of the module that makes them. */
export async function packedRanks() {
  const folder = mkdtempSync(join(root, 'node_modules', '.ranks-'))
  try {
    const file = join(folder, 'ranks.mjs')
    await bundle(SOURCE, { file })
    const { O200K_RANKS } = await import(pathToFileURL(file).href)
    const text = Buffer.from(O200K_RANKS).toString('base64')
    const code = `export const O200K_RANKS = Buffer.from(${JSON.stringify(text)}, 'base64')`
    return {
      name: 'packed-ranks',
      load: (id) => (id === join(root, SOURCE) ? { code, moduleType: 'js' } : undefined),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
