/** B-15. Restores memories and projects from the files after the store was lost. */

import type { Memory } from '../../memory/memory.ts'
import { Project } from '../../store/records.ts'
import { folderOf, nameOf, PROJECT_FILE, slugOf } from '../../vault/paths.ts'
import { commit } from '../journal/commit.ts'
import { isAgentEdit } from './agent-edits.ts'
import { memoryFrom, PageRefused, refuseTwin, scanPage } from './apply-page.ts'
import { placeOf, VAULT_CALLER, type VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'
import type { ReadPage } from './read-pages.ts'
import { type Agreed, noteAgreement, ownerOf, refusal } from './take-in.ts'

const CHANGES_A_BATCH = 500

/** Restores files with ids of lost memories, many at once; returns the rest. */
export async function takeBack(
  work: VaultWork,
  candidates: readonly ReadPage[],
): Promise<{ taken: Memory[]; rest: ReadPage[] }> {
  const rest: ReadPage[] = []
  const lost: Agreed[] = []
  const hashes = new Set<string>()
  for (const candidate of candidates) {
    const memory = await lostMemory(work, candidate)
    const twin = memory && `${memory.project}/${memory.contentHash}`
    if (memory === null || twin === null || hashes.has(twin)) {
      rest.push(candidate)
      continue
    }
    hashes.add(twin)
    lost.push({ candidate, memory })
  }
  const taken: Memory[] = []
  for (let at = 0; at < lost.length; at += CHANGES_A_BATCH) {
    const part = lost.slice(at, at + CHANGES_A_BATCH)
    const changes = part.map(
      ({ memory }) => ({ op: 'insert', kind: 'memory', row: memory }) as const,
    )
    await commit(work.engine, VAULT_CALLER, 'vault rebuild', changes)
    noteAgreement(work, part)
    taken.push(...part.map(({ memory }) => memory))
  }
  return { taken, rest }
}

async function lostMemory(work: VaultWork, candidate: ReadPage): Promise<Memory | null> {
  const { engine, vault } = work
  const { path, page, stamp, hash } = candidate
  const place = placeOf(work, path)
  if (place === null || page.front?.id === undefined) return null
  // M-01. A file an agent wrote is not a lost memory, whatever its id.
  if (await isAgentEdit(engine, vault.full(path), hash)) return null
  try {
    const owner = await ownerOf(work, path, page)
    if (owner.kind !== 'lost') return null
    const clean = scanPage(page)
    await refuseTwin(work, owner.id, clean, place)
    const target = { place, name: nameOf(path), cause: 'vault rebuild' }
    return memoryFrom(engine, clean, target, owner.id)
  } catch (thrown) {
    const what = refusal(thrown)
    if (what === null) throw thrown
    if (thrown instanceof PageRefused)
      reportProblem(engine, vault, { path, stamp, line: null, what })
    return null
  }
}

/** K-04. The folder of an unknown project names the project it belongs to. */
export async function knowProjects(
  work: VaultWork,
  candidates: readonly ReadPage[],
): Promise<void> {
  const slugs = new Set(candidates.map(({ path }) => slugOf(folderOf(path))))
  for (const slug of slugs) {
    if (slug === null || work.bySlug.has(slug)) continue
    const file = await work.vault.read(`projects/${slug}/${PROJECT_FILE}`)
    const project = file.kind === 'text' ? projectFrom(file.text) : null
    if (project === null || project.slug !== slug || work.projects.has(project.id)) continue
    await commit(work.engine, VAULT_CALLER, 'vault rebuild', [
      { op: 'insert', kind: 'project', row: project },
    ])
    work.projects.set(project.id, project)
    work.bySlug.set(slug, project)
  }
}

function projectFrom(text: string): Project | null {
  try {
    return Project.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // Invalid JSON counts as missing.
  }
}
