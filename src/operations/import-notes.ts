import * as z from 'zod'
import { importNotes as take } from '../engine/exchange/import-notes.ts'
import { operation } from './operation.ts'

export const importNotes = operation({
  name: 'import-notes',
  summary:
    'Import notes from CLAUDE.md, AGENTS.md and similar files. The files are not changed; rules need your approval.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/import-notes' },
  input: z.object({
    paths: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('The files (default: this project’s and your own)'),
  }),
  output: z.object({
    files: z.array(z.object({ path: z.string(), notes: z.int() })),
    created: z.int(),
    known: z.int(),
    held: z.int().describe('Rules that need approval: mneme review list'),
    refused: z.int().describe('Notes rejected because they contain a credential'),
  }),
  run: (engine, caller, { paths = [] }) => take(engine, caller, paths),
})
