import * as z from 'zod'
import { GUARD_ACTIONS, guardsHere, switchGuard } from '../engine/hosts/guards.ts'
import { isVisible } from '../engine/memories/find-memory.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const Guard = MemoryBrief.extend({
  triggers: z.array(z.string()).readonly(),
  action: z.enum(GUARD_ACTIONS).nullable().describe('Null while disabled'),
})

export const guardList = operation({
  name: 'guard list',
  summary: 'List memories that can guard tool calls, and which are enabled.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/guards' },
  input: z.object({}),
  output: z.object({ guards: z.array(Guard) }),
  async run(engine, caller) {
    const guards = await guardsHere(engine, caller)
    const seen = guards.filter(({ memory }) => isVisible(memory, caller))
    return {
      guards: seen.map(({ memory, action }) => ({
        ...briefly(memory),
        triggers: memory.triggers,
        action,
      })),
    }
  },
})

const Switched = z.object({
  id: z.string(),
  name: z.string(),
  action: z.enum(GUARD_ACTIONS).nullable(),
  batch: z.string().nullable(),
})

export const guardEnable = operation({
  name: 'guard enable',
  summary: 'Enable a guard: a memory with triggers that warns about or blocks matching tool calls.',
  needsPerson: 'switching a guard on',
  effect: 'writes',
  http: { method: 'PUT', path: '/api/guards/:id' },
  input: z.object({
    id: z.string().min(1).describe('Id or name of the memory'),
    action: z.enum(GUARD_ACTIONS).optional().describe('warn (default), or block'),
  }),
  output: Switched,
  async run(engine, caller, { id, action = 'warn' }) {
    const done = await switchGuard(engine, caller, id, action)
    return { id: done.memory.id, name: done.memory.name, action, batch: done.batch }
  },
})

export const guardDisable = operation({
  name: 'guard disable',
  summary: 'Disable a guard.',
  needsPerson: 'switching a guard off',
  effect: 'writes',
  http: { method: 'DELETE', path: '/api/guards/:id' },
  input: z.object({ id: z.string().min(1).describe('Id or name of the memory') }),
  output: Switched,
  async run(engine, caller, { id }) {
    const done = await switchGuard(engine, caller, id, null)
    return { id: done.memory.id, name: done.memory.name, action: null, batch: done.batch }
  },
})
