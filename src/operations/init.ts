import * as z from 'zod'
import { draftProjectAnchor } from '../engine/vault/init.ts'
import { operation } from './operation.ts'

export const init = operation({
  name: 'init',
  summary:
    'Draft .mneme/PROJECT.md from the repository: how to build, test and find things. An existing file is kept.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/init' },
  input: z.object({}),
  output: z.object({
    outcome: z.enum(['written', 'proposed', 'kept']),
    path: z.string(),
    text: z.string(),
  }),
  run: (engine, caller) => draftProjectAnchor(engine, caller),
})
