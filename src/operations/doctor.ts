import * as z from 'zod'
import { examine } from '../engine/care/doctor.ts'
import { operation } from './operation.ts'

export const doctor = operation({
  name: 'doctor',
  summary: 'Diagnose problems, explain how to fix them, and repair what can be repaired.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/doctor' },
  input: z.object({ repair: z.boolean().optional().describe('Repair what can be repaired') }),
  output: z.object({
    healthy: z.boolean(),
    findings: z.array(z.object({ what: z.string(), fix: z.string(), repaired: z.boolean() })),
    checked: z.array(z.string()),
  }),
  run: (engine, caller, { repair = false }, progress) => examine(engine, caller, repair, progress),
})
