/**
 * Among memories with the same name the nearest is used: the project's, then one's own, then the team's.
 */
import type { Memory } from './memory.ts'

/** Nearest first. A session's memories are beside all others. */
const NEARNESS: readonly Memory['scope'][] = ['project', 'global', 'team']

export function dropShadowed<T>(
  items: readonly T[],
  memoryOf: (item: T) => Pick<Memory, 'scope' | 'name'>,
): T[] {
  const nearest = new Map<string, number>()
  for (const item of items) {
    const { scope, name } = memoryOf(item)
    const near = NEARNESS.indexOf(scope)
    if (near >= 0) nearest.set(name, Math.min(near, nearest.get(name) ?? near))
  }
  return items.filter((item) => {
    const { scope, name } = memoryOf(item)
    const near = NEARNESS.indexOf(scope)
    return near < 0 || near === nearest.get(name)
  })
}
