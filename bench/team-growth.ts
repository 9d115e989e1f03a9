/**
 * K-18. What happens to one team while the database fills with others: the same team asks and writes
 * beside 10, 100 and more of them, as a member behind row-level security. And what a memory and a
 * message take on disk, which is what docs/scaling.md is worked out from.
 *
 * Arguments: --teams 10,100,400, --memories N (50, of each), --asks N (40), --messages 5000,20000.
 */
import { parseArgs } from 'node:util'
import { createTeam, join, ownInvitation } from '../src/engine/team-server/members.ts'
import * as memories from '../src/engine/team-server/memories.ts'
import * as proposals from '../src/engine/team-server/proposals.ts'
import type { TeamService } from '../src/engine/team-server/service.ts'
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import type { NewMessage } from '../src/store/sessions.ts'
import type { Store } from '../src/store/store.ts'
import type { Team } from '../src/store/team.ts'
import { digestOf } from '../src/team/secrets.ts'
import { testClock } from '../test/support/clock.ts'
import { memoryWith } from '../test/support/memory.ts'
import { type Cluster, startPostgres } from '../test/support/postgres.ts'
import { teamServerOver } from '../test/support/team-server.ts'
import { type Texts, textsFrom } from './support/texts.ts'
import { timed, timingOf } from './support/timing.ts'

const AT = '2026-01-01T00:00:00.000Z'
const MESSAGES_A_SESSION = 250

export const bench = {
  name: 'team-growth',
  summary: 'One team beside many others in one database, and what a memory and a message take',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        teams: { type: 'string', default: '10,100,400' },
        memories: { type: 'string', default: '50' },
        asks: { type: 'string', default: '40' },
        messages: { type: 'string', default: '5000,20000' },
      },
    })
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const cluster = await startPostgres(['shared_buffers=512MB'])
    try {
      await teams(cluster, values, rows, figures)
      await messages(cluster, values.messages.split(',').map(Number), rows, figures)
    } finally {
      await cluster.stop()
    }
    return {
      title:
        'Milliseconds (p50) of one team beside so many others; bytes of a row with its indexes',
      columns: ['what', 'beside', 'p50 ms or bytes'],
      rows,
      figures,
    }
  },
}

interface Asked {
  readonly teams: string
  readonly memories: string
  readonly asks: string
}

async function teams(
  cluster: Cluster,
  { teams: sizes, memories: each, asks }: Asked,
  rows: (string | number)[][],
  figures: Record<string, number>,
) {
  const url = await cluster.createDatabase('teams')
  const server = await teamServerOver(url)
  const { service } = server
  const texts = textsFrom(3)
  const ours = (await createTeam(service, 'ours')).team
  await fill(service, ours, texts, Number(each))
  const { code } = await ownInvitation(service, ours, 'maintainer')
  const { token } = await join(service, null, { code, name: 'ada' })
  const member = (await service.database.own.authenticate(digestOf(token)))?.id ?? 0
  let count = 0
  for (const size of sizes.split(',').map(Number)) {
    for (; count < size; count++) {
      const { team } = await createTeam(service, `other-${count}`)
      await fill(service, team, texts, Number(each))
    }
    await cluster.run('VACUUM ANALYZE', 'teams')
    const found = await measure(service, member, texts, Number(asks))
    for (const [what, p50] of Object.entries(found)) {
      rows.push([what, size, p50])
      figures[`${what.replaceAll(' ', '_')}_ms_${size}`] = p50
    }
  }
  const [bytes] = await cluster.run(
    `SELECT sum(pg_total_relation_size(oid)) / (SELECT count(*) FROM memory) AS each FROM pg_class
     WHERE relkind IN ('r', 'p') AND relname ~ '^(memory|passage|journal|batch|outbox)_[0-9]+$|^outbox$'`,
    'teams',
  )
  rows.push(['bytes of a memory', count, Number(bytes?.each)])
  figures.bytes_a_memory = Number(bytes?.each)
  await server.close()
}

async function fill(service: TeamService, team: Team, texts: Texts, count: number) {
  const store = service.database.storeOf(team, null)
  await store.apply({
    id: `fill ${team.name}`,
    at: AT,
    actor: 'bench',
    cause: 'fill',
    changes: Array.from({ length: count }, () => ({
      op: 'insert' as const,
      kind: 'memory' as const,
      row: memoryWith({ ...texts.next(), scope: 'team', project: null }),
    })),
  })
}

async function measure(service: TeamService, member: number, texts: Texts, count: number) {
  const clock = testClock('2026-01-01T00:00:00.000Z', Math.floor(performance.now()))
  const samples: Record<string, number[]> = {
    'look, nothing new': [],
    'whole copy': [],
    search: [],
    'propose and accept': [],
  }
  const position = await memories.changes(service, member, 'ours', 0)
  for (let at = 0; at < count; at++) {
    const take = async (what: string, work: () => Promise<unknown>) => {
      samples[what]?.push(await timed(work))
    }
    await take('look, nothing new', () =>
      memories.changes(service, member, 'ours', position.next + 1e6),
    )
    await take('whole copy', () => memories.changes(service, member, 'ours', 0))
    await take('search', () =>
      memories.search(service, member, 'ours', { query: texts.query(3), limit: 10 }),
    )
    if (at % 4 !== 0) continue
    await take('propose and accept', async () => {
      const id = clock.newId()
      const draft = texts.next()
      await proposals.propose(service, member, 'ours', { id, draft })
      await proposals.decide(service, member, 'ours', id, { verdict: 'accept' })
    })
  }
  return Object.fromEntries(Object.entries(samples).map(([what, all]) => [what, timingOf(all).p50]))
}

async function messages(
  cluster: Cluster,
  sizes: readonly number[],
  rows: (string | number)[][],
  figures: Record<string, number>,
) {
  const store = openPostgresStore({ url: await cluster.createDatabase('messages') })
  const texts = textsFrom(5)
  let count = 0
  try {
    for (const size of sizes) {
      for (; count < size; count += MESSAGES_A_SESSION) await putSession(store, texts, count)
      await cluster.run('VACUUM ANALYZE', 'messages')
      const taken: number[] = []
      for (let at = 0; at < 30; at++) {
        const terms = texts.query(3).split(' ')
        const words = terms.map((token) => ({ tokens: [{ token, weight: 1 }] }))
        const query = { kind: 'terms', terms: words } as const
        taken.push(
          await timed(async () => (await store.sessions.recall.byText(query, {}))?.best(10)),
        )
      }
      rows.push(['search in messages', size, timingOf(taken).p50])
      figures[`message_search_ms_${size}`] = timingOf(taken).p50
    }
    const [bytes] = await cluster.run(
      `SELECT sum(pg_total_relation_size(oid)) / (SELECT count(*) FROM message) AS each,
         avg(length) AS characters FROM pg_class, (SELECT avg(length(text)) AS length FROM message) AS a
       WHERE relkind = 'r' AND relname ~ '^message(_passage)?_[0-9]+$' GROUP BY length`,
      'messages',
    )
    rows.push(['bytes of a message', count, Number(bytes?.each)])
    rows.push(['characters of a message', count, Math.round(Number(bytes?.characters))])
    figures.bytes_a_message = Number(bytes?.each)
    figures.characters_a_message = Number(bytes?.characters)
  } finally {
    await store.close()
  }
}

async function putSession(store: Store, texts: Texts, from: number) {
  const session = { host: 'claude-code', id: `session-${from}` }
  const all = Array.from(
    { length: MESSAGES_A_SESSION },
    (_, at): NewMessage => ({
      key: `${session.id}/${at}`,
      session,
      messageId: `${at}`,
      eventId: `${at}`,
      role: at % 2 === 0 ? 'user' : 'assistant',
      origin: at % 2 === 0 ? 'user' : 'agent',
      at: AT,
      text: texts.next().content,
      calls: [],
      callId: null,
      failed: false,
      cwd: null,
      branch: null,
      model: null,
      isMeta: false,
    }),
  )
  await store.sessions.put([
    {
      path: `/transcripts/${session.id}.jsonl`,
      host: session.host,
      cursor: null,
      revision: 0,
      at: AT,
      sessions: [
        {
          ...session,
          parent: null,
          project: `project-${from % 7}`,
          cwd: null,
          branch: null,
          title: null,
          model: null,
          version: null,
          headless: null,
          startedAt: AT,
          lastAt: AT,
          compactions: 0,
        },
      ],
      messages: all,
      skipped: [],
      restarted: false,
    },
  ])
}
