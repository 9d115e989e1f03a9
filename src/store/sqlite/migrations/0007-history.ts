/** M-31, M-40. How many stretches hold a word, and the commits of each project. */
export const history = `
CREATE VIRTUAL TABLE stretch_text_word USING fts5vocab('stretch_text', 'row');

CREATE TABLE git_commit (
  row INTEGER PRIMARY KEY,
  project TEXT NOT NULL,
  hash TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  branch TEXT,
  message TEXT NOT NULL,
  files TEXT NOT NULL,
  UNIQUE (project, hash)
);
CREATE INDEX git_commit_at ON git_commit (project, at);
CREATE TABLE git_commit_file (
  path TEXT NOT NULL,
  commit_row INTEGER NOT NULL,
  PRIMARY KEY (path, commit_row)
) WITHOUT ROWID;
CREATE INDEX git_commit_file_of ON git_commit_file (commit_row);
CREATE VIRTUAL TABLE git_commit_text USING fts5(
  body, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE git_commit_text_term USING fts5vocab('git_commit_text', 'instance');
CREATE VIRTUAL TABLE git_commit_text_word USING fts5vocab('git_commit_text', 'row');

-- A sentence of the user has a vector of its own from now on: what had one for all is due again.
INSERT OR REPLACE INTO vector_due (corpus, unit)
  SELECT 'messages', row FROM message WHERE role = 'user' AND turn IS NOT NULL;
`
