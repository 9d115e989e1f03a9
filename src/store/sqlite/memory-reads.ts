/** B-10. Usage counters and tags of memories in SQLite. */
import type { OwnMemoryReads } from '../sql/memories.ts'
import { sql } from '../sql/statement.ts'
import type { Database } from './database.ts'

/**
 * `relaxed` is a connection that does not wait for the disk on each commit: counts may be lost in a
 * power cut, rows may not. It still waits when the log is folded into the file, since the rows that
 * others were promised go the same way (B-13).
 */
export function ownMemoryReads(relaxed: () => Database): OwnMemoryReads {
  return {
    touch: (ids, at, sessionExpiresAt) =>
      relaxed().runWhenFree(
        `UPDATE memory SET access_count = access_count + 1, last_accessed_at = ?,
           expires_at = CASE scope WHEN 'session' THEN ? ELSE expires_at END
         WHERE id IN (SELECT value FROM json_each(?))`,
        at,
        sessionExpiresAt,
        JSON.stringify(ids),
      ),
    countInjections: (ids) =>
      relaxed().runWhenFree(
        `UPDATE memory SET injected_count = injected_count + 1
         WHERE id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(ids),
      ),
    tagsOf: (where) =>
      sql`SELECT memory_tag.tag AS tag FROM memory_tag
          JOIN memory ON memory.row = memory_tag.memory WHERE ${where}`,
  }
}
