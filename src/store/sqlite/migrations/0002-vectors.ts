/** D-03, D-12, D-15. Vectors of passages, what waits to be embedded, and the words of the index. */
export const vectors = `
-- Where each word of the text index stands, so that a query can be counted without ranking rows.
CREATE VIRTUAL TABLE memory_text_term USING fts5vocab('memory_text', 'instance');
CREATE INDEX memory_from_session ON memory (json_extract(provenance, '$.session'), created_at)
  WHERE json_extract(provenance, '$.session') IS NOT NULL;

CREATE TABLE vector_model (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dims INTEGER NOT NULL
);
-- Ids only ever grow: whoever knows the last one can ask for what came after it.
CREATE TABLE vector (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  corpus TEXT NOT NULL,
  unit INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  model INTEGER NOT NULL,
  code BLOB NOT NULL,
  data BLOB NOT NULL
);
CREATE INDEX vector_unit ON vector (corpus, unit);
-- Covers the scan: the signs of all vectors are read without touching the vectors themselves.
CREATE INDEX vector_scan ON vector (corpus, model, id, unit, code);

-- What was taken away, in order, so that another process can follow.
CREATE TABLE vector_gone (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  vector INTEGER NOT NULL
);
CREATE TRIGGER vector_gone AFTER DELETE ON vector BEGIN
  INSERT INTO vector_gone (vector) VALUES (old.id);
END;

-- Units that wait for their vectors. A change draws a new ticket, which voids work on the old text.
CREATE TABLE vector_due (
  ticket INTEGER PRIMARY KEY AUTOINCREMENT,
  corpus TEXT NOT NULL,
  unit INTEGER NOT NULL,
  UNIQUE (corpus, unit)
);
CREATE TRIGGER memory_vector_new AFTER INSERT ON memory BEGIN
  INSERT OR REPLACE INTO vector_due (corpus, unit) VALUES ('memories', new.row);
END;
CREATE TRIGGER memory_vector_changed AFTER UPDATE OF title, content ON memory
WHEN old.title IS NOT new.title OR old.content IS NOT new.content BEGIN
  DELETE FROM vector WHERE corpus = 'memories' AND unit = old.row;
  INSERT OR REPLACE INTO vector_due (corpus, unit) VALUES ('memories', new.row);
END;
CREATE TRIGGER memory_vector_gone AFTER DELETE ON memory BEGIN
  DELETE FROM vector WHERE corpus = 'memories' AND unit = old.row;
  DELETE FROM vector_due WHERE corpus = 'memories' AND unit = old.row;
END;
INSERT INTO vector_due (corpus, unit) SELECT 'memories', row FROM memory;
`
