/** Whether files, rows and index say the same; each line of the answer is one disagreement. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { isMirrored } from '../../src/vault/mirrored.ts'
import { parsePage } from '../../src/vault/page.ts'

export async function disagreements(engine: Engine, folder = 'memory'): Promise<string[]> {
  const at = join(engine.home.home, folder)
  const rows = (await engine.store.memories.list({}, { limit: 100_000 })).filter(
    (memory) => memory.scope === 'global' && isMirrored(engine.clock.now(), memory),
  )
  const files = existsSync(at) ? readdirSync(at) : []
  const found = new Set(files.filter((file) => file.endsWith('.md') && file !== 'MEMORY.md'))
  const index = files.includes('MEMORY.md') ? readFileSync(join(at, 'MEMORY.md'), 'utf8') : ''
  const lines = index.split('\n').filter((line) => line.startsWith('- ['))
  const problems = rows.flatMap((row) => {
    const file = `${row.name}.md`
    if (!found.delete(file)) return [`${file} is missing`]
    return differences(row, readFileSync(join(at, file), 'utf8'))
  })
  const listed = new Set(lines.map((line) => /\]\(([a-z0-9-]+)\.md\)/.exec(line)?.[1] ?? line))
  return [
    ...problems,
    ...[...found].map((file) => `${file} has no row`),
    ...files.filter((file) => file.endsWith('.tmp')).map((file) => `${file} was left behind`),
    ...rows
      .filter(({ name }) => !listed.has(name))
      .map(({ name }) => `${name} is not in the index`),
    ...(rows.length < listed.size ? ['the index lists what is not there'] : []),
  ]
}

function differences(row: Memory, text: string): string[] {
  const page = parsePage(text)
  if ('what' in page) return [`${row.name}.md: ${page.what}`]
  return page.content === row.content
    ? []
    : [`${row.name}.md says "${page.content}", the row "${row.content}"`]
}
