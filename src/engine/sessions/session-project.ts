/** K-04. The project of a session, even if its folder no longer exists. */
import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { gatherEvidence } from '../../code/find-project.ts'
import type { Project } from '../../store/records.ts'
import type { Engine } from '../engine.ts'
import { projectOf } from '../projects/projects.ts'

/** `seen`: projects recognised in this run that may not be stored yet. */
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

/** A deleted folder belongs to the nearest known project above it. */
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
