/** C-05, B-14. Archives prior versions as files, and the files of memories that are no longer in use. */
import type { Memory } from '../../memory/memory.ts'
import { contentHash } from '../../memory/normalise.ts'
import { pageOf, parsePage } from '../../vault/page.ts'
import { archiveFile, folderOf, nameOf } from '../../vault/paths.ts'
import type { FileState } from '../../vault/states.ts'
import type { Vault } from '../../vault/vault.ts'
import type { VaultWork } from './places.ts'

/** Each version has a file with a unique name, so that archiving is idempotent. */
export async function archiveVersions(
  { engine, vault }: VaultWork,
  memory: Memory,
  folder: string,
): Promise<void> {
  for (const version of await engine.store.versions.of(memory.id)) {
    const file = archiveFile(version.snapshot.name, version.at, version.id)
    await vault.archive(folder, file, pageOf(version.snapshot))
  }
}

/** A version removed by an undo or a restore is not in the store: its file is kept unchanged. */
export async function archiveReplaced(
  { engine, vault }: VaultWork,
  memory: Memory,
  folder: string,
  before: string,
): Promise<void> {
  const page = parsePage(before)
  if ('what' in page) return
  const hash = contentHash(page.content)
  if (hash === memory.contentHash) return
  const versions = await engine.store.versions.of(memory.id)
  if (versions.some(({ snapshot }) => snapshot.contentHash === hash)) return
  const { clock } = engine
  await vault.archive(folder, archiveFile(memory.name, clock.now(), clock.newId()), before)
}

/**
 * L. Archives the file of a memory that is removed, superseded, held or expired, and the old file of a renamed
 * one; erased memories leave nothing. False when the file was changed meanwhile.
 */
export async function archiveMemoryFile(
  work: VaultWork,
  id: string,
  memory: Memory | null,
  state: FileState,
): Promise<boolean> {
  const { engine, vault } = work
  const { path } = state
  const folder = folderOf(path)
  const file = await vault.read(path)
  const isErased = memory === null && (await wasErased(work, id))
  if (file.kind === 'text' && file.hash !== state.hash && !isErased) return false
  if (memory) {
    await archiveVersions(work, memory, folder)
    const kept = archiveFile(nameOf(path), memory.updatedAt, memory.id)
    await vault.archive(folder, kept, file.kind === 'text' ? file.text : pageOf(memory))
  } else if (file.kind === 'text' && !isErased) {
    const { clock } = engine
    await vault.archive(folder, archiveFile(nameOf(path), clock.now(), clock.newId()), file.text)
  }
  await vault.remove(path)
  await vault.settle(folder)
  vault.states.markDirty([folder])
  vault.states.remove([path])
  vault.states.settle([path])
  return true
}

export async function wasErased({ engine }: VaultWork, id: string): Promise<boolean> {
  const [last] = await engine.store.journal.list({ key: id }, { limit: 1 })
  return last?.erased === true
}

/** B-14. Also deletes files archived before their memory was erased. */
export async function removeArchived(vault: Vault, ids: readonly string[]): Promise<void> {
  for (const path of await archivedPathsOf(vault, ids)) await vault.remove(path)
  vault.states.flush()
}

/** Archived files contain their memory's id. */
export async function archivedPathsOf(vault: Vault, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids)
  const found: string[] = []
  for (const { path } of await vault.listArchived()) {
    const file = await vault.read(path)
    const page = file.kind === 'text' ? parsePage(file.text) : null
    if (page && 'content' in page && wanted.has(page.front?.id ?? '')) found.push(path)
  }
  return found
}
