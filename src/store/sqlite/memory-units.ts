/** A memory as recall ranks it: the few columns that decide its place, read as a list. */
import type { Scope } from '../../memory/memory.ts'
import type { Unit } from '../../search/corpus.ts'
import { isRuleType, roleOf } from '../../search/rules.ts'

/** In the order that `unitFrom` reads them. */
export const UNIT_COLUMNS = `memory.row, memory.id, memory.name, memory.type, memory.title,
  memory.tags, memory.content, memory.created_at, memory.archived, memory.superseded_by,
  memory.scope, memory.vitality, memory.access_count,
  json_extract(memory.provenance, '$.session'), json_extract(memory.provenance, '$.origin')`

export function unitFrom(row: readonly unknown[]): Unit {
  const [key, id, name, type, title, tags, content, createdAt, archived, supersededBy] = row
  const [scope, vitality, accessCount, session, origin] = row.slice(10)
  const words = tags === '[]' ? [] : (JSON.parse(tags as string) as string[])
  return {
    key: key as number,
    id: id as string,
    text: content as string,
    head: [name, type, title, ...words].join(' '),
    speaker: null,
    role: roleOf(origin as string),
    session: session as string | null,
    at: createdAt as string,
    isRule: isRuleType(type as string),
    archived: archived === 1,
    supersededBy: supersededBy as string | null,
    standing: {
      name: name as string,
      scope: scope as Scope,
      vitality: vitality as number,
      accessCount: accessCount as number,
    },
  }
}
