/**
 * B-01 to B-16 on PostgreSQL. A space is one store among many in one database: a person's, a team's.
 * Every row says whose it is, every key begins with it, and the large tables are cut by it, so that
 * spaces neither see nor slow each other. Texts compare byte by byte, as they do in SQLite.
 */

/** Parts of the tables that grow with the number of memories. */
const PARTS = 8
/** Transcripts are the largest by far: cut by space and project. */
const MESSAGE_PARTS = 16

export const foundation = `
CREATE TABLE space (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  -- Counters, moved by whoever holds this row: writers of one space take turns.
  units bigint NOT NULL DEFAULT 0,
  batches bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  outbox bigint NOT NULL DEFAULT 0,
  -- What BM25 asks of the whole index.
  passages bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0
);

CREATE TABLE memory (
  space integer NOT NULL,
  unit bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  project text COLLATE "C",
  session text COLLATE "C",
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  tags text[] COLLATE "C" NOT NULL,
  concepts text[] COLLATE "C" NOT NULL,
  files_read text[] COLLATE "C" NOT NULL,
  files_modified text[] COLLATE "C" NOT NULL,
  globs text[] COLLATE "C" NOT NULL,
  triggers text[] COLLATE "C" NOT NULL,
  importance double precision NOT NULL,
  sensitivity text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  validated boolean NOT NULL,
  archived boolean NOT NULL,
  held boolean NOT NULL,
  quarantined boolean NOT NULL,
  done boolean,
  expires_at text COLLATE "C",
  access_count bigint NOT NULL,
  injected_count bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  last_accessed_at text COLLATE "C",
  superseded_by text COLLATE "C",
  content_hash text COLLATE "C" NOT NULL,
  -- The session it was learned in (A-08), for timelines and neighbourhoods.
  from_session text COLLATE "C",
  -- Every field that nothing is looked up by, as JSON.
  rest text NOT NULL,
  PRIMARY KEY (space, id)
) PARTITION BY HASH (space);
${parts('memory', PARTS)}
CREATE UNIQUE INDEX memory_unit ON memory (space, unit);
-- A-06, B-02. A name and a content are unique in their place, unless forgotten or superseded.
CREATE UNIQUE INDEX memory_name ON memory
  (space, scope, coalesce(project, ''), coalesce(session, ''), name)
  WHERE state <> 'removed' AND superseded_by IS NULL;
CREATE UNIQUE INDEX memory_hash ON memory
  (space, scope, coalesce(project, ''), coalesce(session, ''), content_hash)
  WHERE state <> 'removed' AND superseded_by IS NULL;
CREATE INDEX memory_place ON memory (space, project, created_at);
CREATE INDEX memory_created ON memory (space, created_at, id);
CREATE INDEX memory_type ON memory (space, type, created_at);
CREATE INDEX memory_expiry ON memory (space, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_from_session ON memory (space, from_session, created_at)
  WHERE from_session IS NOT NULL;
CREATE INDEX memory_successor ON memory (space, superseded_by) WHERE superseded_by IS NOT NULL;

-- Where names and contents are unique. Words are looked up by the number of their place.
CREATE TABLE place (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  space integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  UNIQUE (space, key)
);
-- What is ranked; a memory takes its best one. Words are stems made by us, each with its space in
-- front, so that the index seeks to the space by itself; those of the head have weight A.
CREATE TABLE passage (
  space integer NOT NULL,
  memory bigint NOT NULL,
  number integer NOT NULL,
  place integer NOT NULL,
  "start" integer NOT NULL,
  "end" integer NOT NULL,
  tokens integer NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (space, memory, number)
) PARTITION BY HASH (space);
${parts('passage', PARTS)}
CREATE INDEX passage_words ON passage USING gin (words);

CREATE TABLE version (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  memory text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  cause text NOT NULL,
  snapshot text NOT NULL,
  rest text NOT NULL,
  PRIMARY KEY (space, id)
) PARTITION BY HASH (space);
${parts('version', PARTS)}
CREATE INDEX version_memory ON version (space, memory, at);

CREATE TABLE link (
  space integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  "from" text COLLATE "C" NOT NULL,
  "to" text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  rest text NOT NULL,
  PRIMARY KEY (space, key)
);
CREATE INDEX link_from ON link (space, "from");
CREATE INDEX link_to ON link (space, "to");

CREATE TABLE fact (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  predicate text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  project text COLLATE "C",
  memory text COLLATE "C",
  valid_from text COLLATE "C",
  valid_to text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  rest text NOT NULL,
  PRIMARY KEY (space, id)
);
CREATE INDEX fact_subject ON fact (space, lower(subject), lower(predicate));
CREATE INDEX fact_predicate ON fact (space, lower(predicate));
CREATE INDEX fact_memory ON fact (space, memory);

CREATE TABLE project (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  rest text NOT NULL,
  PRIMARY KEY (space, id),
  UNIQUE (space, slug)
);

CREATE TABLE document (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  project text COLLATE "C",
  session text COLLATE "C",
  at text COLLATE "C" NOT NULL,
  rest text NOT NULL,
  PRIMARY KEY (space, id)
);
CREATE INDEX document_kind ON document (space, kind, at);

CREATE TABLE batch (
  space integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  undoes text COLLATE "C",
  undone_by text COLLATE "C",
  run text COLLATE "C",
  parts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (space, id)
) PARTITION BY HASH (space);
${parts('batch', PARTS)}
CREATE UNIQUE INDEX batch_seq ON batch (space, seq);
CREATE INDEX batch_at ON batch (space, at);
CREATE INDEX batch_run ON batch (space, run) WHERE run IS NOT NULL;
CREATE INDEX batch_undone_by ON batch (space, undone_by) WHERE undone_by IS NOT NULL;
CREATE TABLE journal (
  space integer NOT NULL,
  seq bigint NOT NULL,
  batch text COLLATE "C" NOT NULL,
  op text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  before text,
  after text,
  erased boolean NOT NULL DEFAULT false,
  -- The memory that a version, link or fact belongs to, so that erasing finds its traces.
  about text[] COLLATE "C",
  PRIMARY KEY (space, seq)
) PARTITION BY HASH (space);
${parts('journal', PARTS)}
CREATE INDEX journal_batch ON journal (space, batch);
CREATE INDEX journal_key ON journal (space, key);

CREATE TABLE outbox (
  space integer NOT NULL,
  seq bigint NOT NULL,
  batch text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  op text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (space, seq)
);
CREATE TABLE outbox_consumer (
  space integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (space, name)
);
CREATE TABLE note (
  space integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (space, key)
);

-- D-12. Vectors, with their signs apart: the signs of all are read without touching the numbers.
-- The table is not called after them: that is the name of pgvector's type.
CREATE TABLE vector_model (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  space integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  dims integer NOT NULL,
  UNIQUE (space, name)
);
CREATE SEQUENCE vector_id;
CREATE TABLE embedding (
  space integer NOT NULL,
  id bigint NOT NULL,
  corpus text COLLATE "C" NOT NULL,
  unit bigint NOT NULL,
  "start" integer NOT NULL,
  "end" integer NOT NULL,
  model integer NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (space, id)
) PARTITION BY HASH (space);
${parts('embedding', PARTS)}
ALTER TABLE embedding ALTER COLUMN data SET STORAGE PLAIN;
CREATE INDEX embedding_unit ON embedding (space, corpus, unit);
CREATE TABLE vector_code (
  space integer NOT NULL,
  model integer NOT NULL,
  corpus text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  unit bigint NOT NULL,
  code bit varying NOT NULL,
  PRIMARY KEY (space, id)
) PARTITION BY HASH (space);
${parts('vector_code', PARTS)}
CREATE INDEX vector_code_scan ON vector_code (space, model, corpus);
CREATE SEQUENCE vector_ticket;
CREATE TABLE vector_due (
  space integer NOT NULL,
  corpus text COLLATE "C" NOT NULL,
  unit bigint NOT NULL,
  ticket bigint NOT NULL DEFAULT nextval('vector_ticket'),
  PRIMARY KEY (space, corpus, unit)
);
CREATE INDEX vector_due_ticket ON vector_due (space, corpus, ticket);

-- B-10, K-08. What became of memories once they were asked for.
CREATE TABLE memory_use (
  number bigint GENERATED ALWAYS AS IDENTITY,
  space integer NOT NULL,
  memory text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  session text COLLATE "C",
  PRIMARY KEY (space, number)
) PARTITION BY HASH (space);
${parts('memory_use', PARTS)}
CREATE INDEX memory_use_memory ON memory_use (space, memory, at, session);
CREATE INDEX memory_use_at ON memory_use (space, at);
CREATE TABLE retrieval (
  number bigint GENERATED ALWAYS AS IDENTITY,
  space integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  project text COLLATE "C",
  session text COLLATE "C",
  query text NOT NULL,
  relevant text NOT NULL,
  rejected text NOT NULL,
  PRIMARY KEY (space, number)
);
CREATE INDEX retrieval_at ON retrieval (space, at);
CREATE TABLE injection (
  number bigint GENERATED ALWAYS AS IDENTITY,
  space integer NOT NULL,
  at text COLLATE "C" NOT NULL,
  project text COLLATE "C",
  session text COLLATE "C",
  turn integer NOT NULL,
  memory text COLLATE "C" NOT NULL,
  tokens integer NOT NULL,
  used_at text COLLATE "C",
  how text,
  PRIMARY KEY (space, number)
);
CREATE INDEX injection_memory ON injection (space, memory, at);
CREATE INDEX injection_open ON injection (space, at) WHERE used_at IS NULL;
CREATE INDEX injection_at ON injection (space, at);

-- F-01, F-02. Transcripts.
CREATE TABLE message_totals (
  space integer PRIMARY KEY,
  units bigint NOT NULL DEFAULT 0,
  sessions bigint NOT NULL DEFAULT 0,
  transcripts bigint NOT NULL DEFAULT 0,
  passages bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0
);
CREATE TABLE transcript (
  space integer NOT NULL,
  number bigint NOT NULL,
  path text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  cursor text,
  revision bigint NOT NULL,
  read_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (space, number),
  UNIQUE (space, path)
);
CREATE TABLE transcript_skip (
  space integer NOT NULL,
  transcript bigint NOT NULL,
  reason text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  line bigint,
  standing boolean NOT NULL,
  PRIMARY KEY (space, transcript, reason)
);
CREATE TABLE session (
  space integer NOT NULL,
  number bigint NOT NULL,
  host text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  parent text COLLATE "C",
  project text COLLATE "C",
  place integer NOT NULL,
  cwd text,
  branch text,
  title text,
  model text,
  version text,
  headless boolean,
  started_at text COLLATE "C",
  last_at text COLLATE "C",
  read_at text COLLATE "C" NOT NULL,
  messages bigint NOT NULL DEFAULT 0,
  users bigint NOT NULL DEFAULT 0,
  assistants bigint NOT NULL DEFAULT 0,
  turns bigint NOT NULL DEFAULT 0,
  seq bigint NOT NULL DEFAULT 0,
  compactions bigint NOT NULL DEFAULT 0,
  captured bigint NOT NULL DEFAULT 0,
  forgotten boolean NOT NULL DEFAULT false,
  PRIMARY KEY (space, number),
  UNIQUE (space, id, host)
);
CREATE INDEX session_project ON session (space, project, last_at);
CREATE INDEX session_last ON session (space, last_at);
CREATE INDEX session_parent ON session (space, parent) WHERE parent IS NOT NULL;
CREATE INDEX session_uncaptured ON session (space, last_at) WHERE captured < seq;
-- Writers of one space take turns, so a key is looked up before it is added.
CREATE TABLE message (
  space integer NOT NULL,
  place integer NOT NULL,
  unit bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  session bigint NOT NULL,
  transcript bigint NOT NULL,
  seq bigint NOT NULL,
  turn bigint,
  message_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  at text COLLATE "C",
  text text NOT NULL,
  calls text,
  call_id text COLLATE "C",
  failed boolean NOT NULL,
  cwd text,
  branch text,
  model text,
  meta boolean NOT NULL,
  PRIMARY KEY (space, place, unit)
) PARTITION BY HASH (space, place);
${parts('message', MESSAGE_PARTS)}
CREATE INDEX message_key ON message (space, key);
CREATE INDEX message_unit ON message (space, unit);
CREATE INDEX message_session ON message (space, session, seq);
CREATE INDEX message_turn ON message (space, session, turn) WHERE turn IS NOT NULL;
CREATE TABLE message_passage (
  space integer NOT NULL,
  place integer NOT NULL,
  message bigint NOT NULL,
  number integer NOT NULL,
  tokens integer NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (space, place, message, number)
) PARTITION BY HASH (space, place);
${parts('message_passage', MESSAGE_PARTS)}
CREATE INDEX message_passage_words ON message_passage USING gin (words);
`

function parts(table: string, count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `CREATE TABLE ${table}_${at} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${count}, REMAINDER ${at});`,
  ).join('\n')
}
