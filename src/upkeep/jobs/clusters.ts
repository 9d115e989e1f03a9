/** E-04. The clusters of a project, found over its vectors and known again from run to run. */
import * as z from 'zod'
import { type Cluster, centroidOf, discoveredClusters } from '../../graph/clusters.ts'
import type { Change } from '../../store/change.ts'
import type { Document } from '../../store/records.ts'
import { documentChange } from '../bookmarks.ts'
import { type Action, type Job, NOTHING, type Work } from '../job.ts'
import { livingPages } from '../living.ts'

/** The kind of document that holds a cluster. */
const CLUSTER = 'cluster'

const ClusterBody = z.object({
  label: z.string(),
  /** The bytes of its numbers, in base64. */
  centroid: z.string(),
  model: z.string(),
  members: z.array(z.object({ id: z.string(), similarity: z.number() })),
})
type ClusterBody = z.infer<typeof ClusterBody>

const MAX_CLUSTERS = 10_000
const DECIMALS = 4

export const clusters: Job = {
  summary: 'Groups memories that are near in meaning',
  setting: 'clusters',
  async plan(work) {
    const { store, clock, config } = work.engine
    const [model] = await store.vectors.counts('memories')
    if (!model) return NOTHING
    const points = await pointsOf(work, model.model)
    const known = await store.documents.list(CLUSTER, { project: work.project }, MAX_CLUSTERS)
    const bodies = new Map(known.flatMap((document) => knownBody(document, model.model)))
    const found = discoveredClusters(config.graph.clusters, points, {
      known: [...bodies].map(([id, body]) => ({
        id,
        centroid: vectorOf(body.centroid),
        members: body.members.map((member) => member.id),
      })),
      newId: () => clock.newId(),
    })
    const kept = new Set(found.map(({ id }) => id))
    const byKey = new Map(known.map((document) => [document.key, document]))
    const changed = found.flatMap((cluster) => clusterAction(work, model.model, cluster, byKey))
    const gone = known.filter(({ key }) => !kept.has(key)).map(goneAction)
    return { actions: [...changed, ...gone] }
  },
}

/** A memory of several passages is where their middle is. */
async function pointsOf(work: Work, model: string) {
  const { store } = work.engine
  const points: { id: string; vector: Float32Array; text: string }[] = []
  for await (const page of livingPages(work)) {
    const units = await store.memories.unitsOf(page.map(({ id }) => id))
    const passages = await store.vectors.of('memories', model, [...units.values()])
    const byUnit = new Map<number, (typeof passages)[number][]>()
    for (const passage of passages) {
      byUnit.set(passage.unit, [...(byUnit.get(passage.unit) ?? []), passage])
    }
    for (const { id, title, content } of page) {
      const own = byUnit.get(units.get(id) ?? -1)
      if (!own) continue
      const vector = Float32Array.from(centroidOf(own))
      points.push({ id, vector, text: `${title}\n${content}` })
    }
  }
  return points
}

function clusterAction(
  work: Work,
  model: string,
  cluster: Cluster,
  known: ReadonlyMap<string, Document>,
): Action[] {
  const body: ClusterBody = {
    label: cluster.label,
    centroid: Buffer.from(Float32Array.from(cluster.centroid).buffer).toString('base64'),
    model,
    members: cluster.members.map(({ id, similarity }) => ({
      id,
      similarity: Number(similarity.toFixed(DECIMALS)),
    })),
  }
  const present = known.get(cluster.id) ?? null
  if (present && JSON.stringify(present.body) === JSON.stringify(body)) return []
  const row = {
    kind: CLUSTER,
    key: cluster.id,
    project: work.project,
    session: null,
    at: work.now,
    body,
  }
  const what = present ? 'changed' : 'found'
  return [
    {
      about: `${CLUSTER}/${cluster.id}`,
      title: cluster.label,
      reason: `${what}: ${cluster.members.length} memories near in meaning`,
      changes: [documentChange(present, row)],
    },
  ]
}

function goneAction(document: Document): Action {
  const about = `${CLUSTER}/${document.key}`
  const change: Change = { op: 'delete', kind: 'document', key: about, expect: { at: document.at } }
  return { about, title: document.key, reason: 'its members went apart', changes: [change] }
}

/** D-12. Centroids of another model are never compared. */
function knownBody(document: Document, model: string): [string, ClusterBody][] {
  const body = ClusterBody.safeParse(document.body)
  return body.success && body.data.model === model ? [[document.key, body.data]] : []
}

function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
