/** The least that keeps a text and finds it again by its words, best first: SQLite with FTS5. */
import { DatabaseSync } from '@photostructure/sqlite'

export interface BareTable {
  insertAll(drafts: readonly { readonly title: string; readonly content: string }[]): void
  find(query: string, limit: number): unknown[]
  close(): void
}

export function openBareTable(file: string, synchronous: 'FULL' | 'OFF'): BareTable {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};
    CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL);
    CREATE VIRTUAL TABLE note_text USING fts5(title, content, content = note, content_rowid = id,
      tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO note (title, content) VALUES (?, ?)')
  const index = db.prepare('INSERT INTO note_text (rowid, title, content) VALUES (?, ?, ?)')
  const find = db.prepare(`SELECT note.id, note.title, note.content, -rank AS score FROM note_text
    JOIN note ON note.id = note_text.rowid
    WHERE note_text MATCH ? AND rank MATCH 'bm25(3.0, 1.0)' ORDER BY rank LIMIT ?`)
  return {
    insertAll(drafts) {
      db.exec('BEGIN IMMEDIATE')
      for (const { title, content } of drafts) {
        const { lastInsertRowid } = insert.run(title, content)
        index.run(lastInsertRowid, title, content)
      }
      db.exec('COMMIT')
    },
    find: (query, limit) =>
      find.all(
        query
          .split(' ')
          .map((word) => `"${word}"`)
          .join(' OR '),
        limit,
      ),
    close: () => db.close(),
  }
}
