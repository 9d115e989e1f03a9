import * as z from 'zod'
import { isOff, switchMemory } from '../engine/projects/off.ts'
import { MnemeError } from '../errors.ts'
import { operation } from './operation.ts'

const input = z.object({
  where: z
    .enum(['everywhere', 'project', 'session'])
    .optional()
    .describe('Everywhere, in this project (the default inside one), or for one session'),
})
const output = z.object({ where: z.enum(['everywhere', 'project', 'session']), off: z.boolean() })

type Where = z.infer<typeof output>['where']

function whereOf(asked: Where | undefined, caller: { project: unknown; session: unknown }): Where {
  const where = asked ?? (caller.session ? 'session' : caller.project ? 'project' : 'everywhere')
  if (where === 'project' && !caller.project) {
    throw new MnemeError('invalid_input', 'there is no project here', {
      hint: 'Run it inside one, name it with --project DIR, or use --where everywhere.',
    })
  }
  if (where === 'session' && !caller.session) {
    throw new MnemeError('invalid_input', 'which session?', { hint: 'Name it with --session ID.' })
  }
  return where
}

export const off = operation({
  name: 'off',
  summary: 'Turn memory off: nothing is captured or injected until `mneme on`.',
  needsPerson: 'switching memory off',
  effect: 'writes',
  http: { method: 'POST', path: '/api/off' },
  input,
  output,
  async run(engine, caller, { where: asked }) {
    const where = whereOf(asked, caller)
    await switchMemory(engine, caller, where, true)
    return { where, off: true }
  },
})

export const on = operation({
  name: 'on',
  summary: 'Turn memory back on.',
  needsPerson: 'switching memory on',
  effect: 'writes',
  http: { method: 'POST', path: '/api/on' },
  input,
  output,
  async run(engine, caller, { where: asked }) {
    const where = whereOf(asked, caller)
    await switchMemory(engine, caller, where, false)
    const project = caller.project && (await engine.store.projects.get(caller.project.id))
    return { where, off: await isOff(engine, { ...caller, project }) }
  },
})
