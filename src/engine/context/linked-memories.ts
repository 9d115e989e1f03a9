/**
 * M-31. What stands beside a memory that helps: its neighbours in the graph, judged by the edge that leads
 * to them (E-02) instead of their words. Only what the gate lets through leads anywhere.
 */
import type { EvidenceUnit } from '../../context/evidence/unit.ts'
import { searchable } from '../../search/visible.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { cascadeFrom } from '../recall/cascade.ts'
import type { GivenFound } from './evidence.ts'
import { SERVED, unitOfMemory } from './measure-memories.ts'

/** So many of the best lead further; each step is a look into the store. */
const MAX_SEEDS = 3

export async function linkedMemories(
  engine: Engine,
  caller: Caller,
  given: readonly GivenFound[],
  least: number,
): Promise<GivenFound[]> {
  const seeds = given
    .filter(({ verdict }) => verdict.probability >= least)
    .toSorted((a, b) => b.match - a.match)
    .slice(0, MAX_SEEDS)
  if (seeds.length === 0) return []
  const filter = searchable(engine.clock.now(), { ...visibleFilter(caller), ...SERVED })
  const starts = seeds.map(({ memory, verdict }) => ({
    id: memory.id,
    similarity: verdict.probability,
  }))
  const known = new Set(given.map(({ memory }) => memory.id))
  const hits = (await cascadeFrom(engine, filter, starts)).filter(
    ({ id, score, depth }) => depth > 0 && score >= least && !known.has(id),
  )
  const bySeed = new Map(seeds.map((seed) => [seed.memory.id, seed]))
  const read = await engine.store.memories.get(hits.map(({ id }) => id))
  const byId = new Map(read.map((memory) => [memory.id, memory]))
  return hits.flatMap(({ id, score, seed }): GivenFound[] => {
    const memory = byId.get(id)
    const from = bySeed.get(seed)
    if (memory === undefined || from === undefined) return []
    const parts = { from: from.verdict.probability, edge: score / from.verdict.probability }
    return [
      {
        memory,
        // It comes with the memory that led to it, and is not compared with that one.
        match: from.match,
        unit: { ...from.unit, unit: unitOfMemory(memory) satisfies EvidenceUnit },
        features: null,
        verdict: { gate: 'linked', probability: score, parts },
      },
    ]
  })
}
