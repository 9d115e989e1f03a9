import * as z from 'zod'
import { reindex as remakeVectors } from '../engine/recall/reindex.ts'
import { operation } from './operation.ts'

export const reindex = operation({
  name: 'reindex',
  summary: 'Create vectors that are missing or were made by another model.',
  effect: 'writes',
  whenOff: 'answers',
  http: { method: 'POST', path: '/api/vectors/reindex' },
  input: z.object({
    recreate: z.boolean().optional().describe('Recreate all vectors'),
  }),
  output: z.object({
    model: z.string(),
    dims: z.int(),
    embedded: z.int().describe('Memories embedded'),
    kept: z.int().describe('Memories that already had vectors'),
  }),
  run: (engine, _caller, input, progress) =>
    remakeVectors(engine, { all: input.recreate ?? false, ...(progress ? { progress } : {}) }),
})
