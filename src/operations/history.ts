import * as z from 'zod'
import { findMemory, isVisible } from '../engine/memories/find-memory.ts'
import { updateMemory } from '../engine/memories/update.ts'
import { MnemeError } from '../errors.ts'
import { MemoryFields } from '../memory/memory.ts'
import { versionOf } from '../memory/version.ts'
import { operation } from './operation.ts'

export const history = operation({
  name: 'history',
  summary: 'Show a memory’s versions, newest first, or restore one.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/memories/:id/history' },
  input: z.object({
    id: z.string().min(1).describe('Id or name'),
    restore: z.string().optional().describe('Id of the version to restore'),
  }),
  output: z.object({
    memory: MemoryFields,
    version: z.string().describe('For ifVersion of an update that is made from it'),
    versions: z.array(
      z.object({ id: z.string(), at: z.string(), cause: z.string(), snapshot: MemoryFields }),
    ),
    batch: z.string().nullable(),
  }),
  async run(engine, caller, { id, restore }) {
    const found = await findMemory(engine, caller, id)
    const { memory, batch } =
      restore === undefined
        ? { memory: found, batch: null }
        : await bringBack(found.id, restore.toUpperCase())
    const versions = await engine.store.versions.of(memory.id)
    return {
      memory,
      version: versionOf(memory),
      batch,
      versions: versions
        .filter(({ snapshot }) => isVisible(snapshot, caller))
        .map(({ memory: _, ...version }) => version),
    }

    async function bringBack(memoryId: string, versionId: string) {
      const version = await engine.store.versions.get(versionId)
      if (version?.memory !== memoryId || !isVisible(version.snapshot, caller)) {
        throw new MnemeError('not_found', `"${id}" has no version ${versionId}`, {
          hint: `See its versions: mneme history ${id}`,
        })
      }
      const { content, title, subtitle, description, type, name } = version.snapshot
      const fields = { content, title, subtitle, description, type, name }
      return updateMemory(engine, caller, memoryId, fields, `restore ${versionId}`)
    }
  },
})
