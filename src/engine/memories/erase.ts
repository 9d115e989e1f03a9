/** B-14. Erasing for good, everywhere a memory left a trace. */
import { rmSync } from 'node:fs'
import type { Memory } from '../../memory/memory.ts'
import { backupFiles } from '../care/backups.ts'
import type { Caller, Engine } from '../engine.ts'
import { isTheTeams } from '../team/copy-guard.ts'
import { findMemory } from './find-memory.ts'

interface Erasure {
  readonly erased: boolean
  readonly memories: { readonly id: string; readonly name: string }[]
  readonly removed: Record<string, number>
}

export async function eraseMemories(
  engine: Engine,
  caller: Caller,
  references: readonly string[],
  really: boolean,
): Promise<Erasure> {
  const found = await Promise.all(references.map((each) => traceOf(engine, caller, each)))
  const copy = found.find(({ scope }) => scope === 'team')
  if (copy && engine.team?.membership()) throw isTheTeams(copy)
  const memories = [...new Map(found.map(({ id, name }) => [id, { id, name }])).values()]
  const backups = backupFiles(engine.home)
  const ids = memories.map((memory) => memory.id)
  const { countFiles, eraseFiles } = await import('../vault/erase-files.ts')
  if (!really) {
    return {
      erased: false,
      memories,
      removed: {
        memories: memories.length,
        ...(await countFiles(engine, ids)),
        backups: backups.length,
      },
    }
  }
  const id = engine.clock.newId()
  const batch = { id, at: engine.clock.now(), actor: caller.actor, cause: 'erase' }
  const counts = await engine.store.care.erase(ids, batch)
  const files = await eraseFiles(engine, ids)
  // A copy cannot be searched and cleaned piece by piece: those that may hold the text go whole.
  for (const { path } of backups) rmSync(path, { force: true })
  for (const memory of memories) {
    engine.events.emit({ name: 'memory_erased', at: batch.at, data: { id: memory.id, batch: id } })
  }
  return { erased: true, memories, removed: { ...counts, ...files, backups: backups.length } }
}

/** A memory whose making was undone is gone, but the journal still holds its words. */
async function traceOf(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<{ id: string; name: string; scope?: Memory['scope'] }> {
  try {
    return await findMemory(engine, caller, reference)
  } catch (thrown) {
    const id = reference.toUpperCase()
    const [entry] = await engine.store.journal.list({ key: id }, { limit: 1 })
    if (entry?.kind !== 'memory' || entry.erased) throw thrown
    return { id, name: String((entry.after ?? entry.before)?.name ?? id) }
  }
}
