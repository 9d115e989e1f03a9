import * as z from 'zod'
import { withOrigin } from '../engine/memories/facts.ts'
import { findMemory } from '../engine/memories/find-memory.ts'
import { transcriptLines } from '../engine/sessions/transcript-lines.ts'
import { Provenance } from '../memory/memory.ts'
import { Link } from '../store/records.ts'
import { SeenFact } from './facts.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const why = operation({
  name: 'why',
  summary:
    'Show where a memory came from: who said it, when, in which session, and how sure it is.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/memories/:id/why' },
  input: z.object({ id: z.string().min(1).describe('Id or name') }),
  output: z.object({
    memory: MemoryBrief,
    confidence: z.number(),
    trust: z.number(),
    provenance: Provenance,
    transcript: z
      .array(
        z.object({
          at: z.string().nullable(),
          role: z.string(),
          text: z.string(),
          messageId: z.string(),
          path: z.string(),
          line: z.int().nullable(),
        }),
      )
      .describe('What was said there, down to the line of the transcript'),
    links: z.array(Link),
    facts: z.array(SeenFact),
    changes: z.array(
      z.object({
        at: z.string(),
        actor: z.string(),
        cause: z.string(),
        batch: z.string(),
        fields: z.array(z.string()),
      }),
    ),
  }),
  async run(engine, caller, { id }) {
    const memory = await findMemory(engine, caller, id)
    const [links, facts, entries] = await Promise.all([
      engine.store.links.of([memory.id]),
      engine.store.facts.find({ memory: memory.id, limit: 100 }),
      engine.store.journal.list({ key: memory.id }, { limit: 100 }),
    ])
    return {
      memory: briefly(memory),
      confidence: memory.confidence,
      trust: memory.trust,
      provenance: memory.provenance,
      transcript: [...(await transcriptLines(engine, memory.provenance))],
      links,
      facts: await withOrigin(engine, facts),
      changes: entries.reverse().map(({ at, actor, cause, batch, op, after }) => ({
        at,
        actor,
        cause,
        batch,
        fields: op === 'update' ? Object.keys(after ?? {}) : [],
      })),
    }
  },
})
