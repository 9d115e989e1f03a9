/**
 * E-04. HDBSCAN: clusters of any density, and noise where there are none.
 *
 *   core distances → spanning tree → dendrogram → condensed tree → extraction
 *
 * Exact, deterministic, and the same for any order of the points. Time is quadratic in their
 * number, memory linear; clusters.ts sees to it that their number stays bounded.
 */
import * as z from 'zod'
import { flag, positive, wholeNumber } from '../setting.ts'
import { condensedTree } from './condensed-tree.ts'
import { coreDistances, type Vector } from './core-distance.ts'
import { dendrogramOf } from './dendrogram.ts'
import { type ClusterLabels, chosenClusters, labelClusters } from './extraction.ts'
import { spanningTree } from './spanning-tree.ts'

export const HdbscanSettings = z.object({
  minClusterSize: wholeNumber(4, 'Minimum size of a cluster', { min: 2 }),
  minSamples: wholeNumber(3, 'Neighbours, itself included, of a core point'),
  allowSingleCluster: flag(false, 'Whether one cluster may contain everything'),
  smallestDistance: positive(0.01, 'Minimum distance between two points'),
})
export type HdbscanSettings = z.infer<typeof HdbscanSettings>

export function hdbscan(settings: HdbscanSettings, points: readonly Vector[]): ClusterLabels {
  if (points.length < settings.minClusterSize) {
    return {
      labels: new Int32Array(points.length).fill(-1),
      probabilities: new Float64Array(points.length),
    }
  }
  const cores = coreDistances(points, settings.minSamples)
  const tree = dendrogramOf(points.length, spanningTree(points, cores))
  const clusters = condensedTree(settings, tree)
  return labelClusters(
    points.length,
    clusters,
    chosenClusters(clusters, settings.allowSingleCluster),
  )
}
