import { migrate } from '../../../operations/migrate.ts'
import { command } from '../command.ts'

export const migrateCommand = command(migrate, {
  examples: [
    'mneme migrate --to postgres://me@db.example.com/mneme',
    'mneme migrate --to ~/back-home.db',
  ],
  print: ({ memories, records, history, messages, vectors, digest, resumed, isPostgres }) =>
    [
      `Moved ${memories} memories${resumed ? ', resumed' : ''}: ${records} records, ${history} rows of history, ${messages} messages, ${vectors} vectors`,
      `  Both stores hold the same: ${digest.slice(0, 16)}`,
      `  To use it from now on: mneme config set ${isPostgres ? 'store.url' : 'store.path'} …`,
    ].join('\n'),
})
