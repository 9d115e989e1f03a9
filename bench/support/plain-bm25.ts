/** The yardstick: FTS5's own bm25 over whole documents, stop words out, the terms joined with OR. */
import { Database } from '../../src/store/sqlite/database.ts'
import { contentWords } from '../../src/text/words.ts'
import type { Document } from './recall-sets.ts'

export interface PlainIndex {
  /** Ids of documents, best first. */
  search(query: string, limit: number): string[]
  close(): void
}

export function plainIndex(documents: readonly Document[]): PlainIndex {
  const db = new Database({ file: ':memory:', synchronous: 'OFF', busyTimeoutMs: 0 })
  db.exec(`CREATE VIRTUAL TABLE doc USING fts5(body, tokenize = 'porter unicode61')`)
  db.transaction(() => {
    documents.forEach(({ text }, at) => {
      db.run('INSERT INTO doc (rowid, body) VALUES (?, ?)', at + 1, text)
    })
  })
  return {
    search(query, limit) {
      const terms = contentWords(query).map((word) => `"${word.replaceAll('"', '')}"`)
      if (terms.length === 0) return []
      return db
        .all(
          'SELECT rowid FROM doc WHERE doc MATCH ? ORDER BY rank LIMIT ?',
          terms.join(' OR '),
          limit,
        )
        .map((row) => documents[Number(row.rowid) - 1]?.id ?? '')
    },
    close: () => db.close(),
  }
}
