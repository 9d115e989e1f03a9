import * as z from 'zod'
import { findMemory } from '../engine/memories/find-memory.ts'
import { countUse } from '../engine/memories/use.ts'
import { ScopeInput } from '../memory/draft.ts'
import { MemoryFields } from '../memory/memory.ts'
import { versionOf } from '../memory/version.ts'
import { operation } from './operation.ts'

export const get = operation({
  name: 'get',
  summary: 'Show a memory in full, by id or name.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/memories/:id' },
  input: z.object({
    id: z.string().min(1).describe('Id, the beginning of an id, or a name'),
    scope: ScopeInput.optional().describe('Only in this scope, where two share a name'),
  }),
  output: z.object({
    memory: MemoryFields,
    version: z.string().describe('For ifVersion of an update that is made from it'),
  }),
  async run(engine, caller, { id, scope }) {
    const memory = await findMemory(engine, caller, id, scope)
    // B-10. Browsing on the page or in the picker does not count as a use.
    if (caller.door !== 'page') countUse(engine, [memory], caller.session)
    return { memory, version: versionOf(memory) }
  },
})
