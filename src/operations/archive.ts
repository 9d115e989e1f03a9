import * as z from 'zod'
import { listArchive, pruneArchive, restoreArchived } from '../engine/vault/archive.ts'
import { MnemeError } from '../errors.ts'
import { MemoryFields, ORIGINS } from '../memory/memory.ts'
import { operation } from './operation.ts'

export const archiveList = operation({
  name: 'archive list',
  summary: 'List overwritten, forgotten and superseded versions, newest first.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/archive' },
  input: z.object({
    name: z.string().min(1).optional().describe('Only of this memory: its name or id'),
    limit: z.int().min(1).max(1000).optional().describe('At most this many (50)'),
  }),
  output: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['version', 'forgotten', 'replaced']),
        memory: z.string(),
        name: z.string(),
        title: z.string(),
        origin: z.enum(ORIGINS).describe('Whose words it is in'),
        at: z.string(),
        cause: z.string(),
      }),
    ),
  }),
  run: async (engine, caller, { name, limit = 50 }) => ({
    entries: await listArchive(engine, caller, name, limit),
  }),
})

export const archiveRestore = operation({
  name: 'archive restore',
  summary: 'Restore a previous version, or a memory that was forgotten or superseded.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/archive/:id/restore' },
  input: z.object({ id: z.string().min(1).describe('Id from `archive list`, or a name') }),
  output: z.object({ memory: MemoryFields, batch: z.string().nullable() }),
  run: (engine, caller, { id }) => restoreArchived(engine, caller, id),
})

export const archivePrune = operation({
  name: 'archive prune',
  summary: 'Permanently delete previous versions, by age or count. Cannot be undone.',
  needsPerson: ({ dryRun }) => (dryRun ? null : 'deleting previous versions for good'),
  effect: 'destroys',
  http: { method: 'POST', path: '/api/archive/prune' },
  input: z.object({
    olderThan: z
      .number()
      .min(0)
      .max(36_500)
      .optional()
      .describe('Only versions older than this many days'),
    keep: z
      .int()
      .min(0)
      .optional()
      .describe('Keep this many of the newest versions of each memory'),
    dryRun: z.boolean().optional().describe('Only count what would be deleted'),
  }),
  output: z.object({ versions: z.int(), files: z.int(), dryRun: z.boolean() }),
  async run(engine, _caller, { olderThan, keep, dryRun = false }) {
    if (olderThan === undefined && keep === undefined) {
      throw new MnemeError('invalid_input', 'choose what to delete: by age, by count, or both', {
        hint: 'For example: mneme archive prune --older-than 90 --keep 3 --dry-run',
      })
    }
    const done = await pruneArchive(engine, { olderThanDays: olderThan, keep }, dryRun)
    return { ...done, dryRun }
  },
})
