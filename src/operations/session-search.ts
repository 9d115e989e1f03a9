import * as z from 'zod'
import { searchCommits } from '../engine/projects/search-commits.ts'
import { findSession, visibleSessions } from '../engine/sessions/find-session.ts'
import { searchSessions } from '../engine/sessions/search.ts'
import { MnemeError } from '../errors.ts'
import { questionIn } from '../search/query.ts'
import { MessageRole } from '../sessions/message.ts'
import { Host } from '../sessions/transcript.ts'
import { momentOf } from './filter-input.ts'
import { operation } from './operation.ts'

export const sessionSearch = operation({
  name: 'session-search',
  summary: 'Search past sessions, or the commits of this project, for what was said or done.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/sessions/search' },
  input: z.object({
    query: z.string().max(20_000).describe('Search query; "phrases", OR and * work'),
    in: z
      .enum(['sessions', 'commits'])
      .optional()
      .describe('Messages (default), or the commits of this project'),
    file: z.string().optional().describe('Of commits: only those that touched this path'),
    limit: z.int().min(1).max(100).optional().describe('At most this many'),
    host: z.array(Host).readonly().optional().describe('Only in sessions of these hosts'),
    role: z.array(MessageRole).readonly().optional().describe('Only messages with these roles'),
    inSession: z.string().optional().describe('Only in this session: its id, or "last"'),
    since: z.string().optional().describe('Only since this time, e.g. 7d'),
    until: z.string().optional().describe('Only until this time'),
    all: z.boolean().optional().describe('In every project'),
    strategy: z
      .enum(['auto', 'bm25', 'keyword', 'semantic'])
      .optional()
      .describe('By words and meaning (auto), or by one of them'),
  }),
  output: z.object({
    hits: z
      .array(
        z.object({
          session: z.string(),
          host: z.string(),
          title: z.string().nullable(),
          project: z.string().nullable(),
          messageId: z.string(),
          role: z.string(),
          at: z.string().nullable(),
          snippet: z.string(),
          score: z.number().describe('How well it matches, the best one being 1'),
        }),
      )
      .readonly(),
    notes: z.array(z.string()).readonly().describe('Notes about this answer'),
  }),
  async run(engine, caller, input) {
    const query = questionIn(input.query)
    const { limit, host, role, inSession, since, until, all, strategy } = input
    const now = engine.clock.now()
    if (input.in === 'commits') {
      const project = caller.project?.id
      if (project === undefined) {
        throw new MnemeError('invalid_input', 'the commits of which project?', {
          hint: 'Search from inside its repository.',
        })
      }
      const found = {
        project,
        ...(input.file === undefined ? {} : { file: input.file }),
        ...(since ? { from: momentOf(since, now, 'since') } : {}),
        ...(until ? { to: momentOf(until, now, 'until') } : {}),
      }
      return searchCommits(engine, {
        query,
        filter: found,
        limit: limit ?? engine.config.retrieval.limit,
        byMeaning: strategy === undefined || strategy === 'auto' || strategy === 'semantic',
      })
    }
    const session = inSession === undefined ? null : await findSession(engine, caller, inSession)
    const where = session
      ? { ids: [session.id] }
      : await visibleSessions(engine, caller, all ?? false)
    const filter = {
      ...where,
      ...(host?.length ? { hosts: host } : {}),
      ...(role?.length ? { roles: role } : {}),
      ...(since ? { from: momentOf(since, now, 'since') } : {}),
      ...(until ? { to: momentOf(until, now, 'until') } : {}),
    }
    const most = limit ?? engine.config.retrieval.limit
    const asked = { query, filter, limit: most, strategy: strategy ?? 'auto' } as const
    return searchSessions(engine, asked)
  },
})
