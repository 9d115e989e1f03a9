/** K-04. Lists, merges and splits projects. */
import { gatherEvidence } from '../../code/find-project.ts'
import { matchProject } from '../../code/identity.ts'
import { splitFrom } from '../../code/project-changes.ts'
import { MnemeError } from '../../errors.ts'
import { freeName } from '../../memory/names.ts'
import type { Change } from '../../store/change.ts'
import type { Project } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { inUse } from '../memories/in-use.ts'
import { findProject, proposedProject } from './projects.ts'

const EVERYTHING = 1_000_000

export async function listProjects(
  engine: Engine,
  caller: Caller,
): Promise<{ projects: (Project & { memories: number; here: boolean })[] }> {
  const [known, counted] = await Promise.all([
    engine.store.projects.all(),
    engine.store.memories.countBy({ ...inUse(engine, caller), scopes: ['project'] }, 'project'),
  ])
  const counts = new Map(counted.map(({ value, count }) => [value, count]))
  return {
    projects: known.map((project) => ({
      ...project,
      memories: counts.get(project.id) ?? 0,
      here: project.id === caller.project?.id,
    })),
  }
}

export async function mergeProjects(
  engine: Engine,
  caller: Caller,
  fromReference: string,
  intoReference: string,
): Promise<{ from: string; into: string; moved: number; batch: string }> {
  const from = await findProject(engine, fromReference)
  const into = await findProject(engine, intoReference)
  if (from.id === into.id) {
    throw new MnemeError(
      'invalid_input',
      `"${fromReference}" and "${intoReference}" are one project`,
    )
  }
  const all = { order: 'id', limit: EVERYTHING } as const
  const moving = await engine.store.memories.list({ project: from.id }, all)
  const names = new Set(await engine.store.memories.namesLike({ project: into.id }, '', EVERYTHING))
  const hashes = new Set(
    (await engine.store.memories.list({ project: into.id }, all))
      .filter((memory) => memory.state !== 'removed' && memory.supersededBy === null)
      .map((memory) => memory.contentHash),
  )
  const updatedAt = engine.clock.now()
  const changes: Change[] = moving.map((memory) => {
    const twin = hashes.has(memory.contentHash)
    const isLiving = memory.state !== 'removed' && memory.supersededBy === null && !twin
    const name = isLiving ? freeName(memory.name, (each) => names.has(each)) : memory.name
    if (isLiving) names.add(name)
    // Forgotten where the target has the same one.
    const set = {
      project: into.id,
      name,
      updatedAt,
      ...(twin ? { state: 'removed' as const } : {}),
    }
    return { op: 'update', kind: 'memory', key: memory.id, set }
  })
  const facts = (await engine.store.facts.find({ projects: [from.id], limit: EVERYTHING })).map(
    (fact): Change => ({ op: 'update', kind: 'fact', key: fact.id, set: { project: into.id } }),
  )
  const together = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]
  const batch = await commit(engine, caller, 'projects merge', [
    ...changes,
    ...facts,
    { op: 'update', kind: 'project', key: from.id, set: { mergedInto: into.id } },
    {
      op: 'update',
      kind: 'project',
      key: into.id,
      set: {
        rootCommits: together(into.rootCommits, from.rootCommits),
        commonDirs: together(into.commonDirs, from.commonDirs),
        remotes: together(into.remotes, from.remotes),
        paths: together(into.paths, from.paths),
      },
    },
  ])
  return { from: from.slug, into: into.slug, moved: moving.length, batch }
}

export async function splitProject(
  engine: Engine,
  caller: Caller,
  folder: string | undefined,
): Promise<{ from: string; created: string; slug: string; batch: string }> {
  const where = folder ?? caller.folder
  if (where === null) throw new MnemeError('invalid_input', 'which checkout? Name its folder.')
  const evidence = await gatherEvidence(where, { cacheFolder: engine.home.cache })
  const known = await engine.store.projects.all()
  const match = matchProject(evidence, known)
  if (!match) {
    throw new MnemeError('not_found', `${where} belongs to no known project`, {
      hint: 'There is nothing to split from.',
    })
  }
  const parted = splitFrom(match.project, evidence)
  const others = known.map((project) => (project.id === parted.id ? parted : project))
  const created = proposedProject(engine, evidence, others)
  const { commonDirs, remotes, paths, excluded } = parted
  const batch = await commit(engine, { ...caller, project: null }, 'projects split', [
    {
      op: 'update',
      kind: 'project',
      key: parted.id,
      set: { commonDirs, remotes, paths, excluded },
    },
    { op: 'insert', kind: 'project', row: created },
  ])
  return { from: parted.slug, created: created.id, slug: created.slug, batch }
}
