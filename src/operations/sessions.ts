import * as z from 'zod'
import { visibleFilter } from '../engine/memories/find-memory.ts'
import { readsEverywhere } from '../engine/person.ts'
import {
  findCapturedSession,
  findSession,
  visibleSessions,
} from '../engine/sessions/find-session.ts'
import { forgetSession } from '../engine/sessions/forget.ts'
import { readTranscripts } from '../engine/sessions/read.ts'
import { summarizeSession } from '../engine/sessions/summarize.ts'
import { MnemeError } from '../errors.ts'
import { Provenance, Scale } from '../memory/memory.ts'
import type { Door } from '../memory/origins.ts'
import { countTranscripts } from '../sessions/count-transcripts.ts'
import { Host } from '../sessions/transcript.ts'
import { giveConsent, readConsents } from '../setup/consent.ts'
import { StoredMessage, StoredSession } from '../store/sessions.ts'
import { momentOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

const SessionId = z.string().min(1).describe('Id of the session, its beginning, or "last"')

export const sessionsList = operation({
  name: 'sessions list',
  summary: 'List sessions with coding agents, latest first.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions' },
  input: z.object({
    host: z.array(Host).readonly().optional().describe('Only of these hosts'),
    since: z.string().optional().describe('Only sessions active since this time, e.g. 7d'),
    until: z.string().optional().describe('Only sessions started before this time'),
    all: z.boolean().optional().describe('In every project'),
    subagents: z.boolean().optional().describe('Include subagents’ sessions'),
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 30)'),
    offset: z.int().min(0).optional().describe('Number to skip'),
  }),
  output: z.object({ sessions: z.array(StoredSession), total: z.int() }),
  async run(engine, caller, { host, since, until, all, subagents, limit = 30, offset = 0 }) {
    const now = engine.clock.now()
    const filter = {
      ...(await visibleSessions(engine, caller, all ?? false)),
      ...(host?.length ? { hosts: host } : {}),
      ...(since ? { from: momentOf(since, now, 'since') } : {}),
      ...(until ? { to: momentOf(until, now, 'until') } : {}),
      topLevel: !subagents,
    }
    const [sessions, total] = await Promise.all([
      engine.store.sessions.list(filter, { limit, offset }),
      engine.store.sessions.count(filter),
    ])
    return { sessions, total }
  },
})

export const sessionsShow = operation({
  name: 'sessions show',
  summary: 'Show one session’s messages in order.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions/:id' },
  input: z.object({
    id: SessionId,
    last: z.int().min(1).max(10_000).optional().describe('Only the last this many messages'),
    limit: z.int().min(1).max(10_000).optional().describe('At most this many (default 200)'),
    offset: z.int().min(0).optional().describe('Number to skip'),
  }),
  output: z.object({
    session: StoredSession,
    started: z.array(StoredSession).describe('Sessions started by this one'),
    messages: z.array(StoredMessage),
  }),
  async run(engine, caller, { id, last, limit = 200, offset = 0 }) {
    const session = await findSession(engine, caller, id)
    const [family, messages] = await Promise.all([
      engine.store.sessions.list({ ids: [session.id] }, { limit: 200 }),
      engine.store.sessions.messages(session, last === undefined ? { limit, offset } : { last }),
    ])
    return { session, started: family.filter((each) => each.parent === session.id), messages }
  },
})

export const sessionsBackfill = operation({
  name: 'sessions backfill',
  summary:
    'Import the history of the coding agents on this machine. Resumes where the last run stopped.',
  effect: 'writes',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/sessions/backfill' },
  input: z.object({
    host: z.array(Host).readonly().optional().describe('Only of these hosts'),
    path: z.string().optional().describe('A folder or file to read instead of the agents’ own'),
    dryRun: z.boolean().optional().describe('Only count the sessions there are, by host'),
  }),
  output: z.object({
    hosts: z
      .array(z.object({ host: z.string(), sessions: z.int(), oldest: z.string().nullable() }))
      .readonly()
      .describe('With dryRun: what there is, counted by name and date alone'),
    found: z.int().describe('Transcripts found'),
    files: z.int().describe('Transcripts with new content'),
    sessions: z.int().describe('New sessions'),
    messages: z.int().describe('New messages'),
    replaced: z.int().describe('Messages that were updated'),
    skippedLines: z.int().describe('Lines that could not be parsed'),
    memories: z.int().describe('Memories captured'),
    leftOut: z.array(z.object({ reason: z.string(), count: z.int() })).readonly(),
    unreadable: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
  }),
  async run(engine, caller, { host, path, dryRun = false }, progress) {
    if (path !== undefined && caller.door !== 'cli' && caller.door !== 'library') {
      throw new MnemeError('not_allowed', 'a path can be read only at the command line', {
        hint: 'Run: mneme sessions backfill --path DIR',
      })
    }
    if (dryRun && path === undefined) {
      const there = await countTranscripts(engine.machine)
      const hosts = host?.length ? there.filter((each) => host.includes(each.host)) : there
      return { ...NOTHING_READ, hosts, found: hosts.reduce((sum, each) => sum + each.sessions, 0) }
    }
    const mayAgree = MAY_AGREE.has(caller.door)
    const hosts = mayAgree ? host : agreedHosts(readConsents(engine.home), host)
    const report = await readTranscripts(engine, caller, {
      ...(hosts?.length ? { hosts } : {}),
      ...(path === undefined ? {} : { path }),
      ...(progress ? { progress } : {}),
    })
    // M-05. Backfilling history implies consent to later sessions.
    if (path === undefined && mayAgree) {
      const agreed = host?.length
        ? host
        : (await countTranscripts(engine.machine)).map((each) => each.host)
      giveConsent(engine.home, agreed, { at: engine.clock.now(), history: true })
    }
    return { ...report, hosts: [] }
  },
})

/** M-05. A command, a page or a program says so in so many words; a request or a hook does not. */
const MAY_AGREE: ReadonlySet<Door> = new Set(['cli', 'page', 'library'])

/** Without the right to consent, a caller reads on for the hosts that have consent. */
function agreedHosts(
  consents: ReturnType<typeof readConsents>,
  wanted: readonly Host[] | undefined,
): readonly Host[] {
  const agreed = Host.options.filter((each) => consents.get(each)?.history === true)
  const isAgreed = (wanted ?? agreed).every((each) => agreed.includes(each))
  if (agreed.length > 0 && isAgreed) return wanted?.length ? wanted : agreed
  throw new MnemeError('not_allowed', 'reading these sessions has not been agreed to yet', {
    hint: 'The owner of this home can agree: mneme setup, or mneme sessions backfill',
  })
}

const NOTHING_READ = {
  files: 0,
  sessions: 0,
  messages: 0,
  replaced: 0,
  skippedLines: 0,
  memories: 0,
  leftOut: [],
  unreadable: [],
}

export const sessionsMemories = operation({
  name: 'sessions memories',
  summary: 'Show the memories captured from one session.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions/:id/memories' },
  input: z.object({
    id: SessionId,
    limit: z.int().min(1).max(1000).optional().describe('At most this many (default 200)'),
  }),
  output: z.object({
    session: z.string(),
    memories: z.array(
      MemoryBrief.extend({
        source: z.string(),
        confidence: z.number(),
        scale: Scale.nullable().describe('How long it is expected to stay relevant'),
        messages: Provenance.unwrap().shape.messages.describe(
          'First and last message it came from',
        ),
      }),
    ),
    total: z.int(),
  }),
  async run(engine, caller, { id, limit = 200 }) {
    const session = await findCapturedSession(engine, caller, id)
    // H-06, A-04. Agents do not see private memories or those of other projects.
    const seen = readsEverywhere(caller)
      ? {}
      : { sensitivities: ['public'] as const, ...visibleFilter(caller) }
    const filter = { session, ...seen }
    const [memories, total] = await Promise.all([
      engine.store.memories.list(filter, { limit, order: 'oldest' }),
      engine.store.memories.count(filter),
    ])
    return {
      session,
      memories: memories.map((memory) => ({
        ...briefly(memory),
        source: memory.provenance.source,
        confidence: memory.confidence,
        scale: memory.scale,
        messages: memory.provenance.messages,
      })),
      total,
    }
  },
})

export const sessionsSummarize = operation({
  name: 'sessions summarize',
  summary: 'Summarize a session so that another one can continue from it.',
  effect: 'reads',
  http: { method: 'GET', path: '/api/sessions/:id/summary' },
  input: z.object({ id: SessionId }),
  output: z.object({
    session: z.string(),
    title: z.string(),
    text: z.string(),
    files: z.array(z.string()).readonly(),
  }),
  run: (engine, caller, { id }) => summarizeSession(engine, caller, id),
})

export const sessionsForget = operation({
  name: 'sessions forget',
  summary:
    'Permanently delete a session’s transcript from the index and never read it again. Memories stay; see erase.',
  needsPerson: ({ yes }) => (yes ? 'deleting a session for good' : null),
  effect: 'destroys',
  http: { method: 'DELETE', path: '/api/sessions/:id' },
  input: z.object({
    id: SessionId,
    yes: z.boolean().optional().describe('Do it; without this flag only a preview is shown'),
  }),
  output: z.object({
    forgotten: z.boolean(),
    session: z.string(),
    title: z.string().nullable(),
    removed: z.record(z.string(), z.int()).describe('How many of each kind were removed'),
    memories: z.int().describe('Memories from this session that stay'),
  }),
  run: (engine, caller, { id, yes = false }) => forgetSession(engine, caller, id, yes),
})
