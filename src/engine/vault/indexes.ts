/**
 * C-04. Writes each folder's `MEMORY.md` under the vault's lock, so that the last writer has seen everything.
 */
import { INDEX_FILE, indexPage } from '../../vault/index-page.ts'
import { isRefusal, reasonOf } from '../../vault/look.ts'
import { NOT_WRITTEN } from '../../vault/states.ts'
import type { Engine } from '../engine.ts'
import type { VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'

/** Indexes that earlier syncs postponed. */
export async function syncIndexes(engine: Engine): Promise<void> {
  const { vault } = engine
  if (vault) await vault.exclusively(() => writeIndexes({ engine, vault }))
}

export async function writeIndexes({
  engine,
  vault,
}: Pick<VaultWork, 'engine' | 'vault'>): Promise<void> {
  for (const folder of vault.states.dirty()) {
    if (!vault.exists(folder)) {
      vault.states.markClean(folder)
      continue
    }
    const path = `${folder}/${INDEX_FILE}`
    try {
      const text = indexPage(vault.states.indexLines(folder))
      const present = await vault.read(path)
      if (present.kind !== 'text' || present.text !== text) await vault.write(path, text)
      await vault.settle(folder)
      vault.states.markClean(folder)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      const what = `the index cannot be written: ${reasonOf(thrown)}`
      reportProblem(engine, vault, { path, stamp: NOT_WRITTEN, line: null, what })
    }
  }
}
