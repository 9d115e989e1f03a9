/**
 * M-01. Some hosts report a tool's call only after it ran, and a hook may have been down while it began. By then
 * its edit may have been read as a person's: that is undone, and the page is taken in again as the agent's.
 */
import { addDays } from '../../clock.ts'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { BatchInfo } from '../../store/store.ts'
import { parsePage, rowHashOf } from '../../vault/page.ts'
import type { Engine } from '../engine.ts'
import { undo } from '../journal/undo.ts'
import type { WrittenPlaces } from './agent-edits.ts'
import { removeAsAgent } from './missing.ts'
import { filePathFor, openWork, VAULT_CALLER, type VaultWork } from './places.ts'
import { takeIn } from './take-in.ts'

/** A page the call named may have been read this long ago; one it did not name only just now. */
const NAMED_MINUTES = 10
const ANY_PAGE_MINUTES = 1
const MINUTES_A_DAY = 24 * 60
/** Of the newest batches, those the vault made are looked at. */
const LOOK_BACK = 100
const BY_FILE = /^vault (?:edit|new file|rename|conflict|delete|rebuild)$/

/** Pages that were taken in as a person's in that time are taken in again. Marks must be put before. */
export async function attributeLate(engine: Engine, written: WrittenPlaces): Promise<void> {
  const { vault } = engine
  if (!vault || (written.files.length === 0 && !written.anyPage)) return
  await vault.exclusively(async () => {
    const work = await openWork(engine, vault)
    const seen = new Set<string>()
    for (const batch of await batchesByFile(engine)) {
      const isAnyMeant = written.anyPage && isSince(engine, batch.at, ANY_PAGE_MINUTES)
      const latest = (await pagesOf(work, batch)).filter(({ id }) => !seen.has(id))
      const meant = latest.filter(
        ({ path }) => isAnyMeant || written.files.includes(vault.full(path)),
      )
      for (const { id } of latest) seen.add(id)
      if (await hasTakenIn(work, meant)) await takeAgain(work, batch, latest)
    }
  })
}

async function batchesByFile(engine: Engine): Promise<BatchInfo[]> {
  const batches = await engine.store.journal.batches({ limit: LOOK_BACK })
  return batches.filter(
    ({ at, actor, cause, undoneBy }) =>
      actor === VAULT_CALLER.actor &&
      undoneBy === null &&
      BY_FILE.test(cause) &&
      isSince(engine, at, NAMED_MINUTES),
  )
}

function isSince(engine: Engine, at: string, minutes: number): boolean {
  return addDays(at, minutes / MINUTES_A_DAY) >= engine.clock.now()
}

interface PageOfBatch {
  readonly id: string
  /** Below the home. */
  readonly path: string
  /** It was forgotten with its file. */
  readonly isGone: boolean
}

/** The memories of a batch that have a file, or had one until it was deleted. */
async function pagesOf(work: VaultWork, { id }: BatchInfo): Promise<PageOfBatch[]> {
  const { engine, vault } = work
  const entries = await engine.store.journal.entries(id)
  const ids = new Set(entries.filter(({ kind }) => kind === 'memory').map(({ key }) => key))
  const memories = await engine.store.memories.get([...ids])
  return memories.flatMap((memory) => {
    const [state] = vault.states.ofMemories([memory.id])
    const path = state?.path ?? filePathFor(work, present(memory))
    return path === null ? [] : [{ id: memory.id, path, isGone: memory.state === 'removed' }]
  })
}

/** As it was before its file was deleted. */
function present(memory: Memory): Memory {
  return memory.state === 'removed' ? { ...memory, state: 'new' } : memory
}

/** A page that has changed again is not: its mark suffices. */
async function hasTakenIn({ vault }: VaultWork, pages: readonly PageOfBatch[]): Promise<boolean> {
  for (const { path, isGone } of pages) {
    const file = await vault.read(path)
    if (file.kind === 'gone' && isGone) return true
    if (file.kind === 'text' && file.hash === vault.states.get(path)?.hash) return true
  }
  return false
}

async function takeAgain(
  work: VaultWork,
  batch: BatchInfo,
  pages: readonly PageOfBatch[],
): Promise<void> {
  try {
    await undo(work.engine, VAULT_CALLER, { kind: 'batch', id: batch.id })
  } catch (thrown) {
    // A person has changed it since, or erased it: theirs stays.
    if (thrown instanceof MnemeError && thrown.code !== 'unavailable') return
    throw thrown
  }
  for (const page of pages) await takePageAgain(work, page)
}

async function takePageAgain(work: VaultWork, { id, path }: PageOfBatch): Promise<void> {
  const { engine, vault } = work
  const [memory] = await engine.store.memories.get([id])
  const file = await vault.read(path)
  if (file.kind === 'gone' && memory) return removeAsAgent(work, memory, path)
  const page = file.kind === 'text' ? parsePage(file.text) : null
  const known = vault.states.get(path)
  if (file.kind !== 'text' || page === null || 'what' in page) return
  const { hash, stamp, checkedMs } = file
  const isInPlace = memory !== undefined && filePathFor(work, memory) === path
  const state = isInPlace && known ? { ...known, rowHash: rowHashOf(memory) } : null
  if (state === null) vault.states.remove([path])
  const tally = { edited: 0, added: 0, renamed: 0, conflicts: 0 }
  await takeIn(work, { path, page, state, hash, stamp, checkedMs }, null, tally)
}
