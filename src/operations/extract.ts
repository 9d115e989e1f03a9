import * as z from 'zod'
import { extractSession } from '../engine/extract/extract-session.ts'
import { findSession } from '../engine/sessions/find-session.ts'
import { operation } from './operation.ts'

export const extract = operation({
  name: 'extract',
  summary:
    'Draw what a session taught out of its transcript: decisions, discoveries, fixes, procedures. Only what was not looked at before.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/sessions/:session/extract' },
  input: z.object({
    session: z
      .string()
      .min(1)
      .max(200)
      .default('last')
      .describe('Id of the session or its beginning; the last one if absent'),
    force: z.boolean().optional().describe('Also a session too short to be worth it by itself'),
  }),
  output: z.object({
    session: z.string(),
    messages: z.int().describe('Messages that were looked at now'),
    chunks: z.int(),
    memories: z.array(z.string()).readonly().describe('Ids of new memories'),
    known: z.int().describe('Findings that were known already'),
    by: z.string().describe('Who did it: rules, or the model'),
    degraded: z.array(z.string()).readonly().describe('Why the model had no part in it'),
    refused: z.int().describe('Answers of the model that did not fit'),
    gapsClosed: z.int().describe('Gaps that are closed now'),
    skipped: z
      .enum(['off', 'too-short', 'busy'])
      .nullable()
      .describe('Why nothing was looked at; null when it was'),
  }),
  async run(engine, caller, { session: reference, force }) {
    const session = await findSession(engine, caller, reference)
    return extractSession(engine, caller, session, force === undefined ? {} : { force })
  },
})
