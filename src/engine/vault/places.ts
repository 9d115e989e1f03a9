/** C-01, C-07. Maps places to folders and back. */
import type { Memory } from '../../memory/memory.ts'
import type { Project } from '../../store/records.ts'
import type { Place } from '../../store/store.ts'
import { isMirrored } from '../../vault/mirrored.ts'
import { folderOf, GLOBAL_FOLDER, pathOf, projectFolder, slugOf } from '../../vault/paths.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Caller, Engine } from '../engine.ts'

/** The arguments shared by every step of a sync. */
export interface VaultWork {
  readonly engine: Engine
  readonly vault: Vault
  /** By id, and by slug; a rebuild adds to them. */
  readonly projects: Map<string, Project>
  readonly bySlug: Map<string, Project>
}

/** For the journal. Files count as written by people, unless a tool call was seen to write them. */
export const VAULT_CALLER: Caller = {
  door: 'job',
  actor: 'vault',
  project: null,
  session: null,
  folder: null,
  speaker: 'file',
}

export async function openWork(engine: Engine, vault: Vault): Promise<VaultWork> {
  const projects = await engine.store.projects.all()
  return {
    engine,
    vault,
    projects: new Map(projects.map((project) => [project.id, project])),
    bySlug: new Map(projects.map((project) => [project.slug, project])),
  }
}

/** The path of the memory's file; null when it has none. */
export function filePathFor(work: VaultWork, memory: Memory): string | null {
  if (!isMirrored(work.engine.clock.now(), memory)) return null
  const folder = folderFor(work, memory)
  return folder === null ? null : pathOf(folder, memory.name)
}

export function folderFor(work: VaultWork, memory: Memory): string | null {
  if (memory.scope === 'global') return GLOBAL_FOLDER
  const project = work.projects.get(memory.project ?? '')
  return project ? projectFolder(project.slug) : null
}

/** Null when the folder's project is not known. */
export function placeOf(work: VaultWork, path: string): Place | null {
  const slug = slugOf(folderOf(path))
  if (slug === null) return { scope: 'global', project: null, session: null }
  const project = work.bySlug.get(slug)
  return project ? { scope: 'project', project: project.id, session: null } : null
}
