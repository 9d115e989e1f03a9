import * as z from 'zod'
import { requirePerson } from '../engine/person.ts'
import { vaultProblems } from '../engine/vault/problems.ts'
import { syncVault } from '../engine/vault/sync.ts'
import { operation } from './operation.ts'

const output = z.object({
  edited: z.int().describe('Files that were changed'),
  added: z.int().describe('Files that are new'),
  renamed: z.int(),
  forgotten: z.int().describe('Files that were deleted'),
  conflicts: z.int().describe('Changed on both sides: the file won, the other version is kept'),
  problems: z.array(z.string()),
})

export const vaultSync = operation({
  name: 'vault sync',
  summary: 'Synchronize the vault files with the store, and report files that could not be read.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/vault/sync' },
  input: z.object({
    whole: z.boolean().optional().describe('Compare every memory with its file'),
  }),
  output,
  async run(engine, _caller, { whole = false }) {
    const done = await syncVault(engine, { whole })
    return { ...done, problems: vaultProblems(engine) }
  },
})

export const vaultConfirm = operation({
  name: 'vault confirm',
  summary:
    'Decide what to do about many missing files: forget those memories, or restore the files.',
  needsPerson: 'confirming that files are meant to be gone',
  effect: 'destroys',
  http: { method: 'POST', path: '/api/vault/confirm' },
  input: z.object({
    restore: z.boolean().optional().describe('Write the files again instead of forgetting'),
  }),
  output,
  async run(engine, caller, { restore = false }) {
    requirePerson(caller, 'forgetting so many memories')
    const options = restore ? { rewriteMissing: true } : { confirmMissing: true }
    const done = await syncVault(engine, options)
    return { ...done, problems: vaultProblems(engine) }
  },
})
