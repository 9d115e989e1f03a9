/** M-24. What the last turn or session end kept in a project, so that it can be taken back in one step. */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { SessionRef } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Undone, undo } from '../journal/undo.ts'

const Last = z.object({ host: z.string(), session: z.string(), memories: z.array(z.string()) })

const noteOf = ({ project }: Caller) => `last-capture:${project?.id ?? ''}`
const MAX_MEMORIES = 200

/** What the tools of a turn show belongs to the prompt before it; a new prompt begins anew. */
export async function noteCapture(
  engine: Engine,
  caller: Caller,
  { host, id }: SessionRef,
  kept: { readonly memories: readonly string[]; readonly isNewTurn: boolean },
): Promise<void> {
  if (kept.memories.length === 0) return
  const before = kept.isNewTurn ? null : await readLast(engine, caller)
  const isSame = before?.host === host && before.session === id
  const memories = [...(isSame ? before.memories : []), ...kept.memories].slice(-MAX_MEMORIES)
  await engine.store.notes.set(noteOf(caller), JSON.stringify({ host, session: id, memories }))
}

/** One undone batch for each memory, the latest first. */
export async function undoLastCapture(
  engine: Engine,
  caller: Caller,
  dryRun: boolean,
): Promise<Undone[]> {
  const last = await readLast(engine, caller)
  const undone: Undone[] = []
  for (const id of [...(last?.memories ?? [])].reverse()) {
    const batch = await creationOf(engine, id)
    if (batch !== null)
      undone.push(await undo(engine, caller, { kind: 'batch', id: batch }, dryRun))
  }
  if (undone.length === 0) {
    throw new MnemeError('not_found', 'there is no captured memory to undo here', {
      hint: 'See what changed: mneme journal',
    })
  }
  if (!dryRun) await engine.store.notes.remove(noteOf(caller))
  return undone
}

/** The batch in which a memory was made; null when that was undone already. */
async function creationOf({ store }: Engine, id: string): Promise<string | null> {
  for (const entry of await store.journal.list({ key: id }, { limit: MAX_MEMORIES })) {
    if (entry.kind !== 'memory' || entry.op !== 'insert') continue
    const batch = await store.journal.batch(entry.batch)
    if (batch !== null && batch.undoneBy === null && batch.undoes === null) return batch.id
  }
  return null
}

async function readLast(engine: Engine, caller: Caller): Promise<z.infer<typeof Last> | null> {
  const raw = await engine.store.notes.get(noteOf(caller))
  const parsed = raw === null ? null : Last.safeParse(JSON.parse(raw))
  return parsed?.success ? parsed.data : null
}
