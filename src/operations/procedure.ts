import * as z from 'zod'
import { scrub } from '../capture/scrub.ts'
import { procedureContent, recordOutcome } from '../engine/memories/procedures.ts'
import { remember as keep } from '../engine/memories/remember.ts'
import { DraftFields, ScopeInput } from '../memory/draft.ts'
import { MemoryFields } from '../memory/memory.ts'
import { slugFrom } from '../memory/names.ts'
import { operation } from './operation.ts'
import { remember } from './remember.ts'

const Steps = z.array(z.string().min(1).max(1000)).max(200)

export const procedure = operation({
  name: 'procedure',
  summary: 'Save a procedure: a name, its trigger and the steps. Reusing a name updates it.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/procedures' },
  input: z.object({
    name: z.string().min(1).max(64).describe('Its name, e.g. deploy-to-production'),
    trigger: z.string().min(1).max(1000).describe('When to use it'),
    steps: Steps.min(1).describe('The steps, in order'),
    prerequisites: Steps.optional().describe('Prerequisites'),
    warnings: Steps.optional().describe('What to watch out for'),
    tags: DraftFields.shape.tags.optional(),
    scope: ScopeInput.optional(),
  }),
  output: remember.output,
  run(engine, caller, { name, trigger, steps, prerequisites = [], warnings = [], ...draft }) {
    const given = { name, trigger, steps, prerequisites, warnings }
    const { fields, kinds } = scrub(given)
    // What holds a credential is refused as a whole, as any text is.
    const { name: called, ...parts } = kinds.length > 0 ? given : fields
    const made = { ...parts, successes: 0, failures: 0 }
    const title = `${called}: ${parts.trigger}`.slice(0, 300)
    const texts = { content: procedureContent(made), title, name: slugFrom(called) }
    return keep(engine, caller, { ...draft, ...texts, type: 'procedure' }, { procedure: made })
  },
})

export const procedureOutcome = operation({
  name: 'procedure outcome',
  summary: 'Record whether a procedure worked; proven ones are suggested first.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/procedures/:id/outcome' },
  input: z.object({
    id: z.string().min(1).describe('Name or id of the procedure'),
    result: z.enum(['success', 'failure']).describe('How it went'),
  }),
  output: z.object({ memory: MemoryFields, batch: z.string().nullable() }),
  run: (engine, caller, { id, result }) => recordOutcome(engine, caller, id, result),
})
