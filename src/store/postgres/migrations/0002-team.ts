/**
 * K-18. Teams: who is in them, what was proposed, what was done; and the second lock. A server asks
 * in a member's name as the role `mneme_member`, which owns nothing: then every row is shown, and
 * every change taken, only if these policies say so, whatever the server forgot to check. The owner,
 * who migrates and moves stores, is not held by them.
 */

/** Every table whose rows say in a column `space` whose they are. */
export const SPACE_TABLES = [
  'memory',
  'place',
  'passage',
  'version',
  'link',
  'fact',
  'project',
  'document',
  'batch',
  'journal',
  'outbox',
  'outbox_consumer',
  'note',
  'vector_model',
  'embedding',
  'vector_code',
  'vector_due',
  'memory_use',
  'retrieval',
  'injection',
  'message_totals',
  'transcript',
  'transcript_skip',
  'session',
  'message',
  'message_passage',
] as const

export const TEAM_TABLES = [
  'team',
  'team_member',
  'team_membership',
  'team_token',
  'team_invitation',
  'team_proposal',
  'team_audit',
] as const

/** Asked once for a statement and not once for a row. */
const READS = `ANY ((SELECT mneme_spaces('reader'))::integer[])`
const KEEPS = `ANY ((SELECT mneme_spaces('maintainer'))::integer[])`
const teams = (least: string) => `ANY ((SELECT mneme_teams('${least}'))::integer[])`

export const team = `
CREATE TABLE team (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  space integer NOT NULL UNIQUE REFERENCES space (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE team_member (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz
);
CREATE TABLE team_membership (
  team integer NOT NULL REFERENCES team (id),
  member integer NOT NULL REFERENCES team_member (id),
  -- As it is called in this team: no two alike.
  name text NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('reader', 'writer', 'maintainer')),
  since timestamptz NOT NULL DEFAULT now(),
  invited_by integer REFERENCES team_member (id),
  PRIMARY KEY (team, member)
);
CREATE UNIQUE INDEX team_membership_name ON team_membership (team, lower(name));
CREATE INDEX team_membership_member ON team_membership (member);
-- Only digests: whoever reads this table can sign in as nobody.
CREATE TABLE team_token (
  digest bytea PRIMARY KEY,
  member integer NOT NULL REFERENCES team_member (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX team_token_member ON team_token (member);
CREATE TABLE team_invitation (
  digest bytea PRIMARY KEY,
  team integer NOT NULL REFERENCES team (id),
  role text COLLATE "C" NOT NULL CHECK (role IN ('reader', 'writer', 'maintainer')),
  -- Null: by whoever runs the server.
  by integer REFERENCES team_member (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX team_invitation_expiry ON team_invitation (expires_at);
CREATE TABLE team_proposal (
  team integer NOT NULL REFERENCES team (id),
  id text COLLATE "C" NOT NULL,
  by integer NOT NULL REFERENCES team_member (id),
  -- Names as they were: whoever has left is still called by them.
  author text NOT NULL,
  judge text,
  at timestamptz NOT NULL DEFAULT now(),
  state text COLLATE "C" NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'accepted', 'rejected', 'withdrawn')),
  draft text NOT NULL,
  decided_by integer REFERENCES team_member (id),
  decided_at timestamptz,
  reason text,
  memory text COLLATE "C",
  PRIMARY KEY (team, id)
);
CREATE INDEX team_proposal_state ON team_proposal (team, state, at);
CREATE TABLE team_audit (
  team integer NOT NULL REFERENCES team (id),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  member integer NOT NULL REFERENCES team_member (id),
  name text NOT NULL,
  act text COLLATE "C" NOT NULL,
  subject text,
  detail text,
  PRIMARY KEY (team, seq)
);
-- Work that one server does for all: whoever takes the lease, by the database's own clock.
CREATE TABLE team_job (
  name text COLLATE "C" PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL,
  ran_at timestamptz
);

-- Who asks: nobody, unless the transaction said so.
CREATE FUNCTION mneme_asking() RETURNS integer LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('mneme.member', true), '')::integer $$;
-- As the owner, since memberships are themselves behind the lock.
CREATE FUNCTION mneme_teams(lowest text) RETURNS integer[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(team), '{}') FROM team_membership
  WHERE member = mneme_asking() AND array_position('{reader,writer,maintainer}'::text[], role)
    >= array_position('{reader,writer,maintainer}'::text[], lowest) $$;
CREATE FUNCTION mneme_spaces(lowest text) RETURNS integer[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(space), '{}') FROM team WHERE id = ANY (mneme_teams(lowest)) $$;
CREATE FUNCTION mneme_team_mates() RETURNS integer[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT coalesce(array_agg(DISTINCT member), '{}') FROM team_membership
  WHERE team = ANY (mneme_teams('reader')) $$;

ALTER TABLE space ENABLE ROW LEVEL SECURITY;
CREATE POLICY reads ON space FOR SELECT USING (id = ${READS});
CREATE POLICY keeps ON space FOR UPDATE USING (id = ${KEEPS});
${SPACE_TABLES.map(
  (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY reads ON ${table} FOR SELECT USING (space = ${READS});
CREATE POLICY keeps ON ${table} USING (space = ${KEEPS});`,
).join('\n')}

${TEAM_TABLES.map((table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;`).join('\n')}
CREATE POLICY reads ON team FOR SELECT USING (id = ${teams('reader')});
CREATE POLICY reads ON team_member FOR SELECT
  USING (id = ANY ((SELECT mneme_team_mates())::integer[]) OR id = (SELECT mneme_asking()));
CREATE POLICY reads ON team_membership FOR SELECT USING (team = ${teams('reader')});
CREATE POLICY changes ON team_membership FOR UPDATE USING (team = ${teams('maintainer')});
CREATE POLICY leaves ON team_membership FOR DELETE
  USING (team = ${teams('maintainer')} OR member = (SELECT mneme_asking()));
CREATE POLICY own ON team_token USING (member = (SELECT mneme_asking()));
CREATE POLICY invites ON team_invitation USING (team = ${teams('maintainer')})
  WITH CHECK (team = ${teams('maintainer')} AND by = (SELECT mneme_asking()));
CREATE POLICY reads ON team_proposal FOR SELECT USING (team = ${teams('maintainer')}
  OR (by = (SELECT mneme_asking()) AND team = ${teams('reader')}));
CREATE POLICY proposes ON team_proposal FOR INSERT WITH CHECK (team = ${teams('writer')}
  AND by = (SELECT mneme_asking()) AND state = 'waiting' AND decided_by IS NULL);
CREATE POLICY decides ON team_proposal FOR UPDATE USING (team = ${teams('maintainer')})
  WITH CHECK (team = ${teams('maintainer')} AND decided_by = (SELECT mneme_asking()));
CREATE POLICY withdraws ON team_proposal FOR UPDATE
  USING (by = (SELECT mneme_asking()) AND team = ${teams('writer')}
    AND state IN ('waiting', 'withdrawn'))
  WITH CHECK (by = (SELECT mneme_asking()) AND state = 'withdrawn'
    AND decided_by = (SELECT mneme_asking()));
CREATE POLICY reads ON team_audit FOR SELECT USING (team = ${teams('maintainer')});
CREATE POLICY notes ON team_audit FOR INSERT
  WITH CHECK (team = ${teams('reader')} AND member = (SELECT mneme_asking()));
`
