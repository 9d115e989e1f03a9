import * as z from 'zod'
import { undoLastCapture } from '../engine/capture/last-capture.ts'
import { undo as turnBack, type Undone } from '../engine/journal/undo.ts'
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
    lastCapture: z.boolean().optional().describe('Undo what the last turn or session end captured'),
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
    batches: z.array(z.string()).describe('All batches to undo for a redo, the latest first'),
  }),
  async run(engine, caller, input) {
    const { id, batch, lastCapture = false, anyone = false } = input
    const { everywhere = false, dryRun = false } = input
    const targets = [id, batch, lastCapture || undefined].filter((each) => each !== undefined)
    if (targets.length > 1) {
      throw new MnemeError('invalid_input', 'give one of a memory, a batch and --last-capture')
    }
    if (lastCapture) return outputOf(await undoLastCapture(engine, caller, dryRun))
    const target =
      batch !== undefined
        ? { kind: 'batch' as const, id: batch.toUpperCase() }
        : id !== undefined
          ? { kind: 'memory' as const, id: await idOf(id) }
          : { kind: 'last' as const, anyone, everywhere }
    return outputOf([await turnBack(engine, caller, target, dryRun)])

    function outputOf(all: readonly Undone[]) {
      const { id: first, cause, actor, at } = (all[0] as Undone).undone // never empty
      return {
        undone: { id: first, cause, actor, at },
        memories: all.flatMap(({ memories }) => memories),
        changes: all.reduce((sum, { changes }) => sum + changes, 0),
        dryRun,
        batch: all[0]?.batch ?? null,
        batches: all.flatMap((done) => done.batch ?? []).reverse(),
      }
    }

    /** A memory whose creation was undone is gone, but its id is still in the journal. */
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
