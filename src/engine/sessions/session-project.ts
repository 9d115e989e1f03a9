/** K-04. The project a session was held in, also when its folder is no longer there. */
import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { gatherEvidence } from '../../code/find-project.ts'
import type { Project } from '../../store/records.ts'
import type { Engine } from '../engine.ts'
import { projectOf } from '../projects.ts'

export async function projectOfFolder(engine: Engine, cwd: string): Promise<Project | null> {
  if (!existsSync(cwd)) {
    const known = await projectAbove(engine, cwd)
    if (known) return known
  }
  return projectOf(engine, await gatherEvidence(cwd, { cacheFolder: engine.home.cache }))
}

/** A folder that is gone belongs to the nearest known project it lay in. */
async function projectAbove(engine: Engine, cwd: string): Promise<Project | null> {
  const known = await engine.store.projects.all()
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = known.find(({ paths }) => paths.includes(folder))
    if (found) {
      const target = known.find(({ id }) => id === found.mergedInto)
      return target ?? found
    }
    if (dirname(folder) === folder || !folder.includes(sep)) return null
  }
}
