/** Suggests the nearest existing value for a filter that matches nothing and may be misspelt. */

import { MEMORY_TYPES } from '../../memory/types.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import { nearest } from '../../text/distance.ts'
import type { Engine } from '../engine.ts'

/** What may have been meant, when a type or a tag of the filter is on no memory at all. */
export async function nearFilterValues(engine: Engine, filter: MemoryFilter): Promise<string[]> {
  const { memories } = engine.store
  const { types, tags, ...rest } = filter
  const notes: string[] = []
  if (types && types.length > 0) {
    const known = (await memories.countBy(rest, 'type')).map(({ value }) => value)
    const wanted = [...new Set([...known, ...Object.keys(MEMORY_TYPES)])]
    notes.push(...types.flatMap((type) => noteOn('type', type, known, wanted)))
  }
  if (tags && tags.length > 0) {
    const known = (await memories.tags(rest)).map(({ value }) => value)
    notes.push(...tags.flatMap((tag) => noteOn('tag', tag, known, known)))
  }
  return notes
}

/** `wanted` may have been meant; `known` is in use. */
function noteOn(
  kind: string,
  asked: string,
  known: readonly string[],
  wanted: readonly string[],
): string[] {
  if (known.includes(asked)) return []
  const near = wanted.includes(asked) ? [] : nearest(wanted, asked)
  const meant = near.length > 0 ? ` Near: ${near.join(', ')}.` : ''
  return [`No memory here has the ${kind} "${asked}".${meant}`]
}
