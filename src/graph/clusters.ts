/** E-04. The clusters of one project: found, joined, named, and recognised from one run to the next. */
import * as z from 'zod'
import { wholeNumber } from '../setting.ts'
import { type TermCounts, tellingTerms, termCounts } from '../text/telling-terms.ts'
import type { Vector } from './core-distance.ts'
import { HdbscanSettings, hdbscan } from './hdbscan.ts'

export const ClusterSettings = z.object({
  maxPoints: wholeNumber(2000, 'Newest memories clustered exactly; older ones join a cluster'),
  joinSimilarity: z.number().default(0.6).describe('Minimum similarity to a centroid for joining'),
  sameMembers: z
    .number()
    .default(0.5)
    .describe('Minimum overlap of members to recognise a cluster'),
  sameCentroid: z
    .number()
    .default(0.95)
    .describe('Minimum similarity of centroids to recognise a cluster'),
  labelTerms: wholeNumber(3, 'Words in a cluster’s label'),
  hdbscan: HdbscanSettings.prefault({}),
})
export type ClusterSettings = z.infer<typeof ClusterSettings>

/** A memory as clustering sees it: a unit vector, and the text that may name its cluster. */
export interface ClusterPoint {
  readonly id: string
  readonly vector: Vector
  readonly text: string
}

export interface Cluster {
  readonly id: string
  readonly label: string
  /** Of unit length. */
  readonly centroid: Vector
  readonly members: readonly ClusterMember[]
}

interface ClusterMember {
  readonly id: string
  /** Cosine with the centroid. */
  readonly similarity: number
}

interface KnownCluster {
  readonly id: string
  readonly centroid: Vector
  readonly members: readonly string[]
}

/**
 * The newest memories are clustered exactly, which is quadratic and therefore capped; each of the
 * rest joins the nearest centroid, if any is near enough. Clusters come in the order of their
 * first member. `newId` is asked only for clusters that were not known before.
 */
export function discoveredClusters(
  settings: ClusterSettings,
  points: readonly ClusterPoint[],
  before: { readonly known: readonly KnownCluster[]; readonly newId: () => string },
): Cluster[] {
  const inOrder = [...points].sort((a, b) => (a.id < b.id ? -1 : 1))
  const exact = inOrder.slice(-settings.maxPoints)
  const groups = groupsOf(settings, exact)
  joinNearest(settings, groups, inOrder.slice(0, -settings.maxPoints))
  const ids = matchKnownClusters(settings, groups, inOrder, before)
  const everywhere = termCounts(inOrder.map(({ text }) => text))
  return groups.map((group, i) => ({
    id: ids[i] ?? before.newId(),
    label: labelOf(settings, group, everywhere),
    centroid: group.centroid,
    members: group.points.map(({ id, vector }) => ({
      id,
      similarity: dot(vector, group.centroid),
    })),
  }))
}

/** The cluster that a new memory belongs to before the next run, or null. */
export function nearestCluster(
  settings: ClusterSettings,
  clusters: readonly Pick<Cluster, 'centroid' | 'id'>[],
  vector: Vector,
): { readonly id: string; readonly similarity: number } | null {
  let best: { id: string; similarity: number } | null = null
  for (const { id, centroid } of clusters) {
    const similarity = dot(vector, centroid)
    if (similarity < settings.joinSimilarity) continue
    if (!best || similarity > best.similarity) best = { id, similarity }
  }
  return best
}

interface Group {
  points: ClusterPoint[]
  readonly centroid: Vector
}

function groupsOf(settings: ClusterSettings, points: readonly ClusterPoint[]): Group[] {
  const { labels } = hdbscan(
    settings.hdbscan,
    points.map(({ vector }) => vector),
  )
  const grouped: ClusterPoint[][] = []
  for (const [i, label] of labels.entries()) {
    const point = points[i]
    if (label < 0 || !point) continue
    const group = grouped[label] ?? []
    group.push(point)
    grouped[label] = group
  }
  return grouped.map((members) => ({ points: members, centroid: centroidOf(members) }))
}

/** Centroids stay those of the exact clusters, so the order of joining plays no part. */
function joinNearest(
  settings: ClusterSettings,
  groups: readonly Group[],
  rest: readonly ClusterPoint[],
): void {
  const targets = groups.map(({ centroid }, i) => ({ id: `${i}`, centroid }))
  const joining = new Map<string, ClusterPoint[]>()
  for (const point of rest) {
    const nearest = nearestCluster(settings, targets, point.vector)
    if (!nearest) continue
    const joined = joining.get(nearest.id)
    if (joined) joined.push(point)
    else joining.set(nearest.id, [point])
  }
  for (const [i, group] of groups.entries())
    group.points = [...(joining.get(`${i}`) ?? []), ...group.points]
}

/** For each group, the id of the known cluster it continues; the closest matches are assigned first. */
function matchKnownClusters(
  settings: ClusterSettings,
  groups: readonly Group[],
  points: readonly ClusterPoint[],
  before: { readonly known: readonly KnownCluster[] },
): (string | undefined)[] {
  const living = new Set(points.map(({ id }) => id))
  const known = before.known.map(({ id, centroid, members }) => ({
    id,
    centroid,
    members: members.filter((member) => living.has(member)),
  }))
  const candidates = groups.flatMap((group, index) => {
    const now = new Set(group.points.map(({ id }) => id))
    return known.flatMap(({ id, centroid, members }) => {
      const overlap = overlapOf(now, members)
      const nearness = dot(group.centroid, centroid)
      const isSame = overlap >= settings.sameMembers || nearness >= settings.sameCentroid
      return isSame ? [{ index, id, overlap, nearness }] : []
    })
  })
  candidates.sort(
    (a, b) => b.overlap - a.overlap || b.nearness - a.nearness || (a.id < b.id ? -1 : 1),
  )
  const ids: (string | undefined)[] = groups.map(() => undefined)
  const taken = new Set<string>()
  for (const { index, id } of candidates) {
    if (ids[index] !== undefined || taken.has(id)) continue
    ids[index] = id
    taken.add(id)
  }
  return ids
}

function overlapOf(now: ReadonlySet<string>, before: readonly string[]): number {
  const shared = before.filter((id) => now.has(id)).length
  const union = now.size + before.length - shared
  return union === 0 ? 0 : shared / union
}

function labelOf(settings: ClusterSettings, group: Group, everywhere: TermCounts): string {
  const texts = group.points.map(({ text }) => text)
  return tellingTerms(texts, everywhere, settings.labelTerms).join(' ')
}

export function centroidOf(points: readonly Pick<ClusterPoint, 'vector'>[]): Vector {
  const [first] = points
  const sum = new Float64Array(first?.vector.length ?? 0)
  for (const { vector } of points)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0)
  const length = Math.hypot(...sum) || 1
  return Float32Array.from(sum, (value) => value / length)
}

function dot(a: Vector, b: Vector): number {
  if (a.length !== b.length) return 0 // vectors of another model are never compared (D-12)
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
