import * as z from 'zod'
import { embedStatus as statusOf, embedTest as testOf } from '../engine/recall/embed-status.ts'
import { operation } from './operation.ts'

export const embedStatus = operation({
  name: 'embed status',
  summary: 'Show the embedding model and how many memories have vectors.',
  effect: 'reads',
  whenOff: 'answers',
  http: { method: 'GET', path: '/api/embed/status' },
  input: z.object({}),
  output: z.object({
    provider: z.string(),
    available: z.boolean(),
    model: z.string().nullable(),
    dims: z.int().nullable(),
    maxTokens: z.int().nullable(),
    why: z.string().nullable().describe('Why it is unavailable'),
    hint: z.string().nullable(),
    waiting: z.int().describe('Memories without a vector yet'),
    vectors: z
      .array(
        z.object({
          model: z.string(),
          dims: z.int(),
          vectors: z.int(),
          units: z.int().describe('Memories'),
          inUse: z.boolean(),
        }),
      )
      .readonly(),
  }),
  run: (engine) => statusOf(engine),
})

export const embedTest = operation({
  name: 'embed test',
  summary:
    'Test the embedding model: how long it takes, and whether similar texts score as similar.',
  effect: 'reads',
  whenOff: 'answers',
  http: { method: 'POST', path: '/api/embed/test' },
  input: z.object({ text: z.string().max(10_000).optional().describe('A text of your own') }),
  output: z.object({
    works: z.boolean(),
    model: z.string().nullable(),
    dims: z.int().nullable(),
    firstMs: z.number().nullable().describe('The first text, loading included'),
    nextMs: z.number().nullable().describe('Three more'),
    alike: z.number().nullable().describe('Similarity to a text about logging in'),
    unlike: z.number().nullable().describe('Similarity to a text about charts'),
    why: z.string().nullable(),
    hint: z.string().nullable(),
  }),
  run: (engine, _caller, input) => testOf(engine, input.text),
})
