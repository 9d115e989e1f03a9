/** B-01. The ground: memories with their text index, what links them, the journal, the outbox. */
export const foundation = `
CREATE TABLE memory (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  project TEXT,
  session TEXT,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  description TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  concepts TEXT NOT NULL,
  files_read TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  globs TEXT NOT NULL,
  triggers TEXT NOT NULL,
  importance REAL NOT NULL,
  vitality REAL NOT NULL,
  priority TEXT NOT NULL,
  confidence REAL NOT NULL,
  trust REAL NOT NULL,
  strength INTEGER NOT NULL,
  sensitivity TEXT NOT NULL,
  state TEXT NOT NULL,
  validated INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  held INTEGER NOT NULL,
  quarantined INTEGER NOT NULL,
  ttl_days REAL,
  expires_at TEXT,
  access_count INTEGER NOT NULL,
  injected_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_accessed_at TEXT,
  last_reinforced_at TEXT NOT NULL,
  superseded_by TEXT,
  content_hash TEXT NOT NULL,
  season TEXT,
  scale TEXT,
  provenance TEXT NOT NULL,
  procedure TEXT,
  outcome TEXT,
  done INTEGER
);
-- A-06. A name is unique in its place; a forgotten memory gives its name back.
CREATE UNIQUE INDEX memory_name ON memory (scope, coalesce(project, ''), coalesce(session, ''), name)
  WHERE state <> 'removed' AND superseded_by IS NULL;
-- B-02. So is its content: two processes that store the same text at once make one memory.
CREATE UNIQUE INDEX memory_hash ON memory (scope, coalesce(project, ''), coalesce(session, ''), content_hash)
  WHERE state <> 'removed' AND superseded_by IS NULL;
CREATE INDEX memory_place ON memory (project, created_at);
CREATE INDEX memory_created ON memory (created_at, id);
CREATE INDEX memory_type ON memory (type, created_at);
CREATE INDEX memory_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_successor ON memory (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE memory_tag (
  tag TEXT NOT NULL,
  memory INTEGER NOT NULL,
  PRIMARY KEY (tag, memory)
) WITHOUT ROWID;
CREATE INDEX memory_tag_memory ON memory_tag (memory);

CREATE TABLE memory_file (
  path TEXT NOT NULL,
  memory INTEGER NOT NULL,
  PRIMARY KEY (path, memory)
) WITHOUT ROWID;
CREATE INDEX memory_file_memory ON memory_file (memory);

-- The numbers of places. A passage's id begins with the number of its place.
CREATE TABLE place (
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
);
-- A passage is what the text index ranks; a memory takes its best one.
CREATE TABLE passage (
  id INTEGER PRIMARY KEY,
  memory INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL
);
CREATE INDEX passage_memory ON passage (memory);
CREATE VIRTUAL TABLE memory_text USING fts5(
  head, body, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);

CREATE TABLE version (
  id TEXT PRIMARY KEY,
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  cause TEXT NOT NULL,
  snapshot TEXT NOT NULL
);
CREATE INDEX version_memory ON version (memory, at);

CREATE TABLE link (
  key TEXT PRIMARY KEY,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  kind TEXT NOT NULL,
  weight REAL NOT NULL,
  created_at TEXT NOT NULL,
  "by" TEXT NOT NULL
);
CREATE INDEX link_from ON link ("from");
CREATE INDEX link_to ON link ("to");

CREATE TABLE fact (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  predicate TEXT NOT NULL,
  object TEXT NOT NULL,
  confidence REAL NOT NULL,
  project TEXT,
  memory TEXT,
  valid_from TEXT,
  valid_to TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX fact_subject ON fact (subject, predicate);
CREATE INDEX fact_predicate ON fact (predicate, object);
CREATE INDEX fact_object ON fact (object);
CREATE INDEX fact_memory ON fact (memory);

CREATE TABLE project (
  id TEXT PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  root_commits TEXT NOT NULL,
  common_dirs TEXT NOT NULL,
  remotes TEXT NOT NULL,
  paths TEXT NOT NULL,
  excluded TEXT NOT NULL,
  merged_into TEXT,
  off INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE document (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  project TEXT,
  session TEXT,
  at TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX document_kind ON document (kind, at);

CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  cause TEXT NOT NULL,
  undoes TEXT,
  undone_by TEXT
);
CREATE TABLE journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  batch TEXT NOT NULL,
  op TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  before TEXT,
  after TEXT,
  erased INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX journal_batch ON journal (batch);
CREATE INDEX journal_key ON journal (key);

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  batch TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  op TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE TABLE outbox_consumer (
  name TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
);

CREATE TABLE note (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
`
