/** I-07. Merges old memories that say nearly the same into one summary. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { RULE_TYPES } from '../memory/types.ts'
import { decimal, share, wholeNumber } from '../setting.ts'
import { jaccard } from '../text/jaccard.ts'
import { tokensOf } from '../text/tokens.ts'
import { BlockingSettings, rankedTokens, rareTokenIndex } from './blocking.ts'

/** The figures of I-07. */
export const CompressionSettings = z.object({
  minAgeDays: decimal(7, 'Newer memories are not compressed'),
  summarizeOldDays: decimal(30, 'Minimum age for summarize-old'),
  similarity: share(0.4, 'Minimum Jaccard similarity within a cluster'),
  minMembers: wholeNumber(3, 'Minimum memories for a summary', { min: 2 }),
  maxMembers: wholeNumber(20, 'Maximum memories for a summary', { min: 2 }),
  maxCharacters: wholeNumber(8000, 'Maximum length of a summary'),
  types: z
    .array(z.string())
    .readonly()
    .default(['episode', 'bugfix', 'feature', 'refactor', 'change', 'discovery', 'context'])
    .describe('Types that are merged automatically: events and findings, not rules'),
  blocking: BlockingSettings.prefault({}),
})
export type CompressionSettings = z.infer<typeof CompressionSettings>

type Compressible = Pick<
  Memory,
  | 'archived'
  | 'content'
  | 'createdAt'
  | 'done'
  | 'held'
  | 'id'
  | 'project'
  | 'quarantined'
  | 'scope'
  | 'sensitivity'
  | 'session'
  | 'state'
  | 'supersededBy'
  | 'title'
  | 'type'
  | 'validated'
>

/**
 * Whether a memory may go into a summary. Rules keep their own words and their force, a human nod
 * is for this very text, and an open task is not history.
 */
export function isCompressible(
  settings: CompressionSettings,
  memory: Compressible,
  now: Timestamp,
): boolean {
  const isLiving =
    memory.state !== 'removed' && !memory.archived && !memory.held && !memory.quarantined
  const isSettled = memory.supersededBy === null && !memory.validated && memory.done !== false
  const isOld = daysBetween(memory.createdAt, now) > settings.minAgeDays
  return isLiving && isSettled && isOld && !RULE_TYPES.has(memory.type)
}

/**
 * Clusters of at least three, oldest first inside and out. Single linkage: a memory belongs where
 * any member is alike. Greedy: taken oldest first, it joins (and thereby joins together) the most
 * similar clusters that still have room. Only within one place, type and sensitivity.
 */
export function compressionClusters<Item extends Compressible>(
  settings: CompressionSettings,
  memories: readonly Item[],
  now: Timestamp,
): Item[][] {
  const kin = new Map<string, Item[]>()
  for (const memory of memories) {
    if (!isCompressible(settings, memory, now)) continue
    const group = kin.get(kinOf(memory))
    if (group) group.push(memory)
    else kin.set(kinOf(memory), [memory])
  }
  return [...kin.values()]
    .flatMap((group) => linkToCluster(settings, group.sort(byAge)))
    .filter((cluster) => cluster.length >= settings.minMembers)
    .sort(([a], [b]) => (a && b ? byAge(a, b) : 0))
}

function kinOf(memory: Compressible): string {
  const { scope, project, session, type, sensitivity } = memory
  return JSON.stringify([scope, project, session, type, sensitivity])
}

function linkToCluster<Item extends Compressible>(
  settings: CompressionSettings,
  inOrder: readonly Item[],
): Item[][] {
  const tokens = inOrder.map(({ title, content }) => tokensOf(`${title}\n${content}`))
  const ranked = rankedTokens(tokens)
  const index = rareTokenIndex(settings.blocking, settings.similarity)
  const clusterOf: Gathering<Item>[] = []
  for (const [i, item] of inOrder.entries()) {
    const own = tokens[i] ?? new Set<string>()
    const rare = ranked[i] ?? new Int32Array()
    clusterOf[i] = { places: [i], items: [item], characters: item.content.length }
    const alike = index
      .candidates(rare)
      .map((other) => ({ other, similarity: jaccard(own, tokens[other] ?? new Set()) }))
      .filter(({ similarity }) => similarity >= settings.similarity)
      .sort((a, b) => b.similarity - a.similarity || a.other - b.other)
    for (const { other } of alike) joinIfRoom(settings, clusterOf, other, i)
    index.add(i, rare)
  }
  return [...new Set(clusterOf)].map(({ items }) => items.sort(byAge))
}

interface Gathering<Item> {
  readonly places: readonly number[]
  readonly items: Item[]
  readonly characters: number
}

function joinIfRoom<Item>(
  settings: CompressionSettings,
  clusterOf: Gathering<Item>[],
  a: number,
  b: number,
): void {
  const [one, other] = [clusterOf[a], clusterOf[b]]
  if (!one || !other || one === other) return
  const both = {
    places: [...one.places, ...other.places],
    items: [...one.items, ...other.items],
    characters: one.characters + other.characters,
  }
  if (both.items.length > settings.maxMembers || both.characters > settings.maxCharacters) return
  for (const place of both.places) clusterOf[place] = both
}

function byAge(a: Pick<Memory, 'createdAt' | 'id'>, b: Pick<Memory, 'createdAt' | 'id'>): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}
