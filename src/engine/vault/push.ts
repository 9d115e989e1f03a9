/**
 * C-01, C-05, L. From rows to files: writes changed memories and archives the files of those no longer in use.
 */
import type { Memory } from '../../memory/memory.ts'
import { indexEntry } from '../../vault/index-page.ts'
import { isRefusal, reasonOf } from '../../vault/look.ts'
import { pageOf, rowHashOf } from '../../vault/page.ts'
import { folderOf, PROJECT_FILE, slugOf } from '../../vault/paths.ts'
import { sha256 } from '../../vault/sha256.ts'
import { type FileState, type Intent, NOT_WRITTEN } from '../../vault/states.ts'
import {
  archiveMemoryFile,
  archiveReplaced,
  archiveVersions,
  removeArchived,
  wasErased,
} from './archive-files.ts'
import { filePathFor, folderFor, type VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'
import { stateFor } from './read-pages.ts'

/** Memories whose file changed during the sync: the files must be read first. */
type Contested = readonly string[]

const AT_ONCE = 200
const WRITERS = 8

export async function pushRows(work: VaultWork, ids: readonly string[]): Promise<Contested> {
  const contested: string[] = []
  const wanted = [...new Set([...ids, ...(await neighbours(work, ids))])]
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    contested.push(...(await pushSome(work, wanted.slice(at, at + AT_ONCE))))
  }
  return contested
}

/** A missing folder is recreated with all its files: they were not deleted one by one. */
async function neighbours(work: VaultWork, ids: readonly string[]): Promise<string[]> {
  const { engine, vault } = work
  const folders = new Set<string>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const memory of await engine.store.memories.get(ids.slice(at, at + AT_ONCE))) {
      const folder = folderFor(work, memory)
      if (folder !== null && filePathFor(work, memory) !== null) folders.add(folder)
    }
  }
  return [...folders].flatMap((folder) => {
    if (vault.exists(folder)) return []
    const states = vault.states.inFolder(folder)
    vault.states.remove(states.map(({ path }) => path))
    return states.map(({ memory }) => memory)
  })
}

interface Writing {
  readonly memory: Memory
  readonly path: string
  readonly text: string
  readonly before: string | null
}

async function pushSome(work: VaultWork, ids: readonly string[]): Promise<string[]> {
  const { engine, vault } = work
  const rows = new Map((await engine.store.memories.get(ids)).map((row) => [row.id, row]))
  const writings: Writing[] = []
  const contested: string[] = []
  const erased: string[] = []
  for (const id of ids) {
    const memory = rows.get(id) ?? null
    if (memory === null && (await wasErased(work, id))) erased.push(id)
    const path = memory && filePathFor(work, memory)
    const states = vault.states.ofMemories([id])
    for (const state of states) {
      if (state.path === path) continue
      if (!(await archiveMemoryFile(work, id, memory, state))) contested.push(id)
    }
    if (memory === null || path === null || contested.includes(id)) continue
    const state = states.find((each) => each.path === path) ?? null
    const writing = await prepareWriting(work, memory, path, state)
    if (writing === 'contested') contested.push(id)
    else if (writing !== null) writings.push(writing)
  }
  if (erased.length > 0) await removeArchived(vault, erased)
  await carryOut(work, writings)
  const left = new Set(contested)
  vault.states.markUnwritten(contested)
  vault.states.markWritten(ids.filter((id) => !left.has(id) && !noteFailure(work, writings, id)))
  return contested
}

/** The text to write; null when the file is up to date or must not be touched. */
async function prepareWriting(
  work: VaultWork,
  memory: Memory,
  path: string,
  state: FileState | null,
): Promise<Writing | 'contested' | null> {
  const { vault } = work
  if (state?.missing) return null // A person has been asked about its deletion.
  const isSame = state?.rowHash === rowHashOf(memory)
  if (state && isSame && vault.exists(path)) {
    await archiveEdited(work, memory, path)
    noteEntry(work, memory, state)
    return null
  }
  const isBad = vault.states
    .problems()
    .some((problem) => problem.path === path && problem.stamp !== NOT_WRITTEN)
  if (isBad) return null // Unreadable files are never overwritten; once readable, the file wins.
  const file = await vault.read(path)
  if (file.kind === 'unreadable') return 'contested'
  if (file.kind === 'gone') {
    if (state !== null) return 'contested'
    return { memory, path, text: pageOf(memory), before: null }
  }
  const text = pageOf(memory, file.text)
  const ours = [state?.hash, ...vault.states.intents(path).map(({ hash }) => hash), sha256(text)]
  return ours.includes(file.hash) ? { memory, path, text, before: file.text } : 'contested'
}

/** An edit in the file archived its prior version only in the store. */
async function archiveEdited(work: VaultWork, memory: Memory, path: string): Promise<void> {
  try {
    await archiveVersions(work, memory, folderOf(path))
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    notWritten(work, folderOf(path), thrown)
  }
}

/** After a crash the index line may be missing. */
function noteEntry({ vault }: VaultWork, memory: Memory, state: FileState): void {
  const entry = indexEntry(memory)
  if (JSON.stringify(entry) === JSON.stringify(state.entry)) return
  vault.states.put([{ ...state, entry, expiresAt: memory.expiresAt }])
  vault.states.markDirty([folderOf(state.path)])
}

/** Intent, write, state, in this order: after a crash at any point our own file is recognised. */
async function carryOut(work: VaultWork, writings: readonly Writing[]): Promise<void> {
  if (writings.length === 0) return
  const { vault } = work
  vault.states.intend(writings.map(intentOf))
  const folders = new Set(writings.map(({ path }) => folderOf(path)))
  vault.states.markDirty([...folders])
  const done: FileState[] = []
  const broken = new Set<string>()
  const queue = [...writings]
  const writer = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const folder = folderOf(next.path)
      if (broken.has(folder)) continue
      try {
        await archiveVersions(work, next.memory, folder)
        if (next.before !== null) await archiveReplaced(work, next.memory, folder, next.before)
        const file = await vault.write(next.path, next.text)
        done.push(stateFor(next.memory, { ...file, path: next.path }))
      } catch (thrown) {
        if (!isRefusal(thrown)) throw thrown
        broken.add(folder) // A failure that affects all of them; they are retried later.
        notWritten(work, folder, thrown)
      }
    }
  }
  const writers = await Promise.allSettled(Array.from({ length: WRITERS }, writer))
  const mistake = writers.find((each) => each.status === 'rejected')
  if (mistake) throw mistake.reason
  for (const folder of folders) {
    if (broken.has(folder)) continue
    await describeProject(work, folder)
    await vault.settle(folder)
  }
  vault.states.put(done)
  vault.states.settle(done.map(({ path }) => path))
}

function intentOf({ memory, path, text }: Writing): Intent {
  return { path, memory: memory.id, hash: sha256(text), rowHash: rowHashOf(memory) }
}

function notWritten({ engine, vault }: VaultWork, folder: string, thrown: unknown): void {
  const what = `files cannot be written here: ${reasonOf(thrown)}`
  reportProblem(engine, vault, { path: folder, stamp: NOT_WRITTEN, line: null, what })
}

function noteFailure({ vault }: VaultWork, writings: readonly Writing[], id: string): boolean {
  const writing = writings.find(({ memory }) => memory.id === id)
  if (!writing) return false
  const isWritten = vault.states.get(writing.path)?.rowHash === rowHashOf(writing.memory)
  if (!isWritten) vault.states.markUnwritten([id])
  return !isWritten
}

/** K-04, B-15. So that the files alone say which project they belong to. */
async function describeProject(work: VaultWork, folder: string): Promise<void> {
  const slug = slugOf(folder)
  const project = slug === null ? undefined : work.bySlug.get(slug)
  if (!project) return
  const path = `projects/${slug}/${PROJECT_FILE}`
  const text = `${JSON.stringify(project, null, 2)}\n`
  const file = await work.vault.read(path)
  if (file.kind === 'text' && file.text === text) return
  await work.vault.write(path, text)
  await work.vault.settle(folderOf(path))
}
