/** I. Since when a memory is in its state, batches in parts and runs, and what became of memories. */
export const upkeep = `
ALTER TABLE memory ADD COLUMN state_since TEXT NOT NULL DEFAULT '';
UPDATE memory SET state_since = updated_at;
-- Jobs read what lives page by page, one project after the other.
CREATE INDEX memory_living ON memory (project, id) WHERE state <> 'removed' AND superseded_by IS NULL;

-- A long batch is applied in parts, and several batches of one run are undone together.
ALTER TABLE batch ADD COLUMN run TEXT;
ALTER TABLE batch ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
CREATE INDEX batch_run ON batch (run) WHERE run IS NOT NULL;

CREATE TABLE memory_use (
  row INTEGER PRIMARY KEY,
  memory TEXT NOT NULL,
  at TEXT NOT NULL,
  session TEXT
);
CREATE INDEX memory_use_memory ON memory_use (memory, at, session);
CREATE INDEX memory_use_at ON memory_use (at);

CREATE TABLE retrieval (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  project TEXT,
  session TEXT,
  query TEXT NOT NULL,
  relevant TEXT NOT NULL,
  rejected TEXT NOT NULL
);
CREATE INDEX retrieval_at ON retrieval (at);
CREATE INDEX retrieval_project ON retrieval (project, number);

CREATE TABLE injection (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  project TEXT,
  session TEXT,
  turn INTEGER NOT NULL,
  memory TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  used_at TEXT,
  how TEXT
);
CREATE INDEX injection_memory ON injection (memory, at);
CREATE INDEX injection_open ON injection (at) WHERE used_at IS NULL;
CREATE INDEX injection_at ON injection (at);

-- B-14. Of a memory that is gone no trace of use is left either.
CREATE TRIGGER memory_usage_gone AFTER DELETE ON memory BEGIN
  DELETE FROM memory_use WHERE memory = old.id;
  DELETE FROM injection WHERE memory = old.id;
END;
`
