/** C-02. From files to rows: edits, new files, renames and deletions made in any editor. */
import type { VaultLook } from '../../vault/vault.ts'
import { forgetMissing, missedFiles, renames } from './missing.ts'
import type { VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'
import { readPages } from './read-pages.ts'
import { knowProjects, takeBack } from './take-back.ts'
import { type Tally, takeIn } from './take-in.ts'

export interface Pulled extends Tally {
  forgotten: number
  /** Memories whose files need another look from the other side. */
  readonly touched: readonly string[]
}

export async function pullFiles(work: VaultWork, confirmMissing: boolean): Promise<Pulled> {
  const look = work.vault.look()
  await tidy(work, look)
  const { candidates, recovered } = await readPages(work, look)
  const { missed, unmissed } = await missedFiles(work, look)
  const renamed = renames(candidates, missed)
  await knowProjects(work, candidates)
  const tally: Tally = { edited: 0, added: 0, renamed: 0, conflicts: 0 }
  const touched = [...recovered, ...unmissed]
  const { taken, rest } = await takeBack(
    work,
    candidates.filter(({ path, state }) => state === null && !renamed.has(path)),
  )
  tally.added += taken.length
  const known = candidates.filter(({ path, state }) => state !== null || renamed.has(path))
  for (const candidate of [...known, ...rest]) {
    const memory = await takeIn(work, candidate, renamed.get(candidate.path) ?? null, tally)
    if (memory) touched.push(memory.id)
  }
  const moved = new Set([...renamed.values()].map(({ state }) => state.path))
  const gone = missed.filter(({ state }) => !moved.has(state.path))
  const { forgotten, touched: alsoTouched } = await forgetMissing(work, gone, confirmMissing)
  return { ...tally, forgotten: forgotten.length, touched: [...touched, ...alsoTouched] }
}

async function tidy({ engine, vault }: VaultWork, look: VaultLook): Promise<void> {
  for (const path of look.leftovers) await vault.remove(path)
  vault.states.clearProblems(look.stale)
  for (const refused of look.refused) reportProblem(engine, vault, { ...refused, line: null })
}
