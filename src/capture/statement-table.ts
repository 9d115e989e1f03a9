/**
 * The fitted table. The build puts a function in place that reads the file at its first call: within the bundle,
 * every program would load it.
 */
import type { StatementTable } from './statement-model.ts'
import table from './statement-table.json' with { type: 'json' }

export function readStatementTable(): StatementTable {
  return table
}
