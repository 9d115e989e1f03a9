/** K-04. The project a session was held in, also when its folder is no longer there. */
import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { gatherEvidence } from '../../code/find-project.ts'
import type { Project } from '../../store/records.ts'
import type { Engine } from '../engine.ts'
import { projectOf } from '../projects/projects.ts'

/** `seen` are projects that were recognised in this run and may not be written down yet. */
export async function projectOfFolder(
  engine: Engine,
  cwd: string,
  seen: ReadonlyMap<string, Project>,
): Promise<Project | null> {
  const stored = await engine.store.projects.all()
  const known = [...stored.filter(({ id }) => !seen.has(id)), ...seen.values()]
  const above = existsSync(cwd) ? null : projectAbove(known, cwd)
  if (above !== null) return above
  const evidence = await gatherEvidence(cwd, { cacheFolder: engine.home.cache })
  return projectOf(engine, evidence, known)
}

/** A folder that is gone belongs to the nearest known project it lay in. */
function projectAbove(known: readonly Project[], cwd: string): Project | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = known.find(({ paths }) => paths.includes(folder))
    if (found) {
      const target = known.find(({ id }) => id === found.mergedInto)
      return target ?? found
    }
    if (dirname(folder) === folder || !folder.includes(sep)) return null
  }
}
