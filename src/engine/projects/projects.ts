/** K-04. The project of a folder: recognised on each call, stored with its first memory. */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { parse } from 'node:path'
import { gatherEvidence } from '../../code/find-project.ts'
import { matchProject, type ProjectEvidence } from '../../code/identity.ts'
import { withEvidence } from '../../code/project-changes.ts'
import { freeSlug, projectSlug } from '../../code/slug.ts'
import { MnemeError } from '../../errors.ts'
import type { Change } from '../../store/change.ts'
import type { Project } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/**
 * Reading creates no project: until something is stored in it, a new one is only a proposal. A caller that
 * makes several passes the earlier ones along, so that each gets its own slug.
 */
export async function projectOf(
  engine: Engine,
  evidence: ProjectEvidence,
  among?: readonly Project[],
): Promise<Project | null> {
  if (isNobodysProject(evidence)) return null
  const known = among ?? (await engine.store.projects.all())
  const match = matchProject(evidence, known)
  return match ? withEvidence(match.project, evidence) : proposedProject(engine, evidence, known)
}

/** A home folder is not a project. */
function isNobodysProject(evidence: ProjectEvidence): boolean {
  const isPlain = evidence.commonDir === null
  return isPlain && (evidence.path === homedir() || evidence.path === parse(evidence.path).root)
}

/** The id is derived from the evidence, so that two processes that meet a project at once agree on it. */
export function proposedProject(
  engine: Engine,
  evidence: ProjectEvidence,
  known: readonly Project[],
): Project {
  const taken = new Set(known.map((project) => project.id))
  let id = ''
  for (let salt = 0; id === '' || taken.has(id); salt++) id = idFrom(evidence, salt)
  const slug = freeSlug(projectSlug(evidence), new Set(known.map((each) => each.slug)), id)
  return {
    id,
    slug,
    name: slug,
    rootCommits: evidence.rootCommits,
    commonDirs: evidence.commonDir === null ? [] : [evidence.commonDir],
    remotes: evidence.remotes.slice(0, 1),
    paths: [evidence.path],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: engine.clock.now(),
  }
}

function idFrom(evidence: ProjectEvidence, salt: number): string {
  const strongest = evidence.rootCommits[0] ?? evidence.commonDir ?? evidence.path
  const hash = createHash('sha256').update(`${strongest}\0${salt}`).digest('hex')
  return `p${hash.slice(0, 20)}`
}

/** What is new about the project, to be written before its next memory. */
export async function projectChanges(store: Store, project: Project): Promise<Change[]> {
  const stored = await store.projects.get(project.id)
  if (!stored) return [{ op: 'insert', kind: 'project', row: project }]
  const { rootCommits, commonDirs, remotes, paths } = project
  const set = { rootCommits, commonDirs, remotes, paths }
  const isNew = Object.entries(set).some(
    ([field, list]) => JSON.stringify(list) !== JSON.stringify(stored[field as keyof typeof set]),
  )
  return isNew ? [{ op: 'update', kind: 'project', key: project.id, set }] : []
}

/** By id, slug, or a folder. */
export async function findProject(engine: Engine, reference: string): Promise<Project> {
  const known = await engine.store.projects.all()
  const found = known.find((each) => each.id === reference || each.slug === reference)
  if (found) return found
  const evidence = await gatherEvidence(reference, { cacheFolder: engine.home.cache })
  const match = matchProject(evidence, known)
  if (match) return match.project
  throw new MnemeError('not_found', `no project "${reference}" is known`, {
    hint: 'See the known ones: mneme projects list',
  })
}
