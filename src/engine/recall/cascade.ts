/** E-02. Expands hits to their neighbours by links, tags and clusters. */
import {
  type CascadeHit,
  cascadeHits,
  cascadeStart,
  cascadeStep,
  nextNodes,
  type Seed,
} from '../../graph/cascade.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Engine } from '../engine.ts'
import { neighbourhoods } from './neighbours.ts'

export async function cascadeFrom(
  engine: Engine,
  filter: MemoryFilter,
  seeds: readonly Seed[],
): Promise<CascadeHit[]> {
  const settings = engine.config.graph.cascade
  let cascade = cascadeStart(settings, seeds)
  for (;;) {
    const nodes = nextNodes(settings, cascade)
    if (nodes.length === 0) break
    cascade = cascadeStep(settings, cascade, await neighbourhoods(engine, filter, nodes))
  }
  const ids = [...cascade.reached.keys()].flatMap((key) =>
    key.startsWith('memory:') ? [key.slice('memory:'.length)] : [],
  )
  const servable = new Set(
    (
      await engine.store.memories.list({ ...filter, ids, superseded: false }, { limit: ids.length })
    ).map(({ id }) => id),
  )
  return cascadeHits(settings, cascade, (id) => servable.has(id))
}
