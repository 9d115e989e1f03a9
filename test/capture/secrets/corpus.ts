/** Ordinary lines of code and prose: taken by rule from what is installed, none left out by hand. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ORDINARY = /\.(?:md|ts|mts|js|mjs|cjs|json|ya?ml|txt)$/
const LARGEST_FILE = 500_000
const MAX_LINE_LENGTH = 2_000

/** Every n-th line that is not blank, over all packages in the order of their names. */
export function ordinaryLines(count: number): string[] {
  const lines = [...filesOf('node_modules')].flatMap(linesOf)
  lines.push(...linesOf('package-lock.json'))
  const step = lines.length / count
  return Array.from({ length: count }, (_, index) => lines[Math.floor(index * step)] ?? '')
}

/** The first files of each folder, so that no package with a thousand files drowns the others. */
function* filesOf(folder: string, mostFiles = 6): Generator<string> {
  let files = 0
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(path, mostFiles)
    else if (ORDINARY.test(entry.name) && statSync(path).size <= LARGEST_FILE) {
      if (files++ < mostFiles) yield path
    }
  }
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && line.length <= MAX_LINE_LENGTH)
}
