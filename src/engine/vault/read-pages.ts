/** C-02. Reads pages that may have changed; unreadable ones are reported and left alone. */
import type { Memory } from '../../memory/memory.ts'
import { nameProblem } from '../../memory/names.ts'
import { indexEntry } from '../../vault/index-page.ts'
import { type Page, parsePage, rowHashOf } from '../../vault/page.ts'
import { nameOf } from '../../vault/paths.ts'
import type { FileState } from '../../vault/states.ts'
import type { SeenFile, VaultLook, Written } from '../../vault/vault.ts'
import type { VaultWork } from './places.ts'
import { reportProblem } from './problems.ts'

/** A changed page, and the known state of its file. */
export interface ReadPage extends Written {
  readonly path: string
  readonly page: Page
  readonly state: FileState | null
}

interface Reading {
  readonly candidates: readonly ReadPage[]
  /** Memories whose file was written before a crash, without its state. */
  readonly recovered: readonly string[]
}

export async function readPages(work: VaultWork, look: VaultLook): Promise<Reading> {
  const { engine, vault } = work
  const candidates: ReadPage[] = []
  const recovered: string[] = []
  const ours: FileState[] = []
  for (const { path, stamp } of filesToRead(work, look)) {
    const file = await vault.read(path)
    if (file.kind === 'gone') continue
    if (file.kind === 'unreadable') {
      const { what } = file
      reportProblem(engine, vault, { path, stamp: file.stamp || stamp, line: null, what })
      continue
    }
    const { text, hash, checkedMs } = file
    const state = vault.states.get(path)
    const found = { stamp: file.stamp, checkedMs, missing: false }
    const intent = vault.states.intents(path).find((each) => each.hash === hash)
    if (intent) {
      ours.push({ entry: null, expiresAt: null, ...intent, ...found })
      recovered.push(intent.memory)
      continue
    }
    if (state?.hash === hash) {
      ours.push({ ...state, ...found })
      continue
    }
    const page = parsePage(text)
    if ('what' in page) {
      reportProblem(engine, vault, { path, stamp: file.stamp, ...page })
      continue
    }
    candidates.push({ path, page, state, hash, stamp: file.stamp, checkedMs })
  }
  vault.states.put(ours)
  vault.states.settle(ours.map(({ path }) => path))
  vault.states.clearProblems(ours.map(({ path }) => path))
  return { candidates, recovered }
}

/** Files with problems are retried too: the obstacle may be gone. */
function filesToRead({ vault }: VaultWork, look: VaultLook): Iterable<SeenFile> {
  const again = vault.states
    .problems()
    .filter(({ path }) => path.endsWith('.md') && nameProblem(nameOf(path)) === null)
  return new Map([...again, ...look.changed].map((file) => [file.path, file])).values()
}

/** File and memory agree. */
export function stateFor(memory: Memory, file: Written & { readonly path: string }): FileState {
  const { path, stamp, hash, checkedMs } = file
  return {
    path,
    stamp,
    hash,
    checkedMs,
    memory: memory.id,
    rowHash: rowHashOf(memory),
    missing: false,
    entry: indexEntry(memory),
    expiresAt: memory.expiresAt,
  }
}
