/** Which host keeps conversations in a database, by its tables, which may be in its log only. */

import { basename } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { HELD, whyNotReadable } from './database-problem.ts'
import { asObject } from './json.ts'
import type { Host } from './transcript.ts'

/** One that is held counts as OpenCode's, so that it is named among what could not be read. */
export function hostOfDatabase(path: string): Host | null {
  const openCode = basename(path).startsWith('kilo') ? 'kilo' : 'opencode'
  let database: DatabaseSyncInstance | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true })
    const rows = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
    const tables = new Set(rows.map((row: unknown) => String(asObject(row)?.name)))
    if (tables.has('session')) {
      const hasParts = tables.has('message') && tables.has('part')
      return hasParts || tables.has('session_message') ? openCode : null
    }
    if (tables.has('sessions') && tables.has('messages')) return 'goose'
    return tables.has('threads') ? 'zed' : null
  } catch (error) {
    return whyNotReadable(error) === HELD ? openCode : null
  } finally {
    database?.close()
  }
}
