/** M-20. The fitted table of capture as a file beside the programs, read when it is first needed. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const SOURCE = 'src/capture/statement-table.ts'
const TABLE = 'src/capture/statement-table.json'
const FILE = 'statement-table.json'

const CODE = `import { readFileSync } from 'node:fs'
const place = import.meta.url.includes('/chunks/') ? '../${FILE}' : './${FILE}'
export const readStatementTable = () => JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'))`

/** Copies the table into `dist`; a plugin that reads it in the place of the module that holds it. */
export function statementTable(dist) {
  copyFileSync(join(root, TABLE), join(dist, FILE))
  return {
    name: 'statement-table',
    load: (id) => (id === join(root, SOURCE) ? { code: CODE, moduleType: 'js' } : undefined),
  }
}
