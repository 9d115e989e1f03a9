/** F-01, F-02. Sessions and their messages in SQLite. */
import type { SessionStore } from '../sessions.ts'
import { endedBefore, forgetSession, sessionNumber, sessionReads } from '../sql/sessions.ts'
import type { Runner } from '../sql/statement.ts'
import type { Database } from './database.ts'
import { inSqlite } from './dialect.ts'
import { MessageCorpus } from './message-corpus.ts'
import { SqliteSaidHistory } from './said-history.ts'
import { SessionWriter } from './session-writer.ts'
import type { SqliteVectors } from './vectors.ts'

export interface SqliteSessions extends SessionStore {
  /** B-15. */
  rebuildIndexes(): void
}

export function sqliteSessions(
  db: Database,
  runner: Runner,
  vectors: SqliteVectors,
): SqliteSessions {
  const writer = new SessionWriter(db)
  return {
    ...sessionReads(runner),
    recall: new MessageCorpus(db, runner, vectors),
    said: new SqliteSaidHistory(db, runner),
    put: async (batches) => writer.put(batches),
    async forget(session) {
      const number = await sessionNumber(runner, session)
      if (number === null) return { messages: 0 }
      db.exec('PRAGMA secure_delete = ON')
      const messages = db.transaction(() => {
        const removed = writer.removeMessages(number)
        for (const statement of forgetSession(session, number)) {
          const { sql, values } = inSqlite(statement)
          db.run(sql, ...values)
        }
        return removed
      })
      // Words linger in merged index segments and in pages that were freed: write all of it anew.
      for (const index of ['message_text', 'stretch_text']) {
        db.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
      }
      db.exec('VACUUM')
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.exec('PRAGMA secure_delete = FAST')
      return { messages }
    },
    prune: async (before) =>
      db.transaction(() => {
        const { sql, values } = inSqlite(endedBefore(before))
        const old = db.all(sql, ...values)
        let messages = 0
        for (const { number } of old) {
          messages += writer.removeMessages(Number(number))
          db.run('DELETE FROM session WHERE row = ?', Number(number))
        }
        return { sessions: old.length, messages }
      }),
    rebuildIndexes: () => writer.rebuildIndexes(),
  }
}
