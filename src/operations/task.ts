import * as z from 'zod'
import { findMemory, visibleFilter } from '../engine/memories/find-memory.ts'
import { remember as keep } from '../engine/memories/remember.ts'
import { updateMemory } from '../engine/memories/update.ts'
import { MnemeError } from '../errors.ts'
import { Content, DraftFields, ScopeInput } from '../memory/draft.ts'
import { MemoryFields } from '../memory/memory.ts'
import { isTask } from '../memory/revise.ts'
import { searchable } from '../search/visible.ts'
import { operation } from './operation.ts'
import { remember } from './remember.ts'
import { briefly, MemoryBrief } from './views.ts'

export const taskAdd = operation({
  name: 'task add',
  summary: 'Add a task.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/tasks' },
  input: z.object({
    content: Content.describe('The task'),
    title: DraftFields.shape.title.optional(),
    tags: DraftFields.shape.tags.optional(),
    priority: DraftFields.shape.priority.optional(),
    scope: ScopeInput.optional(),
  }),
  output: remember.output,
  run: (engine, caller, draft) => keep(engine, caller, { ...draft, type: 'task' }, { done: false }),
})

export const taskDone = operation({
  name: 'task done',
  summary: 'Mark a task as done, or reopen it.',
  effect: 'writes',
  http: { method: 'POST', path: '/api/tasks/:id/done' },
  input: z.object({
    id: z.string().min(1).describe('Id or name of the task'),
    reopen: z.boolean().optional().describe('Reopen it'),
  }),
  output: z.object({ memory: MemoryFields, batch: z.string().nullable() }),
  async run(engine, caller, { id, reopen = false }) {
    const known = await findMemory(engine, caller, id)
    if (!isTask(known)) {
      throw new MnemeError('invalid_input', `"${known.name}" is no task`, {
        hint: 'List the tasks: mneme task list',
      })
    }
    const { memory, batch } = await updateMemory(
      engine,
      caller,
      known.id,
      { done: !reopen },
      'task',
    )
    return { memory, batch }
  },
})

export const taskList = operation({
  name: 'task list',
  summary: 'List open tasks.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/tasks' },
  input: z.object({ done: z.boolean().optional().describe('List completed tasks instead') }),
  output: z.object({ tasks: z.array(MemoryBrief.extend({ done: z.boolean() })) }),
  async run(engine, caller, { done = false }) {
    const filter = searchable(engine.clock.now(), {
      ...visibleFilter(caller),
      types: ['task'],
      done,
    })
    const tasks = await engine.store.memories.list({ ...filter, superseded: false }, { limit: 200 })
    return { tasks: tasks.map((memory) => ({ ...briefly(memory), done: memory.done ?? false })) }
  },
})
