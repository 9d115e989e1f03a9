/**
 * K-18. Random members do random things to random teams, mostly such as are not theirs to do. A model
 * that knows nothing of the code says who may see and do what; every difference is told.
 */
import * as members from '../../src/engine/team-server/members.ts'
import * as memories from '../../src/engine/team-server/memories.ts'
import * as proposals from '../../src/engine/team-server/proposals.ts'
import type { TeamService } from '../../src/engine/team-server/service.ts'
import { MnemeError } from '../../src/errors.ts'
import { testClock } from './clock.ts'

type Role = 'reader' | 'writer' | 'maintainer'

interface ModelProposal {
  readonly id: string
  readonly by: number
  state: 'waiting' | 'accepted' | 'rejected' | 'withdrawn'
}

interface ModelTeam {
  readonly name: string
  readonly roles: Map<number, Role>
  readonly living: Set<string>
  readonly forgotten: Set<string>
  readonly proposals: Map<string, ModelProposal>
}

/** What came of a step: something was shown or done, or it was refused. */
type Outcome = { readonly refused: true } | { readonly shown: readonly string[] }

const REFUSED: Outcome = { refused: true }
const DONE: Outcome = { shown: ['done'] }

export interface IsolationOptions {
  readonly service: TeamService
  readonly steps: number
  readonly random: () => number
  readonly teams?: number
  readonly people?: number
}

export interface IsolationReport {
  readonly cases: number
  readonly refused: number
  readonly byOperation: Readonly<Record<string, number>>
  readonly disagreements: readonly string[]
}

export async function checkIsolation(options: IsolationOptions): Promise<IsolationReport> {
  const { service, random } = options
  const world = await newWorld(options)
  const disagreements: string[] = []
  const byOperation: Record<string, number> = {}
  let refused = 0
  for (let step = 0; step < options.steps; step++) {
    const member = pick(random, world.people)
    const team = pick(random, world.teams)
    const name = pick(random, OPERATION_NAMES)
    const { expected, run, apply } = OPERATIONS[name]({ world, service, random, member, team })
    const actual = await outcomeOf(run)
    byOperation[name] = (byOperation[name] ?? 0) + 1
    if ('refused' in expected) refused++
    if (!agree(expected, actual)) {
      const role = team.roles.get(member) ?? 'stranger'
      disagreements.push(
        `${step} ${name} by ${role}: ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`,
      )
    }
    if (!('refused' in actual) && !('refused' in expected)) apply?.(actual.shown)
    if (world.people.some((each) => world.teams.every((some) => !some.roles.has(each)))) {
      await comeBack(service, world, random)
    }
  }
  return { cases: options.steps, refused, byOperation, disagreements }
}

/** Nothing shown is as good as refused: a stranger is told nothing either way. */
function agree(expected: Outcome, actual: Outcome): boolean {
  if ('refused' in expected) return 'refused' in actual || actual.shown.length === 0
  if ('refused' in actual) return false
  return JSON.stringify([...expected.shown].sort()) === JSON.stringify([...actual.shown].sort())
}

async function outcomeOf(run: () => Promise<readonly string[]>): Promise<Outcome> {
  try {
    return { shown: await run() }
  } catch (thrown) {
    const isAnswer =
      thrown instanceof MnemeError &&
      ['not_allowed', 'not_found', 'conflict', 'unauthorized'].includes(thrown.code)
    if (!isAnswer) throw thrown
    return REFUSED
  }
}

interface World {
  readonly teams: readonly ModelTeam[]
  readonly people: readonly number[]
  readonly names: ReadonlyMap<number, string>
  readonly newId: () => string
}

interface Step {
  readonly world: World
  readonly service: TeamService
  readonly random: () => number
  readonly member: number
  readonly team: ModelTeam
}

interface Prepared {
  readonly expected: Outcome
  readonly run: () => Promise<readonly string[]>
  /** What the model learns when both agree that it was done. */
  readonly apply?: (shown: readonly string[]) => void
}

const RANK = { reader: 1, writer: 2, maintainer: 3 } as const

function rankOf({ team, member }: Pick<Step, 'team' | 'member'>): number {
  const role = team.roles.get(member)
  return role ? RANK[role] : 0
}

/** Any id of any team: most are somebody else's. */
function anyMemory({ world, random, team }: Step): string {
  const own = [...team.living, ...team.forgotten]
  const all = world.teams.flatMap((each) => [...each.living, ...each.forgotten])
  const from = random() < 0.6 && own.length > 0 ? own : all
  return from.length > 0 ? pick(random, from) : world.newId()
}

function anyProposal({ world, random, team }: Step): string {
  const own = [...team.proposals.keys()]
  const all = world.teams.flatMap((each) => [...each.proposals.keys()])
  const from = random() < 0.7 && own.length > 0 ? own : all
  return from.length > 0 ? pick(random, from) : world.newId()
}

const OPERATIONS = {
  get(step: Step): Prepared {
    const { service, member, team } = step
    const id = anyMemory(step)
    const isThere = team.living.has(id) || team.forgotten.has(id)
    return {
      expected: rankOf(step) >= 1 && isThere ? { shown: [id] } : REFUSED,
      run: async () => [(await memories.memory(service, member, team.name, id)).id],
    }
  },
  history(step: Step): Prepared {
    const { service, member, team } = step
    const id = anyMemory(step)
    const isThere = team.living.has(id) || team.forgotten.has(id)
    return {
      expected: rankOf(step) >= 1 && isThere ? DONE : REFUSED,
      run: async () =>
        (await memories.history(service, member, team.name, id)).length > 0 ? ['done'] : [],
    }
  },
  search(step: Step): Prepared {
    const { service, member, team } = step
    return {
      expected: rankOf(step) >= 1 ? { shown: [...team.living] } : REFUSED,
      run: async () =>
        (await memories.search(service, member, team.name, { query: 'zebra', limit: 100 })).map(
          ({ memory }) => memory.id,
        ),
    }
  },
  changes(step: Step): Prepared {
    const { service, member, team } = step
    return {
      expected: rankOf(step) >= 1 ? { shown: [...team.living] } : REFUSED,
      run: async () =>
        (await memories.changes(service, member, team.name, 0)).memories.map(({ id }) => id),
    }
  },
  members(step: Step): Prepared {
    const { service, member, team, world } = step
    const names = [...team.roles.keys()].map((each) => world.names.get(each) ?? '')
    return {
      expected: rankOf(step) >= 1 ? { shown: names } : REFUSED,
      run: async () => (await members.members(service, member, team.name)).map(({ name }) => name),
    }
  },
  proposals(step: Step): Prepared {
    const { service, member, team } = step
    const seen = [...team.proposals.values()].filter(
      ({ by }) => by === member || rankOf(step) >= RANK.maintainer,
    )
    return {
      expected: rankOf(step) >= 1 ? { shown: seen.map(({ id }) => id) } : REFUSED,
      run: async () =>
        (await proposals.proposals(service, member, team.name, { limit: 10_000 })).map(
          ({ id }) => id,
        ),
    }
  },
  propose(step: Step): Prepared {
    const { service, member, team, random, world } = step
    const id = random() < 0.15 ? anyProposal(step) : world.newId()
    const known = team.proposals.get(id)
    const isOwn = known === undefined || known.by === member
    const draft = { content: sentence(random) }
    return {
      expected: rankOf(step) >= RANK.writer && isOwn ? { shown: [id] } : REFUSED,
      run: async () => [
        (await proposals.propose(service, member, team.name, { id, draft })).proposal.id,
      ],
      apply: () => {
        if (!known) team.proposals.set(id, { id, by: member, state: 'waiting' })
      },
    }
  },
  accept: (step: Step) => verdict(step, 'accept', 'accepted'),
  reject: (step: Step) => verdict(step, 'reject', 'rejected'),
  withdraw(step: Step): Prepared {
    const { service, member, team } = step
    const id = anyProposal(step)
    const known = team.proposals.get(id)
    const isFree = known?.state === 'waiting' || known?.state === 'withdrawn'
    const isOwn = known?.by === member && isFree
    return {
      expected: rankOf(step) >= RANK.writer && isOwn ? DONE : REFUSED,
      run: async () => {
        await proposals.decide(service, member, team.name, id, { verdict: 'withdraw' })
        return ['done']
      },
      apply: () => {
        if (known) known.state = 'withdrawn'
      },
    }
  },
  forget(step: Step): Prepared {
    const { service, member, team } = step
    const id = anyMemory(step)
    const isThere = team.living.has(id) || team.forgotten.has(id)
    return {
      expected: rankOf(step) >= RANK.maintainer && isThere ? DONE : REFUSED,
      run: async () => {
        const { forgotten } = await memories.forget(service, member, team.name, id)
        // What was gone already is not taken by anybody.
        return forgotten || rankOf(step) >= RANK.maintainer ? ['done'] : []
      },
      apply: () => {
        if (team.living.delete(id)) team.forgotten.add(id)
      },
    }
  },
  invite(step: Step): Prepared {
    const { service, member, team, random } = step
    const role = pick(random, ['reader', 'writer', 'maintainer'] as const)
    return {
      expected: rankOf(step) >= RANK.maintainer ? DONE : REFUSED,
      run: async () => {
        await members.invite(service, member, team.name, { role })
        return ['done']
      },
    }
  },
  role(step: Step): Prepared {
    const { service, member, team, random, world } = step
    const whom = pick(random, world.people)
    const role = pick(random, ['reader', 'writer', 'maintainer'] as const)
    const present = team.roles.get(whom)
    const isLast = present === 'maintainer' && role !== 'maintainer' && maintainers(team) === 1
    const isThere = present !== undefined
    return {
      expected: rankOf(step) >= RANK.maintainer && isThere && !isLast ? DONE : REFUSED,
      run: async () => {
        const name = world.names.get(whom) ?? ''
        await members.changeRole(service, member, team.name, { name, role })
        return ['done']
      },
      apply: () => team.roles.set(whom, role),
    }
  },
  remove(step: Step): Prepared {
    const { service, member, team, random, world } = step
    const whom = random() < 0.4 ? member : pick(random, world.people)
    const present = team.roles.get(whom)
    const isLast = present === 'maintainer' && maintainers(team) === 1
    const mayIt = whom === member ? rankOf(step) >= 1 : rankOf(step) >= RANK.maintainer
    return {
      expected: mayIt && present !== undefined && !isLast ? DONE : REFUSED,
      run: async () => {
        await members.remove(service, member, team.name, world.names.get(whom) ?? '')
        return ['done']
      },
      apply: () => team.roles.delete(whom),
    }
  },
  audit(step: Step): Prepared {
    const { service, member, team } = step
    return {
      expected: rankOf(step) >= RANK.maintainer ? DONE : REFUSED,
      run: async () =>
        (await members.audit(service, member, team.name, { limit: 5 })).length > 0 ? ['done'] : [],
    }
  },
} satisfies Record<string, (step: Step) => Prepared>
const OPERATION_NAMES = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]

function verdict(
  step: Step,
  given: 'accept' | 'reject',
  wanted: 'accepted' | 'rejected',
): Prepared {
  const { service, member, team } = step
  const id = anyProposal(step)
  const known = team.proposals.get(id)
  return {
    expected: rankOf(step) >= RANK.maintainer && known?.state === 'waiting' ? DONE : REFUSED,
    run: async () => {
      const { proposal, notes } = await proposals.decide(service, member, team.name, id, {
        verdict: given,
      })
      // Its author is told what came of it, by whatever question: nothing was done.
      if (notes.some((note) => note.endsWith('already'))) return []
      if (proposal.memory !== null) team.living.add(proposal.memory)
      return ['done']
    },
    apply: () => {
      if (known) known.state = wanted
    },
  }
}

function maintainers(team: ModelTeam): number {
  return [...team.roles.values()].filter((role) => role === 'maintainer').length
}

async function newWorld(options: IsolationOptions): Promise<World> {
  const { service, random } = options
  const clock = testClock()
  const teams: ModelTeam[] = []
  const people: number[] = []
  const names = new Map<number, string>()
  const world = { teams, people, names, newId: () => clock.newId() }
  for (let at = 0; at < (options.teams ?? 3); at++) {
    const name = `team-${at}-${Math.floor(random() * 1e9)}`
    const { invitation } = await members.createTeam(service, name)
    const team = {
      name,
      roles: new Map(),
      living: new Set<string>(),
      forgotten: new Set<string>(),
      proposals: new Map(),
    }
    teams.push(team)
    await enterBy(service, world, team, invitation.code, `m${at}`, null)
  }
  for (let at = 0; at < (options.people ?? 6); at++) {
    const team = pick(random, teams)
    const role = pick(random, ['reader', 'writer', 'writer', 'maintainer'] as const)
    await welcome(service, world, team, role, `p${at}`, null)
  }
  return world
}

/** Whoever belongs nowhere is invited again, as the person it was. */
async function comeBack(service: TeamService, world: World, random: () => number): Promise<void> {
  for (const person of world.people) {
    if (world.teams.some(({ roles }) => roles.has(person))) continue
    const role = pick(random, ['reader', 'writer', 'maintainer'] as const)
    const name = world.names.get(person) ?? ''
    await welcome(service, world, pick(random, world.teams), role, name, person)
  }
}

async function welcome(
  service: TeamService,
  world: World,
  team: ModelTeam,
  role: Role,
  name: string,
  person: number | null,
): Promise<void> {
  const found = await service.database.own.team(team.name)
  if (!found) throw new Error(`no team ${team.name}`)
  const { code } = await members.ownInvitation(service, found, role)
  await enterBy(service, world, team, code, name, person)
}

async function enterBy(
  service: TeamService,
  world: World,
  team: ModelTeam,
  code: string,
  name: string,
  person: number | null,
): Promise<void> {
  const { token, role } = await members.join(service, person, { code, name })
  const { digestOf } = await import('../../src/team/secrets.ts')
  const found = await service.database.own.authenticate(digestOf(token))
  if (!found) throw new Error('the new token is worth nothing')
  team.roles.set(found.id, role)
  if (person === null) {
    ;(world.people as number[]).push(found.id)
    ;(world.names as Map<number, string>).set(found.id, name)
  }
}

/** Words that no two share, so that nothing is taken for a duplicate or a correction. */
function sentence(random: () => number): string {
  const word = () =>
    Array.from({ length: 7 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')
  return `zebra ${Array.from({ length: 8 }, word).join(' ')}`
}

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}
