/** I-07. Old memories that say nearly the same become one that says it all; its sources are archived. */
import type { Memory } from '../../memory/memory.ts'
import { freeName, slugFrom } from '../../memory/names.ts'
import { contentHash, descriptionFrom } from '../../memory/normalise.ts'
import { compressionClusters } from '../../ranking/compression.ts'
import { compressedSummary } from '../../ranking/summary.ts'
import type { Change } from '../../store/change.ts'
import type { Action, Job, Planned, Work } from '../job.ts'
import { allLiving, inUse } from '../living.ts'

export const compression: Job = {
  summary: 'Puts old memories that are alike together into one',
  setting: 'compression',
  plan: (work) => {
    const { minAgeDays, types } = work.engine.config.ranking.compression
    return compressCluster(work, minAgeDays, types)
  },
}

/**
 * The same for whatever is older than that, on request. By itself only what happened
 * is put together: a fact that holds must stay a memory of its own, to be corrected (B-05).
 */
export function olderThan(days: number): Job {
  return { ...compression, plan: (work) => compressCluster(work, days) }
}

async function compressCluster(
  work: Work,
  minAgeDays: number,
  types?: readonly string[],
): Promise<Planned> {
  const settings = { ...work.engine.config.ranking.compression, minAgeDays }
  const filter = types ? { ...inUse(work), types } : inUse(work)
  const clusters = compressionClusters(settings, await allLiving(work, filter), work.now)
  const taken = new Set<string>()
  const actions: Action[] = []
  for (const members of clusters) {
    const summary = await summaryOf(work, members, taken)
    actions.push({
      about: summary.id,
      title: summary.title,
      reason: `puts together ${members.map(({ id }) => id).join(', ')}`,
      changes: [
        { op: 'insert', kind: 'memory', row: summary },
        ...members.flatMap((member) => sourceChanges(work, summary, member)),
      ],
    })
    await work.breathe()
  }
  return { actions }
}

function sourceChanges(work: Work, summary: Memory, member: Memory): Change[] {
  const { id, contentHash: text, state } = member
  const expect = { archived: false, validated: false, contentHash: text, state, supersededBy: null }
  const link = { from: summary.id, to: id, kind: 'derived_from' as const, weight: 1 }
  return [
    { op: 'update', kind: 'memory', key: id, set: { archived: true }, expect },
    {
      op: 'insert',
      kind: 'link',
      row: { ...link, createdAt: work.now, by: 'job:compression' },
    },
  ]
}

/** As old as its newest member: what was corrected since must not look older than it. */
async function summaryOf(
  work: Work,
  members: readonly Memory[],
  taken: Set<string>,
): Promise<Memory> {
  const [first] = members
  if (!first) throw new RangeError('a summary needs members')
  const summary = compressedSummary(members)
  const newest = members.reduce((a, b) => (b.createdAt > a.createdAt ? b : a), first)
  const weakest = members.reduce((a, b) => (b.trust < a.trust ? b : a), first)
  const union = (pick: (memory: Memory) => readonly string[]) => [...new Set(members.flatMap(pick))]
  const sum = (pick: (memory: Memory) => number) => members.reduce((n, one) => n + pick(one), 0)
  const lastUses = members.flatMap(({ lastAccessedAt }) => lastAccessedAt ?? []).sort()
  const lastsForGood = members.some(({ expiresAt }) => expiresAt === null)
  return {
    ...newest,
    ...summary,
    id: work.engine.clock.newId(),
    name: await nameFor(work, first, summary.title, taken),
    subtitle: '',
    description: descriptionFrom(summary.content),
    globs: union(({ globs }) => globs),
    triggers: union(({ triggers }) => triggers),
    vitality: Math.max(...members.map(({ vitality }) => vitality)),
    trust: weakest.trust,
    strength: sum(({ strength }) => strength),
    state:
      (['high', 'new', 'low'] as const).find((state) => members.some((m) => m.state === state)) ??
      'new',
    stateSince: work.now,
    validated: false,
    ttlDays: lastsForGood ? null : Math.max(...members.map(({ ttlDays }) => ttlDays ?? 0)) || null,
    expiresAt: lastsForGood ? null : latest(members.flatMap(({ expiresAt }) => expiresAt ?? [])),
    accessCount: sum(({ accessCount }) => accessCount),
    injectedCount: 0,
    updatedAt: work.now,
    lastAccessedAt: lastUses.at(-1) ?? null,
    lastReinforcedAt: latest(members.map(({ lastReinforcedAt }) => lastReinforcedAt)) ?? work.now,
    contentHash: contentHash(summary.content),
    provenance: {
      ...weakest.provenance,
      messages: null,
      snippet: null,
      confidenceReason: `the least of ${members.length} memories that it puts together`,
    },
    procedure: null,
    outcome: null,
    done: null,
  }
}

async function nameFor(
  work: Work,
  place: Memory,
  title: string,
  taken: Set<string>,
): Promise<string> {
  const { memories } = work.engine.store
  const base = slugFrom(title)
  const filter = { scopes: [place.scope], project: place.project }
  const known = new Set(await memories.namesLike(filter, base.slice(0, 48), 10_000))
  const name = freeName(base, (each) => known.has(each) || taken.has(each))
  taken.add(name)
  return name
}

function latest(moments: readonly string[]): string | null {
  return [...moments].sort().at(-1) ?? null
}
