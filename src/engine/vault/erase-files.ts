/** B-14. Deletes the file of an erased memory, its archived copies and its sync state. */
import { folderOf } from '../../vault/paths.ts'
import type { Engine } from '../engine.ts'
import { archivedPathsOf } from './archive-files.ts'
import { writeIndexes } from './indexes.ts'
import { openWork } from './places.ts'

interface FileCounts {
  readonly files: number
  readonly archivedFiles: number
}

export async function countFiles(engine: Engine, ids: readonly string[]): Promise<FileCounts> {
  const { vault } = engine
  if (!vault) return { files: 0, archivedFiles: 0 }
  const files = vault.states.ofMemories(ids).filter(({ path }) => vault.exists(path))
  return { files: files.length, archivedFiles: (await archivedPathsOf(vault, ids)).length }
}

export async function eraseFiles(engine: Engine, ids: readonly string[]): Promise<FileCounts> {
  const { vault } = engine
  if (!vault) return { files: 0, archivedFiles: 0 }
  return vault.exclusively(async () => {
    const states = vault.states.ofMemories(ids)
    const archived = await archivedPathsOf(vault, ids)
    const present = states.filter(({ path }) => vault.exists(path))
    for (const path of [...present.map((state) => state.path), ...archived]) {
      await vault.remove(path)
    }
    const folders = new Set([...states.map(({ path }) => folderOf(path))])
    vault.states.markDirty([...folders])
    vault.states.remove(states.map(({ path }) => path))
    vault.states.settle(states.map(({ path }) => path))
    await writeIndexes(await openWork(engine, vault))
    for (const folder of new Set([...folders, ...archived.map(folderOf)])) {
      await vault.settle(folder)
    }
    vault.states.flush()
    return { files: present.length, archivedFiles: archived.length }
  })
}
