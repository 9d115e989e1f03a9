import { z } from 'zod'
import { hear } from '../engine/hosts/hear.ts'
import { HOST_HOOKS } from '../hosts/hosts.ts'
import { HOSTS } from '../hosts/told.ts'
import { operation } from './operation.ts'

export const hook = operation({
  name: 'hook',
  summary:
    'What a host’s hook calls: tells what happened and gets back what the agent should know.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/hooks/:host/:event' },
  input: z.object({
    host: z.enum(HOSTS).describe('Which host is calling'),
    event: z.string().min(1).max(100).describe('The host’s own name of the event'),
    payload: z.record(z.string(), z.unknown()).describe('What the host wrote to the hook'),
    late: z.boolean().optional().describe('It happened while nobody listened'),
  }),
  output: z.object({
    answer: z.record(z.string(), z.unknown()).nullable().describe('To be printed for the host'),
  }),
  async run(engine, caller, { host, event, payload, late = false }) {
    const { read, answer } = HOST_HOOKS[host]
    const said = await hear(engine, caller, host, read(event, payload), { late })
    return { answer: answer(event, said) as Record<string, unknown> | null }
  },
})
