import * as z from 'zod'
import { undo as turnBack } from '../engine/journal/undo.ts'
import { findMemory } from '../engine/memories/find-memory.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'

export const undo = operation({
  name: 'undo',
  summary:
    'Undo the last change, the last change of one memory, or a given batch. Undo can be undone.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/undo' },
  input: z.object({
    id: z.string().optional().describe('Undo the last change of this memory'),
    batch: z.string().optional().describe('Undo this batch'),
    anyone: z.boolean().optional().describe('The last change of any caller, not only your own'),
    everywhere: z.boolean().optional().describe('The last change in any project'),
    dryRun: z.boolean().optional().describe('Only show what would be undone'),
  }),
  output: z.object({
    undone: z.object({ id: z.string(), cause: z.string(), actor: z.string(), at: z.string() }),
    memories: z.array(
      z.object({ id: z.string(), title: z.string(), becomes: z.enum(['removed', 'restored']) }),
    ),
    changes: z.int(),
    dryRun: z.boolean(),
    batch: z.string().nullable().describe('Undo this to redo'),
  }),
  async run(engine, caller, { id, batch, anyone = false, everywhere = false, dryRun = false }) {
    if (id !== undefined && batch !== undefined) {
      throw new MnemeError('invalid_input', 'give either a memory or a batch, not both')
    }
    const target =
      batch !== undefined
        ? { kind: 'batch' as const, id: batch.toUpperCase() }
        : id !== undefined
          ? { kind: 'memory' as const, id: await idOf(id) }
          : { kind: 'last' as const, anyone, everywhere }
    const done = await turnBack(engine, caller, target, dryRun)
    const { id: undoneId, cause, actor, at } = done.undone
    return {
      undone: { id: undoneId, cause, actor, at },
      memories: [...done.memories],
      changes: done.changes,
      dryRun,
      batch: done.batch,
    }

    /** A memory whose creation was undone is gone, but its id still stands in the journal. */
    async function idOf(reference: string): Promise<string> {
      try {
        return (await findMemory(engine, caller, reference)).id
      } catch (thrown) {
        const known = await engine.store.journal.list(
          { key: reference.toUpperCase() },
          { limit: 1 },
        )
        if (known.length > 0) return reference.toUpperCase()
        throw thrown
      }
    }
  },
})
