import * as z from 'zod'
import { handOff } from '../engine/sessions/handoff.ts'
import { operation } from './operation.ts'

const Lines = z.array(z.string()).readonly()

export const handoff = operation({
  name: 'handoff',
  summary:
    'Print the state of a session (task, done, open, decisions, files, failing checks) for another agent to continue.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions/:id/handoff' },
  input: z.object({
    id: z
      .string()
      .min(1)
      .default('last')
      .describe('Id of the session, its beginning, or "last" (default)'),
  }),
  output: z.object({
    session: z.string(),
    host: z.string(),
    task: z.string().nullable(),
    done: Lines,
    open: Lines,
    decisions: Lines,
    questions: Lines,
    files: Lines,
    failing: Lines.describe('Checks whose last run failed'),
    text: z.string().describe('All of it as a prompt'),
  }),
  run: (engine, caller, { id }) => handOff(engine, caller, id),
})
