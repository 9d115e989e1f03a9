/** K-18. What a team's server is made of, and how a member enters a team on it. */
import { MnemeError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { Team, TeamDatabase, TeamRecords } from '../../store/team.ts'
import { type Act, may, type Role } from '../../team/roles.ts'
import type { TeamSettings } from '../../team/settings.ts'
import type { Caller, Engine } from '../engine.ts'

export interface TeamService {
  readonly database: TeamDatabase
  readonly settings: TeamSettings
  /** An engine over a team's memories: what a person's engine has, without files and models. */
  readonly engineOver: (store: Store) => Engine
  readonly randomBytes: (count: number) => Uint8Array
  readonly locks: Locks
}

/** Two locks on every door. Each can be switched off, so that a test can show that the other holds. */
export interface Locks {
  /** Roles, checked here. */
  readonly application: boolean
  /** Row-level security, checked by PostgreSQL. */
  readonly rows: boolean
}

export const BOTH_LOCKS: Locks = { application: true, rows: true }

/** A member in a team, ready to do what it came for. */
export interface TeamSession {
  readonly team: Team
  readonly member: number
  /** What the team calls it. */
  readonly name: string
  /** Null where roles are not checked here. */
  readonly role: Role | null
  readonly records: TeamRecords
  readonly engine: Engine
  readonly caller: Caller
}

export async function enter(
  service: TeamService,
  member: number,
  team: string,
  act: Act,
): Promise<TeamSession> {
  const { database, locks, engineOver } = service
  const inWhoseName = locks.rows ? member : null
  const records = database.as(inWhoseName)
  const standing = locks.application
    ? await records.standing(team, member)
    : await enterUnchecked(database, team)
  if (!standing) {
    // Not waited for: how long an answer takes must not tell which teams there are.
    void noteOutsider(service, member, team, act).catch(() => undefined) // a lost line refuses nothing less
    throw noSuchTeam(team)
  }
  const { role, name } = standing
  const store = database.storeOf(standing.team, inWhoseName)
  const caller: Caller = {
    door: 'http',
    actor: `team:${name}`,
    project: null,
    session: null,
    folder: null,
    speaker: 'team',
    team: standing.team.name,
  }
  const entered: TeamSession = { ...standing, member, records, engine: engineOver(store), caller }
  if (role !== null && !may(role, act)) {
    await noteRefusal(service, entered, { act, subject: null, detail: `a ${role} may not` })
    throw new MnemeError('not_allowed', `a ${role} of "${team}" may not ${act}`, {
      hint: 'Ask a maintainer: mneme team members shows who they are.',
    })
  }
  return entered
}

async function enterUnchecked(database: TeamDatabase, name: string) {
  const team = await database.own.team(name)
  return team ? { team, role: null, name: 'a member' } : null
}

/** The same words whether it is another's or none: neither is this member's business. */
function noSuchTeam(team: string): MnemeError {
  return new MnemeError('not_found', `you are in no team "${team.slice(0, 60)}"`, {
    hint: 'A maintainer can invite you: mneme team invite',
  })
}

interface Noted {
  readonly act: string
  readonly subject: string | null
  readonly detail: string | null
}

/**
 * Does something to a team and writes down what came of it: done, or refused and why. `subject` is what
 * it was asked for; the work may say it better.
 */
export async function perform<T>(
  service: TeamService,
  entered: TeamSession,
  { act, subject }: Pick<Noted, 'act' | 'subject'>,
  work: () => Promise<{ readonly result: T; readonly note: Omit<Noted, 'act'> | null }>,
): Promise<T> {
  try {
    const { result, note } = await work()
    if (note !== null) await noteDone(entered, { act, ...note })
    return result
  } catch (thrown) {
    if (thrown instanceof MnemeError) {
      await noteRefusal(service, entered, { act, subject, detail: thrown.message })
    }
    throw thrown
  }
}

/** What was done is written down behind it: a lost line must not undo what was done. */
function noteDone(entered: TeamSession, noted: Noted): Promise<void> {
  const { records, team, member, name } = entered
  return keepLine(entered, noted, () =>
    records.note(team, { member, name }, { ...boundEntry(noted), outcome: 'done' }),
  )
}

function noteRefusal({ database }: TeamService, entered: TeamSession, noted: Noted): Promise<void> {
  const { team, member, name } = entered
  return keepLine(entered, noted, () =>
    database.own.note(team, { member, name }, { ...boundEntry(noted), outcome: 'refused' }),
  )
}

async function noteOutsider(
  { database }: TeamService,
  member: number,
  name: string,
  act: Act,
): Promise<void> {
  const team = await database.own.team(name)
  if (!team) return
  const entry = { act, outcome: 'refused', subject: null, detail: 'not in this team' } as const
  await database.own.note(team, { member, name: null }, entry)
}

/** Parts of a request may be long; a line of the list is not. */
const MAX_CHARACTERS = 300

function boundEntry({ act, subject, detail }: Noted): Noted {
  return {
    act,
    subject: subject?.slice(0, MAX_CHARACTERS) ?? null,
    detail: detail?.slice(0, MAX_CHARACTERS) ?? null,
  }
}

async function keepLine({ engine }: TeamSession, { act }: Noted, write: () => Promise<void>) {
  try {
    await write()
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    engine.events.emit({
      name: 'background_error',
      at: engine.clock.now(),
      data: { work: `audit of ${act}`, message },
    })
  }
}
