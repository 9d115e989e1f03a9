import * as z from 'zod'
import { linkMemories } from '../engine/graph/link.ts'
import { Link, LinkKind } from '../store/records.ts'
import { operation } from './operation.ts'

export const link = operation({
  name: 'link',
  summary:
    'Connect two memories: relates_to, supersedes (the first replaces the second), contradicts, derived_from.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/links' },
  input: z.object({
    from: z.string().min(1).describe('Id or name of the first memory'),
    to: z.string().min(1).describe('Id or name of the second'),
    kind: LinkKind.optional().describe('How they are connected (default relates_to)'),
    weight: z.number().min(0).max(1).optional().describe('How strongly, 0 to 1'),
    remove: z.boolean().optional().describe('Remove the link'),
  }),
  output: z.object({
    link: Link,
    outcome: z.enum(['created', 'updated', 'removed', 'unchanged']),
    batch: z.string().nullable(),
  }),
  run: (engine, caller, input) => linkMemories(engine, caller, input),
})
