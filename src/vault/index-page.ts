/** C-04. `MEMORY.md`: what there is, by type, made from the memories each time one changes. */
import type { Memory } from '../memory/memory.ts'
import { compareTypes } from '../memory/types.ts'
import type { IndexEntry } from './states.ts'

export const INDEX_FILE = 'MEMORY.md'

const HEAD = `# Memory

Made by mneme from the files beside it. Edit those; changes here are lost.
`

/** L. Archived memories keep their file and leave the index. */
export function indexEntry(memory: Memory): IndexEntry | null {
  if (memory.archived) return null
  const title = oneLine(memory.title).replace(/[[\]\\]/g, '\\$&') || memory.name
  const description = oneLine(memory.description)
  const about =
    description === '' || description === oneLine(memory.title) ? '' : `: ${description}`
  return { type: memory.type, line: `- [${title}](${memory.name}.md)${about}` }
}

/** Conventional types first, then others alphabetically; by line inside a type. */
export function indexPage(entries: readonly IndexEntry[]): string {
  const types = new Map<string, string[]>()
  for (const { type, line } of entries) {
    const lines = types.get(type)
    if (lines) lines.push(line)
    else types.set(type, [line])
  }
  const groups = [...types]
    .sort(([a], [b]) => compareTypes(a, b))
    .map(([type, lines]) => `\n## ${type}\n\n${lines.sort().join('\n')}\n`)
  return HEAD + (groups.join('') || '\nNothing is remembered here yet.\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
