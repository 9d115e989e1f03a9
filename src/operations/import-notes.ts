import * as z from 'zod'
import { importNotes as take } from '../engine/exchange/import-notes.ts'
import { operation } from './operation.ts'

export const importNotes = operation({
  name: 'import-notes',
  summary:
    'Import the rules and memories that agents keep in files of their own (CLAUDE.md, AGENTS.md, memory folders). The files are not changed; rules need your approval.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/import-notes' },
  input: z.object({
    paths: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('The files (default: this project’s and your own)'),
    list: z.boolean().optional().describe('Only list the files, and which are new or changed'),
  }),
  output: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        host: z.string().nullable(),
        notes: z.int(),
        state: z.enum(['new', 'changed', 'imported']).describe('Since it was last imported'),
      }),
    ),
    imported: z.boolean().describe('False when the files were only listed'),
    created: z.int(),
    known: z.int(),
    held: z.int().describe('Rules that need approval: mneme review list'),
    refused: z.int().describe('Notes rejected because they contain a credential'),
  }),
  run: (engine, caller, { paths = [], list = false }) =>
    take(engine, caller, { paths, listOnly: list }),
})
