/** M-40. The commits of each project; a sentence of the user has a vector of its own from now on. */

/** Tables that came after the second migration and say in a column `space` whose they are. */
export const HISTORY_TABLES = ['git_commit'] as const

export const history = `
CREATE TABLE git_commit (
  space integer NOT NULL,
  unit bigint GENERATED ALWAYS AS IDENTITY,
  project text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  author text NOT NULL,
  branch text,
  message text NOT NULL,
  files text[] NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (space, unit),
  UNIQUE (space, project, hash)
);
CREATE INDEX git_commit_at ON git_commit (space, project, at);
CREATE INDEX git_commit_words ON git_commit USING gin (words);
CREATE INDEX git_commit_files ON git_commit USING gin (files);
ALTER TABLE git_commit ENABLE ROW LEVEL SECURITY;
CREATE POLICY reads ON git_commit FOR SELECT
  USING (space = ANY ((SELECT mneme_spaces('reader'))::integer[]));
CREATE POLICY keeps ON git_commit
  USING (space = ANY ((SELECT mneme_spaces('maintainer'))::integer[]));
INSERT INTO vector_due (space, corpus, unit)
  SELECT space, 'messages', unit FROM message WHERE role = 'user' AND turn IS NOT NULL
  ON CONFLICT DO NOTHING;
`
