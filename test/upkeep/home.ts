/** A home of its own with a clock to move, and memories in it as a test wants them. */
import { onTestFinished } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { exportLines } from '../../src/engine/exchange/export.ts'
import type { Memory } from '../../src/memory/memory.ts'
import type { Project } from '../../src/store/records.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { memoryWith } from '../support/memory.ts'

export const NOW = '2026-06-01T00:00:00.000Z'
export const PROJECT = 'project-a'

export interface TestHome {
  readonly mneme: Opened
  readonly clock: TestClock
  readonly folder: string
  /** Applies them as one batch, each changed where the case wants it. */
  keep(...changes: readonly Partial<Memory>[]): Promise<Memory[]>
  get(id: string): Promise<Memory>
  /** Everything that is memory, as text. */
  exported(): Promise<string>
}

export async function testHome(settings: Record<string, string> = {}): Promise<TestHome> {
  const folder = temporaryFolder()
  const clock = testClock(NOW)
  const mneme = await openMneme({
    speaker: 'person',
    home: folder,
    clock,
    env: { MNEME_EMBED_PROVIDER: 'none', MNEME_VAULT_ENABLED: 'false', ...settings },
  })
  onTestFinished(() => mneme.close())
  const { store } = mneme.engine
  const batch = () => ({ id: clock.newId(), at: clock.now(), actor: 'test', cause: 'test' })
  await store.apply({
    ...batch(),
    changes: [{ op: 'insert', kind: 'project', row: projectRow(PROJECT) }],
  })
  return {
    mneme,
    clock,
    folder,
    async keep(...changes) {
      const rows = changes.map((change) => memoryWith({ id: clock.newId(), ...change }))
      await store.apply({
        ...batch(),
        changes: rows.map((row) => ({ op: 'insert', kind: 'memory', row })),
      })
      return rows
    },
    async get(id) {
      const [memory] = await store.memories.get([id])
      if (!memory) throw new Error(`${id} is gone`)
      return memory
    },
    exported: async () => (await exportLines(mneme.engine, {})).lines.join('\n'),
  }
}

export function projectRow(id: string): Project {
  return {
    id,
    slug: id,
    name: id,
    rootCommits: [],
    commonDirs: [],
    remotes: [],
    paths: [`/nowhere/${id}`],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: NOW,
  }
}
