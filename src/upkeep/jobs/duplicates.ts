/** I-08. Duplicates that slipped in: the older stays, unless the newer corrects it. */
import { conflictChanges } from '../../engine/memories/conflict-changes.ts'
import type { Memory } from '../../memory/memory.ts'
import { type DuplicateFinding, duplicateFindings } from '../../ranking/duplicates.ts'
import { linkKey } from '../../store/records.ts'
import type { Action, Job, Work } from '../job.ts'
import { allLiving } from '../living.ts'

export const duplicates: Job = {
  summary: 'Removes duplicates and applies corrections',
  setting: 'duplicateCleanup',
  async plan(work) {
    const { config } = work.engine
    const living = await allLiving(work)
    const { similarityThreshold } = config.scheduler.duplicateCleanup
    const findings = duplicateFindings(
      {
        near: { ...config.duplicates, cleanupThreshold: similarityThreshold },
        cleanup: config.ranking.duplicates,
      },
      living,
    )
    const byId = new Map(living.map((memory) => [memory.id, memory]))
    return {
      actions: [...removals(work, byId, findings), ...(await corrections(work, byId, findings))],
    }
  },
}

/** All that repeat one memory go together; it keeps what they had to add. */
function removals(
  work: Work,
  byId: ReadonlyMap<string, Memory>,
  findings: readonly DuplicateFinding[],
): Action[] {
  const groups = new Map<string, Extract<DuplicateFinding, { kind: 'duplicate' }>[]>()
  for (const finding of findings) {
    if (finding.kind !== 'duplicate') continue
    groups.set(finding.keep, [...(groups.get(finding.keep) ?? []), finding])
  }
  return [...groups].flatMap(([id, group]) => {
    const keep = byId.get(id)
    const twins = group.flatMap((finding) => {
      const memory = byId.get(finding.remove)
      return memory && !memory.validated ? [{ memory, finding }] : []
    })
    if (!keep || twins.length === 0) return []
    const all = [keep, ...twins.map(({ memory }) => memory)]
    return twins.map(
      ({ memory, finding }, index): Action => ({
        about: memory.id,
        title: memory.title,
        reason: `repeats ${keep.id} (${finding.score.toFixed(2)}): ${finding.reason}`,
        changes: [
          {
            op: 'update',
            kind: 'memory',
            key: memory.id,
            set: { state: 'removed', stateSince: work.now },
            expect: { state: memory.state, contentHash: memory.contentHash, validated: false },
          },
          ...(index === 0
            ? [
                {
                  op: 'update' as const,
                  kind: 'memory' as const,
                  key: keep.id,
                  set: mergedFields(keep, all),
                  expect: { contentHash: keep.contentHash, state: keep.state },
                },
              ]
            : []),
        ],
      }),
    )
  })
}

/** B-03. What is said again is surer, and its labels add up. */
function mergedFields(keep: Memory, all: readonly Memory[]): Partial<Memory> {
  const together = <T>(pick: (memory: Memory) => readonly T[]) => [...new Set(all.flatMap(pick))]
  return {
    strength: all.reduce((sum, { strength }) => sum + strength, 0) + all.length - 1,
    lastReinforcedAt: latest(all.map(({ lastReinforcedAt }) => lastReinforcedAt)),
    importance: Math.max(...all.map(({ importance }) => importance)),
    vitality: Math.max(...all.map(({ vitality }) => vitality)),
    tags: together(({ tags }) => tags),
    concepts: together(({ concepts }) => concepts),
    filesRead: together(({ filesRead }) => filesRead),
    filesModified: together(({ filesModified }) => filesModified),
    globs: together(({ globs }) => globs),
    triggers: together(({ triggers }) => triggers),
    // What one of them was to keep for good, stays.
    ...(all.some(({ expiresAt }) => expiresAt === null) && keep.expiresAt !== null
      ? { expiresAt: null, ttlDays: null }
      : {}),
  }
}

/** B-05. The same rule of trust as on write; where it forbids to replace, both stay and are linked. */
async function corrections(
  work: Work,
  byId: ReadonlyMap<string, Memory>,
  findings: readonly DuplicateFinding[],
): Promise<Action[]> {
  const pairs = findings.flatMap((finding) => {
    if (finding.kind !== 'superseded') return []
    const [newer, older] = [byId.get(finding.newer), byId.get(finding.older)]
    return newer && older ? [{ newer, older, finding }] : []
  })
  const links = await work.engine.store.links.of(pairs.map(({ newer }) => newer.id))
  const linked = new Set(links.map(linkKey))
  return pairs.flatMap(({ newer, older, finding }) => {
    const { score, reason } = finding
    const is = { relation: 'corrected' as const, score, margin: 1, reason }
    const decided = conflictChanges(newer, [{ memory: older, is }], 'job:duplicates')
    const [first] = decided.changes
    if (first?.kind === 'link' && first.op === 'insert' && linked.has(linkKey(first.row))) return []
    const replaces = decided.supersedes.length > 0
    return [
      {
        about: older.id,
        title: older.title,
        reason: `${replaces ? 'replaced' : 'contradicted'} by ${newer.id}: ${finding.reason}`,
        changes: decided.changes,
      },
    ]
  })
}

function latest(moments: readonly string[]): string {
  return [...moments].sort().at(-1) ?? ''
}
