/** K-18. Teams in PostgreSQL: the server's own queries, and members' queries behind row-level security. */
import { MnemeError } from '../../errors.ts'
import type { PostgresSettings } from '../postgres-settings.ts'
import type { Store } from '../store.ts'
import type { OwnReads, Team, TeamDatabase } from '../team.ts'
import { Connections, type Queries, type RawConnection } from './connections.ts'
import { migrate } from './migrate.ts'
import { SPACE_TABLES, TEAM_TABLES } from './migrations/0002-team.ts'
import { HISTORY_TABLES } from './migrations/0003-history.ts'
import { storeOver } from './postgres-store.ts'
import { Space } from './space.ts'
import { createInvitation, momentOf, redeemInvitation, teamOf } from './team-joining.ts'
import { PostgresTeamRecords } from './team-records.ts'
import { toText } from './texts.ts'

/** Owns nothing and cannot sign in: what it may see is what the policies say. */
const MEMBER_ROLE = 'mneme_member'
/** Cached stores; further ones are opened again when needed. */
const MAX_STORES = 2000

interface TeamDatabaseOptions {
  readonly url: string
  readonly settings: PostgresSettings
}

export function openTeamDatabase(options: TeamDatabaseOptions): TeamDatabase {
  const db = new Connections(options, async (bare) => {
    await migrate(bare, db.location)
    await prepareRole(bare, db.location)
  })
  const asMember = (member: number | null) =>
    member === null ? db : db.as({ role: MEMBER_ROLE, member })
  const stores = new Map<string, Store>()
  return {
    own: ownReads(db),
    as: (member) => new PostgresTeamRecords(asMember(member)),
    storeOf(team, member) {
      const key = `${team.space}/${member}`
      const known = stores.get(key)
      if (known) return known
      const store = storeOver(asMember(member), new Space(`team ${team.name}`, team.space))
      if (stores.size >= MAX_STORES) stores.clear()
      stores.set(key, store)
      return store
    },
    async ready() {
      await db.get('SELECT 1 AS here')
    },
    get load() {
      return db.load
    },
    async close() {
      await Promise.all([...stores.values()].map((store) => store.close()))
      await db.close()
    },
  }
}

/** Any number that no other lock here uses. */
const ROLE_LOCK = 7_226_031

/** Two who grant the same at once would be refused by the catalogue: one after the other. */
async function prepareRole(bare: RawConnection, location: string): Promise<void> {
  await bare.query('SELECT pg_advisory_lock($1)', [ROLE_LOCK])
  try {
    await grantRole(bare, location)
  } finally {
    // With the connection the lock is gone too.
    await bare.query('SELECT pg_advisory_unlock($1)', [ROLE_LOCK]).catch(() => undefined)
  }
}

/** The role is the cluster's, not the database's: two may make it at once, and one is enough. */
async function grantRole(bare: RawConnection, location: string): Promise<void> {
  const findRole = () => bare.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [MEMBER_ROLE])
  try {
    if ((await findRole()).rows.length === 0) {
      await bare.query(`CREATE ROLE ${MEMBER_ROLE} NOLOGIN NOINHERIT`).catch(async (thrown) => {
        if ((await findRole()).rows.length === 0) throw thrown
      })
    }
    const { rows } = await bare.query(
      `SELECT pg_has_role($1, 'MEMBER') AS member,
      has_table_privilege($1, 'team_audit', 'INSERT') AS granted`,
      [MEMBER_ROLE],
    )
    if (rows[0]?.member !== true) await bare.query(`GRANT ${MEMBER_ROLE} TO CURRENT_USER`)
    if (rows[0]?.granted !== true) await bare.query(GRANTS)
  } catch (cause) {
    throw new MnemeError('not_allowed', `the role ${MEMBER_ROLE} cannot be made at ${location}`, {
      hint: `Let an administrator run: CREATE ROLE ${MEMBER_ROLE} NOLOGIN; GRANT ${MEMBER_ROLE} TO the user of store.url.`,
      cause,
    })
  }
}

const GRANTS = `
  GRANT SELECT, INSERT, UPDATE, DELETE ON ${[...SPACE_TABLES, ...HISTORY_TABLES, ...TEAM_TABLES].join(', ')} TO ${MEMBER_ROLE};
  GRANT SELECT, UPDATE ON space TO ${MEMBER_ROLE};
  GRANT SELECT ON mneme_schema TO ${MEMBER_ROLE};
  GRANT USAGE ON SEQUENCE vector_id, vector_ticket TO ${MEMBER_ROLE};
  REVOKE UPDATE, DELETE ON team_audit FROM ${MEMBER_ROLE};
  REVOKE INSERT, UPDATE, DELETE ON team, team_member FROM ${MEMBER_ROLE};`

/** How far back a refusal is looked for before the same one is written down again. */
const RECENT_NOTES = 200

function ownReads(db: Connections): OwnReads {
  return {
    async authenticate(digest) {
      const row = await db.get(
        `SELECT member, expires_at FROM team_token
         WHERE digest = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
        digest,
      )
      if (!row) return null
      return { id: Number(row.member), tokenExpiresAt: momentOf(row.expires_at) }
    },
    async noteSeen(member) {
      await db.run('UPDATE team_member SET last_seen_at = now() WHERE id = $1', member)
    },
    async createTeam(name) {
      const space = `team ${name}`
      await db.transaction(async (within) => {
        if (await teamNamed(within, name)) {
          throw new MnemeError('conflict', `there is a team "${name}" already`, {
            hint: 'Choose another name, or let a maintainer invite you.',
          })
        }
        const made = await within.get(
          'INSERT INTO space (name) VALUES ($1) RETURNING id',
          toText(space),
        )
        within.send('INSERT INTO team (name, space) VALUES ($1, $2)', name, Number(made?.id))
      })
      return (await teamNamed(db, name)) as Team
    },
    team: (name) => teamNamed(db, name),
    invite: (team, invitation) => createInvitation(db, team, null, invitation),
    redeem: (redeeming) => db.transaction((within) => redeemInvitation(within, redeeming)),
    async sweep() {
      const invitations = await db.run(
        `DELETE FROM team_invitation WHERE expires_at < now() - interval '1 day'
           OR used_at < now() - interval '1 day'`,
      )
      const tokens = await db.run(
        `DELETE FROM team_token WHERE expires_at < now() - interval '30 days'
           OR revoked_at < now() - interval '30 days'`,
      )
      return invitations + tokens
    },
    async note(team, { member, name }, { act, outcome, subject, detail }) {
      await db.run(
        `INSERT INTO team_audit (team, member, name, act, outcome, subject, detail)
         SELECT $1, $2, coalesce($3, team_member.name), $4, $5, $6, $7 FROM team_member
         WHERE id = $2 AND ($5 = 'done' OR NOT EXISTS (
           SELECT 1 FROM (SELECT * FROM team_audit WHERE team = $1 ORDER BY seq DESC LIMIT ${RECENT_NOTES}) AS recent
           WHERE recent.member = $2 AND recent.act = $4 AND recent.outcome = $5
             AND recent.detail IS NOT DISTINCT FROM $7 AND recent.at > now() - interval '1 minute'))`,
        team.id,
        member,
        name === null ? null : toText(name),
        act,
        outcome,
        subject === null ? null : toText(subject),
        detail === null ? null : toText(detail),
      )
    },
    async pruneAudit(days) {
      return db.run('DELETE FROM team_audit WHERE at < now() - make_interval(days => $1)', days)
    },
    async takeJob({ name, holder, everySeconds, leaseSeconds }) {
      const taken = await db.run(
        `INSERT INTO team_job AS job (name, holder, until)
         VALUES ($1, $2, now() + make_interval(secs => $4))
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE job.holder = excluded.holder OR (job.until < now()
           AND (job.ran_at IS NULL OR job.ran_at < now() - make_interval(secs => $3)))`,
        name,
        holder,
        everySeconds,
        leaseSeconds,
      )
      return taken > 0
    },
    async finishJob({ name, holder }) {
      await db.run(
        `UPDATE team_job SET ran_at = now(), until = now(), holder = ''
         WHERE name = $1 AND holder = $2`,
        name,
        holder,
      )
    },
  }
}

async function teamNamed(db: Queries, name: string): Promise<Team | null> {
  const row = await db.get('SELECT id, name, space FROM team WHERE name = $1', toText(name))
  return row ? teamOf(row) : null
}
