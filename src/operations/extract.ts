import * as z from 'zod'
import { extractSession } from '../engine/extract/extract-session.ts'
import { findSession } from '../engine/sessions/find-session.ts'
import { operation } from './operation.ts'

export const extract = operation({
  name: 'extract',
  summary:
    'Extract memories from a session: decisions, discoveries, fixes, procedures. Only messages not processed before.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/sessions/:session/extract' },
  input: z.object({
    session: z
      .string()
      .min(1)
      .max(200)
      .default('last')
      .describe('Session id or its beginning (default: the latest session)'),
    force: z.boolean().optional().describe('Also extract from a session that is too short'),
  }),
  output: z.object({
    session: z.string(),
    messages: z.int().describe('Messages processed'),
    chunks: z.int(),
    memories: z.array(z.string()).readonly().describe('Ids of new memories'),
    known: z.int().describe('Findings that were already known'),
    by: z.string().describe('What extracted them: rules or the model'),
    degraded: z.array(z.string()).readonly().describe('Why the model was not used'),
    refused: z.int().describe('Invalid answers from the model'),
    gapsClosed: z.int().describe('Gaps that are closed now'),
    skipped: z
      .enum(['off', 'too-short', 'busy'])
      .nullable()
      .describe('Why nothing was processed; null if it was'),
  }),
  async run(engine, caller, { session: reference, force }) {
    const session = await findSession(engine, caller, reference)
    return extractSession(engine, caller, session, force === undefined ? {} : { force })
  },
})
