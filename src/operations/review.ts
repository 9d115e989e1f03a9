import { z } from 'zod'
import { acceptHeld, heldMemories, rejectHeld } from '../engine/review.ts'
import { MemoryFields, Provenance } from '../memory/memory.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const reviewList = operation({
  name: 'review list',
  summary: 'Rules that came from a tool, a web page or a file and wait for a person’s yes.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/review' },
  input: z.object({
    limit: z.int().min(1).max(1000).optional().describe('At most this many (50)'),
  }),
  output: z.object({
    waiting: z.array(MemoryBrief.extend({ content: z.string(), provenance: Provenance })),
  }),
  async run(engine, caller, { limit = 50 }) {
    const held = await heldMemories(engine, caller, limit)
    return {
      waiting: held.map((memory) => ({
        ...briefly(memory),
        content: memory.content,
        provenance: memory.provenance,
      })),
    }
  },
})

export const reviewAccept = operation({
  name: 'review accept',
  summary: 'Say yes to a memory that waits: it is served from now on. A person’s alone.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/review/:id/accept' },
  input: z.object({ id: z.string().min(1).describe('Id or name') }),
  output: z.object({
    memory: MemoryFields,
    supersedes: z.array(z.string()).readonly(),
    contradicts: z.array(z.string()).readonly(),
    notes: z.array(z.string()).readonly(),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, { id }) => acceptHeld(engine, caller, id),
})

export const reviewReject = operation({
  name: 'review reject',
  summary: 'Say no to memories that wait: they are forgotten. A person’s alone.',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/review/reject' },
  input: z.object({ id: z.array(z.string().min(1)).min(1).readonly().describe('Ids or names') }),
  output: z.object({ rejected: z.array(MemoryBrief), batch: z.string().nullable() }),
  async run(engine, caller, { id }) {
    const { rejected, batch } = await rejectHeld(engine, caller, id)
    return { rejected: rejected.map(briefly), batch }
  },
})
