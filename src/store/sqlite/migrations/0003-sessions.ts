/** F-01, F-02. Transcripts: how far each was read, its sessions, their messages and the words of those. */
export const sessions = `
-- How far a file was read. It is written with what was read, in one transaction.
CREATE TABLE transcript (
  row INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  host TEXT NOT NULL,
  cursor TEXT,
  revision INTEGER NOT NULL,
  read_at TEXT NOT NULL
);
-- What was left out of a file, by reason, with the line of the first. A standing one is what keeps
-- the file from being read, and ends with the next reading that succeeds.
CREATE TABLE transcript_skip (
  transcript INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  line INTEGER,
  standing INTEGER NOT NULL,
  PRIMARY KEY (transcript, reason)
) WITHOUT ROWID;

CREATE TABLE session (
  row INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  id TEXT NOT NULL,
  parent TEXT,
  project TEXT,
  place INTEGER NOT NULL,
  cwd TEXT,
  branch TEXT,
  title TEXT,
  model TEXT,
  version TEXT,
  headless INTEGER,
  started_at TEXT,
  last_at TEXT,
  read_at TEXT NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  users INTEGER NOT NULL DEFAULT 0,
  assistants INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  section INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0,
  compactions INTEGER NOT NULL DEFAULT 0,
  captured INTEGER NOT NULL DEFAULT 0,
  forgotten INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX session_id ON session (id, host);
CREATE INDEX session_project ON session (project, last_at);
CREATE INDEX session_last ON session (last_at);
CREATE INDEX session_parent ON session (parent) WHERE parent IS NOT NULL;

-- A project's messages have rows of one range, so that the text index seeks to the project by itself.
CREATE TABLE message_place (
  number INTEGER PRIMARY KEY,
  project TEXT UNIQUE
);
-- The order of rows is the order of the stream. seq counts within a session: a message that is
-- replaced keeps its row and gets a new seq.
CREATE TABLE message (
  row INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL,
  transcript INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  turn INTEGER,
  message_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  role TEXT NOT NULL,
  origin TEXT NOT NULL,
  at TEXT,
  text TEXT NOT NULL,
  calls TEXT,
  call_id TEXT,
  failed INTEGER NOT NULL,
  cwd TEXT,
  branch TEXT,
  model TEXT,
  meta INTEGER NOT NULL
);
CREATE INDEX message_session ON message (session, seq);
CREATE INDEX message_turn ON message (session, turn) WHERE turn IS NOT NULL;

-- A row here is a passage: its id is the message's row times 4096, plus its number in the message.
CREATE VIRTUAL TABLE message_text USING fts5(
  body, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE message_text_term USING fts5vocab('message_text', 'instance');

-- RECALL "Context table": stretches of what was said in one session, rebuilt section by section. A
-- section is known by its first turn.
CREATE TABLE stretch (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  section INTEGER NOT NULL,
  from_turn INTEGER NOT NULL,
  to_turn INTEGER NOT NULL
);
CREATE INDEX stretch_session ON stretch (session, section);
CREATE VIRTUAL TABLE stretch_text USING fts5(
  body, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE stretch_text_term USING fts5vocab('stretch_text', 'instance');
`
