/** C-02. Forgets the memory of a deleted file; asks first when very many are gone at once. */
import type { Memory } from '../../memory/memory.ts'
import { contentHash } from '../../memory/normalise.ts'
import { folderOf } from '../../vault/paths.ts'
import type { FileState } from '../../vault/states.ts'
import type { VaultLook } from '../../vault/vault.ts'
import { commit } from '../journal/commit.ts'
import { reviseMemory } from '../memories/revise-memory.ts'
import { GONE, isAgentEdit } from './agent-edits.ts'
import { filePathFor, VAULT_CALLER, type VaultWork } from './places.ts'
import type { ReadPage } from './read-pages.ts'

export interface Missing {
  readonly state: FileState
  readonly memory: Memory
}

/** `unmissed`: memories whose file was to be moved or removed anyway; push handles those. */
export async function missedFiles(
  work: VaultWork,
  look: VaultLook,
): Promise<{ missed: Missing[]; unmissed: string[] }> {
  const { engine, vault } = work
  const paths = new Set([...look.missing, ...look.stillMissing])
  if (paths.size === 0) return { missed: [], unmissed: [] }
  const states = vault.states.all().filter(({ path }) => paths.has(path))
  const memories = await engine.store.memories.get(states.map(({ memory }) => memory))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const missed: Missing[] = []
  const unmissed: string[] = []
  for (const state of states) {
    const memory = byId.get(state.memory)
    if (memory && filePathFor(work, memory) === state.path) missed.push({ state, memory })
    else unmissed.push(state.memory)
  }
  return { missed, unmissed }
}

/** Detects renames: the same bytes, the same id or the same text under another name. */
export function renames(
  candidates: readonly ReadPage[],
  missed: readonly Missing[],
): ReadonlyMap<string, Missing> {
  const found = new Map<string, Missing>()
  const match = (ofFile: (candidate: ReadPage) => unknown, ofGone: (gone: Missing) => unknown) => {
    const taken = new Set([...found.values()].map(({ state }) => state.path))
    const left = new Map(
      missed.filter(({ state }) => !taken.has(state.path)).map((gone) => [ofGone(gone), gone]),
    )
    for (const candidate of candidates) {
      if (candidate.state !== null || found.has(candidate.path)) continue
      const key = ofFile(candidate)
      const gone = left.get(key)
      if (!gone) continue
      found.set(candidate.path, gone)
      left.delete(key)
    }
  }
  if (missed.length === 0) return found
  match(
    ({ hash }) => hash,
    ({ state }) => state.hash,
  )
  match(
    ({ page }) => page.front?.id,
    ({ memory }) => memory.id,
  )
  match(
    ({ page }) => contentHash(page.content),
    ({ memory }) => memory.contentHash,
  )
  return found
}

/** Forgets folder by folder; returns the forgotten memories. */
export async function forgetMissing(
  work: VaultWork,
  missing: readonly Missing[],
  confirmed: boolean,
): Promise<{ readonly forgotten: readonly string[]; readonly touched: readonly string[] }> {
  const { engine } = work
  const forgotten: string[] = []
  const { byPerson, byAgent } = await divideByWhom(work, missing)
  for (const folder of new Set(byPerson.map(({ state }) => folderOf(state.path)))) {
    const gone = byPerson.filter(({ state }) => folderOf(state.path) === folder)
    if (!confirmed && isSuspicious(work, folder, gone.length)) {
      askAbout(work, folder, gone)
      continue
    }
    const updatedAt = engine.clock.now()
    await commit(
      engine,
      VAULT_CALLER,
      'vault delete',
      gone.map(({ memory }) => ({
        op: 'update',
        kind: 'memory',
        key: memory.id,
        set: { state: 'removed', updatedAt },
      })),
    )
    forgotten.push(...gone.map(({ memory }) => memory.id))
  }
  return { forgotten, touched: [...forgotten, ...byAgent] }
}

/** M-02. Files an agent removed: forgotten if it may, otherwise proposed and the file restored. */
async function divideByWhom(
  work: VaultWork,
  missing: readonly Missing[],
): Promise<{ byPerson: Missing[]; byAgent: string[] }> {
  const { engine, vault } = work
  const byPerson: Missing[] = []
  const byAgent: string[] = []
  for (const each of missing) {
    const { memory, state } = each
    if (!(await isAgentEdit(engine, vault.full(state.path), GONE))) {
      byPerson.push(each)
      continue
    }
    await removeAsAgent(work, memory, state.path)
    byAgent.push(memory.id)
  }
  return { byPerson, byAgent }
}

export async function removeAsAgent(
  { engine, vault }: VaultWork,
  memory: Memory,
  path: string,
): Promise<void> {
  const caller = { ...VAULT_CALLER, speaker: 'agent', actor: 'vault:agent' } as const
  const cause = 'vault delete'
  const wanted = { state: 'removed' } as const
  const { changes } = await reviseMemory(engine, caller, memory, wanted, { cause })
  await commit(engine, caller, cause, changes)
  vault.states.remove([path])
}

/** An unmounted disk, a failed checkout: no person deletes so many by hand. */
function isSuspicious({ engine, vault }: VaultWork, folder: string, missing: number): boolean {
  const { askMissingFiles, askMissingShare } = engine.config.vault
  if (missing < askMissingFiles) return false
  return missing / vault.states.inFolder(folder).length > askMissingShare
}

/** Stored with each file, so that the question is repeated until it is answered or the files are back. */
function askAbout({ engine, vault }: VaultWork, folder: string, gone: readonly Missing[]): void {
  const unasked = gone.filter(({ state }) => !state.missing)
  if (unasked.length === 0) return
  vault.states.put(unasked.map(({ state }) => ({ ...state, missing: true })))
  engine.events.emit({
    name: 'vault_missing',
    at: engine.clock.now(),
    data: { folder: vault.full(folder), files: gone.length },
  })
}
