import * as z from 'zod'
import { importNotes as take } from '../engine/exchange/import-notes.ts'
import { operation } from './operation.ts'

export const importNotes = operation({
  name: 'import-notes',
  summary:
    'Take in what CLAUDE.md, AGENTS.md and the like say. The files are not changed; rules wait for your yes.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/import-notes' },
  input: z.object({
    paths: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('The files (default: those of this project and your own)'),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), notes: z.int() })),
    created: z.int(),
    known: z.int(),
    held: z.int().describe('Rules that wait for a yes: mneme review list'),
    refused: z.int().describe('Notes that hold a credential'),
  }),
  run: (engine, caller, { paths = [] }) => take(engine, caller, paths),
})
