import * as z from 'zod'
import { exportLines } from '../engine/exchange/export.ts'
import { importLines } from '../engine/exchange/import.ts'
import { isVisible } from '../engine/memories/find-memory.ts'
import { isPerson, readsEverywhere } from '../engine/person.ts'
import type { Memory } from '../memory/memory.ts'
import { cleanAnswer } from './clean-answer.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'

export const exportMemories = operation({
  name: 'export',
  summary: 'Export memories with provenance, versions, links and facts as JSON Lines.',
  effect: 'reads',
  // Cleaned row by row: in JSON a character may be escaped.
  cleansItself: true,
  http: { method: 'POST', path: '/api/export' },
  input: FilterInput,
  output: z.object({
    lines: z.array(z.string()),
    memories: z.int(),
    withheld: z
      .int()
      .describe('Omitted in exports for agents: private memories and other projects'),
  }),
  async run(engine, caller, input, progress) {
    const filter = filterOf(caller, input, engine.clock.now())
    // The owner's export, also from a script, is exact and complete.
    const isOwn = isPerson(caller) || readsEverywhere(caller)
    const options = progress ? { progress } : {}
    if (isOwn) return exportLines(engine, filter, options)
    const isSeen = (memory: Memory) => isVisible(memory, caller)
    return exportLines(engine, filter, { ...options, isSeen, clean: cleanAnswer })
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
