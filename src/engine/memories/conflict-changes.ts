/** B-05. What happens to the memories that a new one corrects or contradicts. */
import { isConflict } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import { isForeign, isPersons } from '../../memory/origins.ts'
import type { Change } from '../../store/change.ts'
import { type Related, saidAt } from '../graph/related.ts'

interface ConflictChanges {
  readonly changes: readonly Change[]
  readonly supersedes: readonly string[]
  readonly contradicts: readonly string[]
  readonly notes: readonly string[]
}

/** Links to each; what is replaced stops surfacing. Relations that are no conflict are passed over. */
export function conflictChanges(
  memory: Memory,
  related: readonly Related[],
  by: string,
): ConflictChanges {
  const changes: Change[] = []
  const supersedes: string[] = []
  const contradicts: string[] = []
  const notes: string[] = []
  for (const { memory: older, is, isLater = false } of related) {
    if (!isConflict(is)) continue
    if (isLater && mayReplace(older, memory)) {
      changes.push(...supersededChanges(memory, older, by))
      notes.push(`was replaced by "${older.name}" since: ${is.reason}`)
      continue
    }
    const replaces = is.relation === 'corrected' && mayReplace(memory, older)
    const kind = replaces ? 'supersedes' : 'contradicts'
    const createdAt = memory.updatedAt
    changes.push({
      op: 'insert',
      kind: 'link',
      row: { from: memory.id, to: older.id, kind, weight: 1, createdAt, by },
    })
    if (replaces) {
      supersedes.push(older.id)
      const { contentHash, updatedAt, state, supersededBy } = older
      changes.push({
        op: 'update',
        kind: 'memory',
        key: older.id,
        set: { supersededBy: memory.id, updatedAt: createdAt },
        expect: { contentHash, updatedAt, state, supersededBy },
      })
    } else {
      contradicts.push(older.id)
    }
    notes.push(`${replaces ? 'replaces' : 'contradicts'} "${older.name}": ${is.reason}`)
  }
  return { changes, supersedes, contradicts, notes }
}

/** M-12. What is read only now and was corrected since it was said is kept, and never in force. */
function supersededChanges(memory: Memory, later: Memory, by: string): Change[] {
  const link = { from: later.id, to: memory.id, kind: 'supersedes', weight: 1 } as const
  return [
    { op: 'insert', kind: 'link', row: { ...link, createdAt: later.updatedAt, by } },
    { op: 'update', kind: 'memory', key: memory.id, set: { supersededBy: later.id } },
  ]
}

/**
 * M-02. Only a person's words, or words with a person's yes, retire what a person said; among others,
 * equal or greater trust replaces (K-11).
 */
export function mayReplace(newer: Memory, older: Memory): boolean {
  const { origin } = newer.provenance
  if (saidAt(newer) < saidAt(older)) return false
  if (isPersons(newer)) return true
  if (isForeign(origin) || isPersons(older)) return false
  return newer.trust >= older.trust
}
