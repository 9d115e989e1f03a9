import * as z from 'zod'
import { moveStore } from '../engine/exchange/move-store.ts'
import { isOwner } from '../engine/person.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'

export const migrate = operation({
  name: 'migrate',
  summary: 'Move everything to another store, PostgreSQL or a file, and verify the copy.',
  effect: 'writes',
  whenOff: 'answers',
  http: { method: 'POST', path: '/api/migrate' },
  input: z.object({
    to: z
      .string()
      .min(1)
      .describe('Destination: postgres://user:password@host/database, or a database file'),
  }),
  output: z.object({
    memories: z.int(),
    records: z.int().describe('Memories, versions, links, facts, projects and documents'),
    history: z.int().describe('Batches, journal entries and related records'),
    messages: z.int(),
    vectors: z.int(),
    digest: z.string().describe('Of everything that is exported, the same in both stores'),
    resumed: z.boolean(),
    isPostgres: z.boolean(),
  }),
  async run(engine, caller, { to: address }, progress) {
    if (!isOwner(caller) && caller.door !== 'library') {
      throw new MnemeError('not_allowed', 'only a person at the terminal may move the store', {
        hint: 'mneme migrate --to …',
      })
    }
    const to = await engine.openStore(address)
    try {
      if ((await to.care.info()).location === (await engine.store.care.info()).location) {
        throw new MnemeError('invalid_input', 'that is the store in use', {
          hint: 'Name another one.',
        })
      }
      const moved = await moveStore(engine.store, to, {
        now: engine.clock.now(),
        newId: () => engine.clock.newId(),
        ...(progress ? { progress } : {}),
      })
      return { ...moved, isPostgres: (await to.care.info()).engine === 'postgres' }
    } finally {
      await to.close()
    }
  },
})
