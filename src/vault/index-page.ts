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

/** Conventional types first, then others alphabetically; the lines of each type are in order. */
export function indexPage(linesByType: ReadonlyMap<string, string>): string {
  const groups = [...linesByType]
    .sort(([a], [b]) => compareTypes(a, b))
    .map(([type, lines]) => `\n## ${type}\n\n${lines}\n`)
  return HEAD + (groups.join('') || '\nNo memories yet.\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
