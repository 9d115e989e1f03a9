/**
 * C-02. Syncs files and rows in both directions, one process at a time: first people's edits, then changed
 * rows, then the indexes. It can be interrupted anywhere and repeated with the same result.
 */

import { folderOf } from '../../vault/paths.ts'
import { type FileState, NOT_WRITTEN } from '../../vault/states.ts'
import type { Engine } from '../engine.ts'
import { isOff } from '../projects/off.ts'
import { CONSUMER } from './consumer.ts'
import { writeIndexes } from './indexes.ts'
import { openWork, VAULT_CALLER, type VaultWork } from './places.ts'
import { type Pulled, pullFiles } from './pull.ts'
import { pushRows } from './push.ts'

export interface SyncOptions {
  /** Checks the files as well, not only the outbox. */
  readonly look?: boolean
  /** Default: indexes are written too; they may be postponed, once for several syncs. */
  readonly indexes?: boolean
  /** Compares every memory with its file. */
  readonly whole?: boolean
  /** A person confirmed that the missing files were deleted on purpose. */
  readonly confirmMissing?: boolean
  /** A person wants the missing files back. */
  readonly rewriteMissing?: boolean
  /** Missing folders are recreated with their files. */
  readonly rewriteFolders?: boolean
  /** An older store was restored on purpose: files it does not know are put away. */
  readonly restored?: boolean
}

type Synced = Omit<Pulled, 'touched'>

const ITEMS_AT_ONCE = 500
const MEMORIES_AT_ONCE = 500
/** How often files that change during the sync are checked again. */
const ROUNDS = 3

export async function syncVault(engine: Engine, options: SyncOptions = {}): Promise<Synced> {
  const { vault } = engine
  const done: Synced = { edited: 0, added: 0, renamed: 0, conflicts: 0, forgotten: 0 }
  if (!vault) return done
  return vault.exclusively(async () => {
    const work = await openWork(engine, vault)
    const position = await engine.store.journal.position()
    const isWhole = options.whole === true || position < vault.states.position()
    const isFirst = vault.states.position() === -1
    if (isWhole && !options.restored) await forgetLostRows(work)
    if (options.rewriteMissing) bringBack(work, ({ missing }) => missing)
    if (options.rewriteFolders) bringBack(work, ({ path }) => !vault.exists(folderOf(path)))
    let look = options.look ?? true
    for (let round = 1; round <= ROUNDS; round++) {
      const ids = new Set(vault.states.unwritten())
      for (const id of vault.states.expiredAt(engine.clock.now())) ids.add(id)
      if (look && !(await isOff(engine, VAULT_CALLER))) {
        const pulled = await pullFiles(work, options.confirmMissing ?? false)
        for (const key of COUNTS) done[key] += pulled[key]
        for (const id of pulled.touched) ids.add(id)
      }
      if (round === 1 && (isWhole || isFirst)) for (const id of await everyId(work)) ids.add(id)
      const contested = [...(await pushRows(work, [...ids])), ...(await drain(work))]
      if (contested.length === 0) break
      look = true
    }
    if (vault.states.unwritten().length === 0) clearWritten(work)
    if (options.indexes ?? true) await writeIndexes(work)
    vault.states.setPosition(await engine.store.journal.position())
    return done
  })
}

const COUNTS = ['edited', 'added', 'renamed', 'conflicts', 'forgotten'] as const

/** The pending changes of the outbox; confirmed when they are on disk or recorded as pending. */
async function drain(work: VaultWork): Promise<string[]> {
  const { outbox } = work.engine.store
  const contested: string[] = []
  for (;;) {
    const items = await outbox.pending(CONSUMER, ITEMS_AT_ONCE)
    const last = items.at(-1)
    if (!last) return contested
    const ids = new Set(items.filter(({ kind }) => kind === 'memory').map(({ key }) => key))
    contested.push(...(await pushRows(work, [...ids])))
    await outbox.confirm(CONSUMER, last.seq)
  }
}

async function everyId({ engine, vault }: VaultWork): Promise<string[]> {
  const ids = vault.states.all().map(({ memory }) => memory)
  const filter = { scopes: ['global', 'project'], states: ['new', 'high', 'low'] } as const
  for (let offset = 0; ; offset += MEMORIES_AT_ONCE) {
    const page = { limit: MEMORIES_AT_ONCE, offset, order: 'id' } as const
    const memories = await engine.store.memories.list(filter, page)
    ids.push(...memories.map(({ id }) => id))
    if (memories.length < MEMORIES_AT_ONCE) return ids
  }
}

/** B-15. A store with fewer changes than before has lost data: then the files are all that is left. */
async function forgetLostRows({ engine, vault }: VaultWork): Promise<void> {
  const states = vault.states.all()
  const present = new Set<string>()
  for (let at = 0; at < states.length; at += MEMORIES_AT_ONCE) {
    const ids = states.slice(at, at + MEMORIES_AT_ONCE).map(({ memory }) => memory)
    for (const { id } of await engine.store.memories.get(ids)) present.add(id)
  }
  const lost: string[] = []
  for (const { path, memory } of states) {
    if (present.has(memory)) continue
    const [last] = await engine.store.journal.list({ key: memory }, { limit: 1 })
    if (last === undefined) lost.push(path) // no record of its existence or removal
  }
  vault.states.remove(lost)
}

/** Everything is written: earlier write problems are resolved. */
function clearWritten({ vault }: VaultWork): void {
  const settled = vault.states.problems().filter(({ stamp }) => stamp === NOT_WRITTEN)
  vault.states.clearProblems(settled.map(({ path }) => path))
}

/** Forgets their state, so that they are written now. */
function bringBack({ vault }: VaultWork, isMeant: (state: FileState) => boolean): void {
  const states = vault.states.all().filter(isMeant)
  vault.states.remove(states.map(({ path }) => path))
  vault.states.markUnwritten(states.map(({ memory }) => memory))
}
