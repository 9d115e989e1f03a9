import * as z from 'zod'
import { handleHookEvent, knownValuesFor } from '../engine/hosts/handle-hook-event.ts'
import { persistUntilHandled } from '../engine/hosts/pending-events.ts'
import { HOSTS } from '../hosts/hook-event.ts'
import { HOST_HOOKS } from '../hosts/hosts.ts'
import { operation } from './operation.ts'

export const hook = operation({
  name: 'hook',
  summary: 'Handle a host’s hook event and return the context for the agent.',
  effect: 'writes',
  cleansItself: true,
  http: { method: 'POST', path: '/api/hooks/:host/:event' },
  input: z.object({
    host: z.enum(HOSTS).describe('Which host is calling'),
    event: z.string().min(1).max(100).describe('The host’s own name of the event'),
    payload: z.record(z.string(), z.unknown()).describe('What the host wrote to the hook'),
    late: z.boolean().optional().describe('The event was spooled while the daemon was down'),
  }),
  output: z.object({
    answer: z
      .union([z.record(z.string(), z.unknown()), z.string()])
      .nullable()
      .describe('Output for the host'),
  }),
  async run(engine, caller, { host, event, payload, late = false }) {
    const { read, answer } = HOST_HOOKS[host]
    const parsed = read(event, payload)
    const known = await knownValuesFor(engine, parsed)
    // A guard is asked before the tool runs: there is nothing to handle later.
    const done =
      late || known === null
        ? undefined
        : persistUntilHandled(engine, { host, event, payload }, known)
    const said = await handleHookEvent(
      engine,
      caller,
      host,
      parsed,
      done ? { late, done, known } : { late, known },
    )
    return { answer: answer(event, said) as Record<string, unknown> | string | null }
  },
})
