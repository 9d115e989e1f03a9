/** Disk usage by table, the same in every store. */
import type { StoreSizes } from '../store.ts'

/** The first that fits. A table of an index is named after what it indexes. */
const USES: readonly (readonly [RegExp, keyof StoreSizes])[] = [
  [/^(?:memory_text|passage|memory_tag|memory_file|place)/, 'index'],
  [/^(?:vector|embedding)/, 'vectors'],
  [/^(?:journal|batch|outbox|version)/, 'journal'],
  [/^(?:message|stretch|session|transcript)/, 'transcripts'],
  [/^memory$/, 'memories'],
]

export function sizesByUse(
  tables: readonly { readonly table: string; readonly bytes: number }[],
): StoreSizes {
  const sizes = { memories: 0, index: 0, vectors: 0, journal: 0, transcripts: 0, other: 0 }
  for (const { table, bytes } of tables) {
    sizes[USES.find(([names]) => names.test(table))?.[1] ?? 'other'] += bytes
  }
  return sizes
}
