import * as z from 'zod'
import { seenEntries } from '../engine/journal/seen-entries.ts'
import { findMemory } from '../engine/memories/find-memory.ts'
import { momentOf } from './filter-input.ts'
import { operation } from './operation.ts'

export const journal = operation({
  name: 'journal',
  summary: 'Show changes, newest first: who made each, why, and the values before and after.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/journal' },
  input: z.object({
    id: z.string().optional().describe('Only changes of this memory'),
    actor: z.string().optional().describe('Only changes by this actor, e.g. cli'),
    cause: z.string().optional().describe('Only changes made by this operation'),
    since: z.string().optional().describe('Only since this time, e.g. 7d'),
    until: z.string().optional().describe('Only until this time'),
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 20)'),
    offset: z.int().min(0).optional().describe('Number to skip'),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        seq: z.int(),
        batch: z.string(),
        at: z.string(),
        actor: z.string(),
        cause: z.string(),
        op: z.enum(['insert', 'update', 'delete']),
        kind: z.string(),
        key: z.string(),
        before: z.record(z.string(), z.unknown()).readonly().nullable(),
        after: z.record(z.string(), z.unknown()).readonly().nullable(),
        erased: z.boolean(),
        title: z.string().nullable().describe('The memory’s current title'),
      }),
    ),
  }),
  async run(engine, caller, { id, actor, cause, since, until, limit = 20, offset = 0 }) {
    const now = engine.clock.now()
    const key = id === undefined ? undefined : await keyOf(id)
    const entries = await engine.store.journal.list(
      {
        ...(key !== undefined ? { key } : {}),
        ...(actor !== undefined ? { actor } : {}),
        ...(cause !== undefined ? { cause } : {}),
        ...(since !== undefined ? { since: momentOf(since, now, 'since') } : {}),
        ...(until !== undefined ? { until: momentOf(until, now, 'until') } : {}),
      },
      { limit, offset },
    )
    return { entries: await seenEntries(engine, caller, entries) }

    async function keyOf(reference: string): Promise<string> {
      const known = await engine.store.journal.list({ key: reference }, { limit: 1 })
      return known.length > 0 ? reference : (await findMemory(engine, caller, reference)).id
    }
  },
})
