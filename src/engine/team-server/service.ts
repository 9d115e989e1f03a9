/** K-18. The parts of a team server, and how a member's session on it is opened. */
import { MnemeError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import type { Team, TeamDatabase, TeamRecords } from '../../store/team.ts'
import { type Act, may, type Role } from '../../team/roles.ts'
import type { TeamSettings } from '../../team/settings.ts'
import type { Caller, Engine } from '../engine.ts'

export interface TeamService {
  readonly database: TeamDatabase
  readonly settings: TeamSettings
  /** An engine over a team's memories, without files and models. */
  readonly engineOver: (store: Store) => Engine
  readonly randomBytes: (count: number) => Uint8Array
  readonly locks: Locks
}

/** Two independent access checks. Each can be disabled, so that a test can show that the other suffices. */
export interface Locks {
  /** Roles, checked here. */
  readonly application: boolean
  /** Row-level security, checked by PostgreSQL. */
  readonly rows: boolean
}

export const BOTH_LOCKS: Locks = { application: true, rows: true }

/** An authenticated member in a team. */
export interface TeamSession {
  readonly team: Team
  readonly member: number
  /** The member's name in the team. */
  readonly name: string
  /** Null where roles are not checked. */
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
    // Not awaited: the response time must not reveal which teams exist.
    void noteOutsider(service, member, team, act).catch(() => undefined) // a lost audit line changes no decision
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

/** The same message whether it belongs to another member or does not exist. */
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
 * Performs an action on a team and audits the outcome: done, or refused and why. `subject` is the request's;
 * the action may give a better one.
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

/** Audited after the action: a lost line must not undo it. */
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

/** Bounds the parts of a request to the length of an audit line. */
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
