/** C-05, B-14. Prior versions as files, and what becomes of the file of a memory that ended. */
import type { Memory } from '../../memory/memory.ts'
import { contentHash } from '../../memory/normalise.ts'
import { pageOf, parsePage } from '../../vault/page.ts'
import { archiveFile, folderOf, nameOf } from '../../vault/paths.ts'
import type { FileState } from '../../vault/states.ts'
import type { Vault } from '../../vault/vault.ts'
import type { VaultWork } from './places.ts'

/** Every version has its file, by a name that is its own, so that doing it again changes nothing. */
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

/** What an undo or a restored store takes back is in no version: its file is kept as it stood. */
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
 * L. The file of a memory that is removed, superseded, held or expired goes to the archive, and so
 * does the old name of one that was renamed; what was erased leaves nothing. False when the
 * file was changed meanwhile.
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

/** B-14. Also where the file was archived before its memory was erased. */
export async function removeArchived(vault: Vault, ids: readonly string[]): Promise<void> {
  for (const path of await archivedPathsOf(vault, ids)) await vault.remove(path)
  vault.states.flush()
}

/** Archived files say whose they are. */
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
