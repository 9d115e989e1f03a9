/** F-01, F-02. Sessions and their messages in PostgreSQL. */
import type { SessionStore } from '../sessions.ts'
import { endedBefore, forgetSession, sessionNumber, sessionReads } from '../sql/sessions.ts'
import type { Runner } from '../sql/statement.ts'
import type { Connections } from './connections.ts'
import { inPostgres } from './dialect.ts'
import { MessageCorpus } from './message-corpus.ts'
import { PostgresSaidHistory } from './said-history.ts'
import { SessionWriter } from './session-writer.ts'
import type { Space } from './space.ts'
import type { PostgresVectors } from './vectors.ts'

export function postgresSessions(
  db: Connections,
  space: Space,
  runner: Runner,
  vectors: PostgresVectors,
): SessionStore {
  const writer = new SessionWriter(db, space)
  return {
    ...sessionReads(runner),
    recall: new MessageCorpus(db, space, runner, vectors),
    said: new PostgresSaidHistory(db, space, runner),
    put: (batches) => writer.put(batches),
    async forget(session) {
      const number = await sessionNumber(runner, session)
      if (number === null) return { messages: 0 }
      const messages = await db.transaction(async (transaction) => {
        const totals = await writer.take(transaction)
        const removed = await writer.messages.removeOf(transaction, number, totals)
        for (const statement of forgetSession(session, number)) {
          const { sql, values } = inPostgres(statement, [space.number])
          transaction.send(sql, ...values)
        }
        writer.give(transaction, totals)
        return removed
      })
      for (const table of ['message', 'message_passage', 'journal', 'document', 'note']) {
        await db.run(`VACUUM ${table}`)
      }
      return { messages }
    },
    async prune(before) {
      await db.ready()
      return db.transaction(async (transaction) => {
        const totals = await writer.take(transaction)
        const { sql, values } = inPostgres(endedBefore(before), [space.number])
        const old = await transaction.all(sql, ...values)
        let messages = 0
        for (const { number } of old) {
          messages += await writer.messages.removeOf(transaction, Number(number), totals)
          transaction.send(
            'DELETE FROM session WHERE space = $1 AND number = $2',
            space.number,
            Number(number),
          )
        }
        writer.give(transaction, totals)
        return { sessions: old.length, messages }
      })
    },
  }
}
