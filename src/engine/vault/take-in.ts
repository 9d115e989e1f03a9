/** C-02. Applies one changed page to its memory. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { type Page, rowHashOf } from '../../vault/page.ts'
import { folderOf, nameOf } from '../../vault/paths.ts'
import type { FileState } from '../../vault/states.ts'
import { freeNameAt } from '../memories/free-name.ts'
import { isAgentEdit } from './agent-edits.ts'
import { type Applied, addPage, applyPage, PageRefused, type Target } from './apply-page.ts'
import type { Missing } from './missing.ts'
import { filePathFor, placeOf, type VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'
import { type ReadPage, stateFor } from './read-pages.ts'

export interface Tally {
  edited: number
  added: number
  renamed: number
  conflicts: number
}

/** The resulting memory, or null when it could not be stored: then it is reported and left alone. */
export async function takeIn(
  work: VaultWork,
  candidate: ReadPage,
  renamedFrom: Missing | null,
  tally: Tally,
): Promise<Memory | null> {
  const { engine, vault } = work
  const { path, stamp } = candidate
  try {
    const applied = await storedIds(work, candidate, renamedFrom, tally)
    if (applied === null) return null
    const { memory, isProposed } = applied
    if (renamedFrom) {
      vault.states.markDirty([folderOf(renamedFrom.state.path)])
      vault.states.remove([renamedFrom.state.path])
    }
    noteAgreement(work, [{ memory, candidate }])
    // M-02. The person's version stays in force and is written over the file.
    if (isProposed) vault.states.put([{ ...stateFor(memory, candidate), rowHash: OVERRULED }])
    return memory
  } catch (thrown) {
    const what = refusal(thrown)
    if (what === null) throw thrown
    reportProblem(engine, vault, { path, stamp, line: null, what })
    return null
  }
}

/** Matches no row: the file and the memory differ. */
const OVERRULED = ''

export interface Agreed {
  readonly memory: Memory
  readonly candidate: ReadPage
}

export function noteAgreement({ vault }: VaultWork, agreed: readonly Agreed[]): void {
  const paths = agreed.map(({ candidate }) => candidate.path)
  vault.states.markDirty([...new Set(paths.map(folderOf))])
  vault.states.put(agreed.map(({ memory, candidate }) => stateFor(memory, candidate)))
  vault.states.clearProblems(paths)
}

async function storedIds(
  work: VaultWork,
  { path, page, state, hash }: ReadPage,
  renamedFrom: Missing | null,
  tally: Tally,
): Promise<Applied | null> {
  const place = placeOf(work, path)
  if (place === null) throw new PageRefused('no project of this name is known')
  if (place.project !== null && work.projects.get(place.project)?.off) return null // B-12
  // M-01. An edit seen in a tool call is the agent's.
  const speaker = (await isAgentEdit(work.engine, work.vault.full(path), hash)) ? 'agent' : 'file'
  const target: Target = { place, name: nameOf(path), cause: 'vault edit', speaker }
  if (renamedFrom) {
    tally.renamed += 1
    const { id } = renamedFrom.memory
    const name = await nameAfterRename(work, id, target)
    return applyPage(work, id, page, { ...target, name, cause: 'vault rename' })
  }
  const row = state && (await stillHere(work, state, target))
  if (row) {
    const conflict = rowHashOf(row) !== state.rowHash
    if (conflict) tally.conflicts += 1
    tally.edited += 1
    const cause = conflict ? 'vault conflict' : 'vault edit'
    return applyPage(work, row.id, page, { ...target, conflict, cause })
  }
  const known = await ownerOf(work, path, page)
  if (known.kind === 'row') {
    tally.edited += 1
    return applyPage(work, known.id, page, { ...target, conflict: true })
  }
  tally.added += 1
  const lostId = known.kind === 'lost' ? known.id : undefined
  return addPage(work, page, { ...target, cause: 'vault new file' }, lostId)
}

/** The new name of the file, or one like it where a memory that has no file yet is called so. */
async function nameAfterRename(
  { engine }: VaultWork,
  id: string,
  { place, name }: Target,
): Promise<string> {
  const named = await engine.store.memories.findByName(place, name)
  return named && named.id !== id ? freeNameAt(engine, place, name) : name
}

/** The memory known at this path, unless it was moved and another has its name. */
async function stillHere(
  { engine, vault }: VaultWork,
  { memory, path }: FileState,
  { place, name }: Target,
): Promise<Memory | null> {
  const named = await engine.store.memories.findByName(place, name)
  if (named && named.id !== memory) return null
  const others = vault.states.ofMemories([memory]).filter((other) => other.path !== path)
  if (others.some((other) => vault.exists(other.path))) return null
  const [row] = await engine.store.memories.get([memory])
  return row ?? null
}

type Owner =
  | { readonly kind: 'row'; readonly id: string }
  /** A memory that the store has lost. */
  | { readonly kind: 'lost'; readonly id: string }
  | { readonly kind: 'unowned' }

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The owner of a new file: by its name, then by its id. */
export async function ownerOf(work: VaultWork, path: string, page: Page): Promise<Owner> {
  const { engine, vault } = work
  const place = placeOf(work, path)
  const named = place && (await engine.store.memories.findByName(place, nameOf(path)))
  if (named) return ownRow(named)
  const id = page.front?.id
  if (id === undefined || !ULID.test(id)) return { kind: 'unowned' }
  const [row] = await engine.store.memories.get([id])
  if (!row) {
    const [last] = await engine.store.journal.list({ key: id }, { limit: 1 })
    // The old memory was erased: the same text is a new memory.
    return last?.erased ? { kind: 'unowned' } : { kind: 'lost', id }
  }
  const own = filePathFor(work, row)
  const isCopy = own !== null && own !== path && vault.exists(own)
  return isCopy ? { kind: 'unowned' } : ownRow(row)

  function ownRow(memory: Memory): Owner {
    if (memory.held || memory.quarantined) {
      throw new PageRefused(`the memory "${memory.name}" waits for review: mneme review list`)
    }
    return { kind: 'row', id: memory.id }
  }
}

/** Another memory's row is in the way: the file is left alone and retried when something changes. */
export function refusal(thrown: unknown): string | null {
  if (thrown instanceof PageRefused) return thrown.message
  if (!(thrown instanceof MnemeError)) return null
  return thrown.code === 'conflict' || thrown.code === 'not_found' ? thrown.message : null
}
