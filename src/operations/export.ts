import * as z from 'zod'
import { exportLines } from '../engine/exchange/export.ts'
import { importLines } from '../engine/exchange/import.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'

export const exportMemories = operation({
  name: 'export',
  summary: 'Export memories with provenance, versions, links and facts as JSON Lines.',
  effect: 'reads',
  http: { method: 'POST', path: '/api/export' },
  input: FilterInput,
  output: z.object({ lines: z.array(z.string()), memories: z.int() }),
  run(engine, caller, input, progress) {
    const { sensitivity } = input
    // The owner's own copy, also where a program makes it.
    const asked = sensitivity?.length ? { sensitivities: sensitivity } : {}
    const filter = { ...filterOf(caller, input, engine.clock.now()), ...asked }
    return exportLines(engine, filter, progress)
  },
})

export const importMemories = operation({
  name: 'import',
  summary: 'Import memories from JSON Lines written by `mneme export`. Duplicates are skipped.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/import' },
  input: z.object({ text: z.string().describe('The exported lines') }),
  output: z.object({
    created: z.int(),
    updated: z.int(),
    proposed: z.int().describe('Changes to a person’s memories, which wait for a person’s yes'),
    unchanged: z.int(),
    renamed: z.int(),
    redacted: z.int().describe('Memories in which a credential was redacted'),
    batches: z.array(z.string()),
  }),
  run: (engine, caller, { text }, progress) => importLines(engine, caller, text, progress),
})
