/** D-11. The tokenizer's ranks as one file beside the programs, so that the package needs no tokenizer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, root } from './bundle.mjs'

const SOURCE = 'src/text/o200k-ranks.ts'
const FILE = 'o200k-ranks.bin'

/** Read as bytes: as a text in a module they would stay in memory three times. */
const CODE = `import { readFileSync } from 'node:fs'
const place = import.meta.url.includes('/chunks/') ? '../${FILE}' : './${FILE}'
export const O200K_RANKS = readFileSync(new URL(place, import.meta.url))`

/** Writes the packed ranks into `dist`; a plugin that reads them in the place of the module that makes them. */
export async function packedRanks(dist) {
  const folder = mkdtempSync(join(root, 'node_modules', '.ranks-'))
  try {
    const file = join(folder, 'ranks.mjs')
    await bundle(SOURCE, { file })
    const { O200K_RANKS } = await import(pathToFileURL(file).href)
    writeFileSync(join(dist, FILE), O200K_RANKS)
    return {
      name: 'packed-ranks',
      load: (id) => (id === join(root, SOURCE) ? { code: CODE, moduleType: 'js' } : undefined),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
