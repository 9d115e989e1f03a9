import * as z from 'zod'
import { reindex as remakeVectors } from '../engine/recall/reindex.ts'
import { operation } from './operation.ts'

export const reindex = operation({
  name: 'reindex',
  summary: 'Make the vectors that are missing or of another model; the rest is left as it is.',
  effect: 'writes',
  whenOff: 'answers',
  http: { method: 'POST', path: '/api/vectors/reindex' },
  input: z.object({
    all: z.boolean().optional().describe('Make all of them again'),
  }),
  output: z.object({
    model: z.string(),
    dims: z.int(),
    embedded: z.int().describe('Memories that got new vectors'),
    kept: z.int().describe('Memories that had them already'),
  }),
  run: (engine, _caller, input, progress) =>
    remakeVectors(engine, { all: input.all ?? false, ...(progress ? { progress } : {}) }),
})
