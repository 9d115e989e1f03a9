/** B-10. Counting uses, and the tags of memories, as PostgreSQL does it. */
import type { OwnMemoryReads } from '../sql/memories.ts'
import { sql } from '../sql/statement.ts'
import type { Connections } from './connections.ts'
import type { Space } from './space.ts'
import { toText } from './texts.ts'

/** Two that count the same memories at once must not wait for each other in a circle. */
const LOCKED_IN_ORDER = `WITH locked AS (
  SELECT id FROM memory WHERE space = $1 AND id = ANY($2::text[]) ORDER BY id FOR UPDATE)`

export function ownMemoryReads(db: Connections, space: Space): OwnMemoryReads {
  const count = async (ids: readonly string[], set: string, ...values: readonly string[]) => {
    if (ids.length === 0) return
    await db.ready()
    await db.runOnce(
      `${LOCKED_IN_ORDER} UPDATE memory SET ${set}
       FROM locked WHERE memory.space = $1 AND memory.id = locked.id`,
      space.number,
      ids.map(toText),
      ...values,
    )
  }
  return {
    touch: (ids, at, sessionExpiresAt) =>
      count(
        ids,
        `access_count = access_count + 1, last_accessed_at = $3,
         expires_at = CASE scope WHEN 'session' THEN $4 ELSE expires_at END`,
        at,
        sessionExpiresAt,
      ),
    countInjections: (ids) => count(ids, 'injected_count = injected_count + 1'),
    tagsOf: (where) =>
      sql`SELECT tag FROM (SELECT DISTINCT memory.unit, unnest(memory.tags) AS tag FROM memory
          WHERE ${where} AND memory.state <> 'removed') AS each`,
  }
}
