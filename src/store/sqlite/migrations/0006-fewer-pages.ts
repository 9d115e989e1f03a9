/** B-13. Each page that a commit touches is written and waited for: two indexes that nobody needs go. */
export const fewerPages = `
CREATE TABLE batch_by_seq (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  cause TEXT NOT NULL,
  undoes TEXT,
  undone_by TEXT,
  run TEXT,
  parts INTEGER NOT NULL DEFAULT 0
);
INSERT INTO batch_by_seq (seq, id, at, actor, cause, undoes, undone_by, run, parts)
  SELECT seq, id, at, actor, cause, undoes, undone_by, run, parts FROM batch ORDER BY seq;
DROP TABLE batch;
ALTER TABLE batch_by_seq RENAME TO batch;
CREATE INDEX batch_run ON batch (run) WHERE run IS NOT NULL;

-- A ticket need only differ from the one before it.
CREATE TEMP TABLE waiting AS SELECT corpus, unit FROM vector_due;
DROP TABLE vector_due;
CREATE TABLE vector_due (
  corpus TEXT NOT NULL,
  unit INTEGER NOT NULL,
  ticket INTEGER NOT NULL DEFAULT (abs(random() % 9007199254740991)),
  PRIMARY KEY (corpus, unit)
) WITHOUT ROWID;
INSERT INTO vector_due (corpus, unit) SELECT corpus, unit FROM waiting ORDER BY corpus, unit;
DROP TABLE waiting;
`
