/**
 * K-18, B-13. Several servers over one database, many members at once, and connections that are cut at
 * random: whatever was acknowledged is there afterwards, exactly once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { clockFrom } from '../../src/clock.ts'
import { type RunningTeamServer, serveTeam } from '../../src/doors/team/serve.ts'
import { createTeam, join, ownInvitation } from '../../src/engine/team-server/members.ts'
import { MnemeError } from '../../src/errors.ts'
import { teamServerOverHttp } from '../../src/remote/team-server.ts'
import type { TeamServer } from '../../src/team/server.ts'
import { seededRandom } from './clock.ts'
import type { Cluster } from './postgres.ts'

export interface SoakOptions {
  readonly cluster: Cluster
  readonly url: string
  readonly home: string
  readonly servers: number
  readonly clientsEach: number
  readonly seconds: number
}

export interface SoakReport {
  readonly proposals: number
  readonly accepted: number
  readonly reads: number
  readonly retries: number
  readonly cuts: number
  /** What is not as it was acknowledged, one line each. */
  readonly wrong: readonly string[]
}

const TEAM = 'soak'
const TIMEOUT_MS = 20_000
const PAUSE_MS = 100
const MAX_TRIES = 60

export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { cluster, url, home, seconds } = options
  const env = {
    MNEME_STORE_URL: url,
    MNEME_EMBED_PROVIDER: 'none',
    MNEME_STORE_POSTGRES_POOL_SIZE: '6',
    MNEME_TEAM_REQUESTS_PER_MINUTE: '1000000',
    MNEME_TEAM_MAX_CONCURRENT: '10000',
  }
  const running: RunningTeamServer[] = []
  try {
    running.push(
      ...(await Promise.all(
        Array.from({ length: options.servers }, () => serveTeam({ env, home, port: 0 })),
      )),
    )
    const world = await newWorld(running, options.clientsEach)
    const until = performance.now() + seconds * 1000
    const cutting = cut(cluster, until)
    await Promise.all(world.clients.map((client, at) => live(world, client, at, until)))
    const cuts = await cutting
    const wrong = await verify(world, running[0] as RunningTeamServer)
    const { proposed, accepted, reads, retries } = world
    return { proposals: proposed.size, accepted: accepted.size, reads, retries, cuts, wrong }
  } finally {
    await Promise.all(running.map((server) => server.leave()))
  }
}

interface Client {
  readonly server: TeamServer
  readonly mayAccept: boolean
  /** How far its copy is. */
  place: number
}

interface World {
  readonly clients: readonly Client[]
  readonly newId: () => string
  /** Acknowledged: proposals by their text, and what came of those that were accepted. */
  readonly proposed: Map<string, string>
  readonly accepted: Map<string, string>
  /** Sent, and never answered: there or not, but not twice. */
  readonly unsure: Set<string>
  reads: number
  retries: number
}

async function newWorld(running: readonly RunningTeamServer[], each: number): Promise<World> {
  const { service } = running[0] as RunningTeamServer
  const { team } = await createTeam(service, TEAM)
  const clients: Client[] = []
  for (const [at, { url: server }] of running.entries()) {
    for (let number = 0; number < each; number++) {
      const role = number % 3 === 0 ? 'maintainer' : 'writer'
      const { code } = await ownInvitation(service, team, role)
      const name = `member ${at} ${number}`
      const { token } = await join(service, null, { code, name })
      const joined = { server, team: TEAM, member: name, role, token } as const
      clients.push({
        server: teamServerOverHttp({ ...joined, expiresAt: null, joinedAt: '' }, TIMEOUT_MS),
        mayAccept: role === 'maintainer',
        place: 0,
      })
    }
  }
  const clock = clockFrom(() => Date.now(), seededRandom(7))
  return {
    clients,
    newId: () => clock.newId(),
    proposed: new Map(),
    accepted: new Map(),
    unsure: new Set(),
    reads: 0,
    retries: 0,
  }
}

async function cut(cluster: Cluster, until: number): Promise<number> {
  let cuts = 0
  const random = seededRandom(11)
  while (performance.now() < until) {
    await sleep(100 + random() * 250)
    await cluster.killConnections(0.3)
    cuts += 1
  }
  return cuts
}

async function live(world: World, client: Client, at: number, until: number): Promise<void> {
  const random = seededRandom(100 + at)
  const { server } = client
  while (performance.now() < until) {
    const what = random()
    if (what < 0.4) await propose(world, server, random)
    else if (what < 0.75 && client.mayAccept) await accept(world, server, random)
    else if (what < 0.9) await follow(world, client)
    else await read(world, () => server.proposals('waiting', 20))
    await sleep(PAUSE_MS * random())
  }
}

async function propose(world: World, client: TeamServer, random: () => number): Promise<void> {
  const id = world.newId()
  const content = sentence(random)
  const done = await again(world, () => client.propose(id, { content }))
  if (done) world.proposed.set(id, content)
  else world.unsure.add(content)
}

async function accept(world: World, client: TeamServer, random: () => number): Promise<void> {
  const waiting = await again(world, () => client.proposals('waiting', 30))
  const proposal = waiting?.[Math.floor(random() * waiting.length)]
  if (!proposal) return
  const done = await again(world, () => client.decide(proposal.id, { verdict: 'accept' }))
  if (done?.proposal.memory) world.accepted.set(proposal.id, done.proposal.memory)
}

async function follow(world: World, client: Client): Promise<void> {
  await read(world, async () => {
    const { next } = await client.server.changes(client.place)
    client.place = Math.max(client.place, next)
  })
}

async function read(world: World, body: () => Promise<unknown>): Promise<void> {
  if ((await again(world, body)) !== null) world.reads += 1
}

/** As a member's machine does: what found nobody is asked again, as it was. */
async function again<T>(world: World, body: () => Promise<T>): Promise<T | null> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    try {
      return await body()
    } catch (thrown) {
      if (!(thrown instanceof MnemeError)) throw thrown
      if (thrown.code === 'conflict') return null // somebody else decided
      if (!['unavailable', 'store_busy', 'rate_limited'].includes(thrown.code)) throw thrown
      world.retries += 1
      await sleep(50)
    }
  }
  return null
}

async function verify(world: World, { service }: RunningTeamServer): Promise<string[]> {
  const wrong: string[] = []
  const team = await service.database.own.team(TEAM)
  if (!team) return ['the team is gone']
  const proposals = await service.database.as(null).proposals(team, { limit: 1_000_000 })
  const byId = new Map(proposals.map((each) => [each.id, each]))
  for (const [id, content] of world.proposed) {
    if (byId.get(id)?.draft.content !== content) wrong.push(`proposal ${id} is not there`)
  }
  const known = new Set([...world.proposed.values(), ...world.unsure])
  for (const { id, draft } of proposals) {
    if (!known.has(draft.content)) wrong.push(`proposal ${id} was never made`)
  }
  const store = service.database.storeOf(team, null)
  const memories = await store.memories.list({ living: true }, { limit: 1_000_000 })
  const counts = new Map<string, number>()
  for (const { content } of memories) counts.set(content, (counts.get(content) ?? 0) + 1)
  for (const [id, memory] of world.accepted) {
    const proposal = byId.get(id)
    const content = proposal?.draft.content ?? ''
    if (proposal?.state !== 'accepted') wrong.push(`${id} is ${proposal?.state}, not accepted`)
    if (proposal?.memory !== memory) wrong.push(`${id} became ${proposal?.memory}, not ${memory}`)
    if (counts.get(content) !== 1) wrong.push(`${id} is there ${counts.get(content) ?? 0} times`)
  }
  for (const [content, count] of counts) {
    if (count > 1) wrong.push(`${count} times "${content.slice(0, 40)}"`)
  }
  const check = await store.care.check()
  wrong.push(...check.map(({ what }) => what))
  return wrong
}

/** Words that no two share, so that nothing is taken for a duplicate or a correction. */
function sentence(random: () => number): string {
  const word = () =>
    Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  return Array.from({ length: 8 }, word).join(' ')
}
