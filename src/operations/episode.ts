import * as z from 'zod'
import { remember as keep } from '../engine/memories/remember.ts'
import { Content, DraftFields, ScopeInput } from '../memory/draft.ts'
import { operation } from './operation.ts'
import { remember } from './remember.ts'

const { title, tags, files, importance } = DraftFields.shape

export const episode = operation({
  name: 'episode',
  summary: 'Record an event and its outcome.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/episodes' },
  input: z.object({
    content: Content.describe('What happened'),
    outcome: z.string().min(1).max(1000).describe('How it ended, e.g. success, failed, reverted'),
    title: title.optional(),
    tags: tags.optional(),
    files: files.optional(),
    importance: importance.optional(),
    scope: ScopeInput.optional(),
  }),
  output: remember.output,
  run: (engine, caller, { outcome, ...draft }) =>
    keep(engine, caller, { ...draft, type: 'episode' }, { outcome }),
})
