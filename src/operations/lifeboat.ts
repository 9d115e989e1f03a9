import * as z from 'zod'
import { saveLifeboat, showLifeboat } from '../engine/sessions/lifeboat.ts'
import { Todo } from '../sessions/message.ts'
import { operation } from './operation.ts'

const input = z.object({
  id: z
    .string()
    .min(1)
    .optional()
    .describe('The session (default: the current one, else the latest in this project)'),
})
const Lines = z.array(z.string()).readonly()
const output = z.object({
  session: z.string(),
  savedAt: z.string(),
  activeTask: z.string().nullable(),
  requests: Lines,
  recentDecisions: Lines,
  openQuestions: Lines,
  filesInHand: Lines,
  todos: z.array(Todo).readonly(),
  text: z.string().describe('The full text as given to the agent'),
})

export const lifeboatSave = operation({
  name: 'lifeboat save',
  summary: 'Save the task, decisions, open questions and files before the context is compacted.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'PUT', path: '/api/sessions/:id/lifeboat' },
  input,
  output,
  run: (engine, caller, { id }) => saveLifeboat(engine, caller, id),
})

export const lifeboatShow = operation({
  name: 'lifeboat show',
  summary: 'Show what was saved before a session’s context was compacted.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions/:id/lifeboat' },
  input,
  output,
  run: (engine, caller, { id }) => showLifeboat(engine, caller, id),
})
