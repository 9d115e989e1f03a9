/** D-08, D-09. What bears on a file: memories that were there, and those whose patterns match it. */
import { isAbsolute, relative } from 'node:path'
import type { Memory } from '../../memory/memory.ts'
import { searchable } from '../../search/visible.ts'
import { matchAnyGlob } from '../../text/glob.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'

interface AboutFile {
  readonly memory: Memory
  readonly because: 'file' | 'glob'
}

/** Memories with patterns are few; more than this is a mistake that must not cost a turn. */
const MAX_WITH_GLOBS = 5000

export async function memoriesForFile(
  engine: Engine,
  caller: Caller,
  path: string,
  limit: number,
): Promise<AboutFile[]> {
  const file = inProject(caller, path)
  const filter = { ...searchable(engine.clock.now(), visibleFilter(caller)), superseded: false }
  const [there, scoped] = await Promise.all([
    engine.store.memories.list({ ...filter, file }, { limit }),
    engine.store.memories.list({ ...filter, hasGlobs: true }, { limit: MAX_WITH_GLOBS }),
  ])
  const known = new Set(there.map((memory) => memory.id))
  const matching = scoped.filter(
    (memory) => !known.has(memory.id) && matchAnyGlob(memory.globs, file),
  )
  const found = [
    ...there.map((memory) => ({ memory, because: 'file' as const })),
    ...matching.map((memory) => ({ memory, because: 'glob' as const })),
  ].slice(0, limit)
  return found
}

/** The path relative to the project, whatever folder the caller is in. */
function inProject(caller: Caller, path: string): string {
  const root = caller.project?.paths.find((each) => path.startsWith(`${each}/`))
  return isAbsolute(path) && root ? relative(root, path) : path.replace(/^\.\//, '')
}
