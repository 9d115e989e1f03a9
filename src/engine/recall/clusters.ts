/** E-04. Which memories stand in which cluster, as the clustering job wrote it down. */
import * as z from 'zod'
import type { Engine } from '../engine.ts'

/** The kind of document that holds a cluster, and what is read of it here. */
const CLUSTER = 'cluster'
const Body = z.object({ label: z.string(), members: z.array(z.object({ id: z.string() })) })

const MAX_CLUSTERS = 10_000

export interface ClusterMembers {
  readonly members: ReadonlyMap<string, readonly string[]>
  readonly labels: ReadonlyMap<string, string>
  /** The clusters of each memory. */
  readonly of: ReadonlyMap<string, readonly string[]>
}

export async function clusterMembers(engine: Engine): Promise<ClusterMembers> {
  const members = new Map<string, readonly string[]>()
  const labels = new Map<string, string>()
  const of = new Map<string, string[]>()
  for (const { key, body } of await engine.store.documents.list(CLUSTER, {}, MAX_CLUSTERS)) {
    const read = Body.safeParse(body)
    if (!read.success) continue
    const ids = read.data.members.map(({ id }) => id)
    members.set(key, ids)
    labels.set(key, read.data.label)
    for (const id of ids) of.set(id, [...(of.get(id) ?? []), key])
  }
  return { members, labels, of }
}
