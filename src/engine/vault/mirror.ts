/**
 * C-02. Keeps the files in sync while a process runs: after each write in the background, and at the start by
 * comparing file times and sizes only. The code that reads and writes pages is loaded when needed.
 */
import type { MnemeEvent } from '../../events.ts'
import { isQuiet } from '../../vault/vault.ts'
import type { Engine } from '../engine.ts'
import { CONSUMER } from './consumer.ts'
import type { SyncOptions } from './sync.ts'

interface Mirror {
  /**
   * Reads what people changed since the last sync; writes pending files in the background. Returns new notices
   * for a person. Never fails, so that a search continues without it.
   */
  catchUp(): Promise<readonly string[]>
  close(): Promise<void>
}

const OF_MEMORIES: ReadonlySet<string> = new Set([
  'memory_created',
  'memory_updated',
  'memory_deleted',
  'memory_erased',
])

/** Saves within this time share one lock and one flush of the folder. */
const GATHER_MS = 100
/**
 * C-04. An index grows with its folder, the cost of a save must not: indexes are written at most this often,
 * and less often the longer they take, so that they use at most one fiftieth of the time.
 */
const INDEX_EVERY_MS = 2000
const INDEX_SHARE = 50

export function openMirror(engine: Engine): Mirror {
  const { vault, background, events, store } = engine
  let indexMs = 0
  const sync = async (options: SyncOptions) => {
    const { syncVault } = await import('./sync.ts')
    await syncVault(engine, options)
  }
  const writeIndexes = async () => {
    const { syncIndexes } = await import('./indexes.ts')
    const startMs = performance.now()
    await syncIndexes(engine)
    indexMs = performance.now() - startMs
  }
  const writeSoon = () =>
    background.later('vault', GATHER_MS, async () => {
      await sync({ look: false, indexes: false })
      const delayMs = Math.max(INDEX_EVERY_MS, INDEX_SHARE * indexMs)
      background.later('vault index', delayMs, writeIndexes)
    })
  const stop = events.listen(({ name }) => {
    if (!vault) return
    if (OF_MEMORIES.has(name)) writeSoon()
    if (name === 'store_restored') {
      background.start('vault', () => sync({ whole: true, restored: true }))
    }
  })
  return {
    async catchUp() {
      if (!vault) return []
      const news: string[] = []
      const unhear = events.listen((event) => news.push(...newsOf(event)))
      try {
        const { states } = vault
        // A new vault has no state yet; a store that was restored has lost changes.
        const seen = states.position()
        const isBehind = seen === -1 || (await store.journal.position()) < seen
        if (isBehind || !isQuiet(vault.look())) await sync({})
        else if (hasWork(states, engine) || (await store.outbox.backlog(CONSUMER)) > 0) {
          writeSoon()
        }
      } catch (thrown) {
        const why = thrown instanceof Error ? thrown.message : String(thrown)
        news.push(`the files of the vault could not be read: ${why}`)
      } finally {
        unhear()
      }
      return news
    },
    async close() {
      stop()
      if (vault && (await store.outbox.backlog(CONSUMER)) > 0) writeSoon()
    },
  }
}

function newsOf({ name, data }: MnemeEvent): string[] {
  if (name === 'vault_problem') {
    return [`${data.path}${data.line === null ? '' : `:${data.line}`}: ${data.what}`]
  }
  if (name !== 'vault_missing') return []
  return [`${data.files} files are missing from ${data.folder}: see mneme doctor`]
}

function hasWork(states: NonNullable<Engine['vault']>['states'], { clock }: Engine): boolean {
  return (
    states.unwritten().length > 0 ||
    states.dirty().length > 0 ||
    states.expiredAt(clock.now()).length > 0
  )
}
