/**
 * M-32. How near the prompt is to anything that was said here: cosines over a sample. What stands out
 * from it is about the prompt; a project whose every sentence is near says nothing by being near.
 */
import { BoundedMap } from '../../bounded-map.ts'
import type { QueryVector } from '../../search/corpus.ts'
import { product } from '../../search/unit-vectors.ts'
import type { HistoryFilter } from '../../store/evidence.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

const SAMPLED = 240
const MAX_KEPT = 8
/** A history grows slowly; its median hardly moves. */
const KEPT_MS = 10 * 60_000

interface Sample {
  readonly at: number
  readonly vectors: readonly Float32Array[]
}

const kept = new WeakMap<Store, Map<string, Sample>>()

export async function sampleMeanings(
  engine: Engine,
  filter: HistoryFilter,
  { model, vector }: QueryVector,
): Promise<number[]> {
  const ofStore = kept.get(engine.store) ?? new BoundedMap<string, Sample>(MAX_KEPT)
  kept.set(engine.store, ofStore)
  const key = `${filter.project ?? ''}\0${model}`
  const now = Date.parse(engine.clock.now())
  const known = ofStore.get(key)
  const isFresh = known && Math.abs(now - known.at) < KEPT_MS && known.vectors.length >= SAMPLED / 2
  const sample = isFresh ? known : { at: now, vectors: await readSample(engine, filter, model) }
  ofStore.set(key, sample)
  return sample.vectors.map((each) => product(vector, each))
}

async function readSample(engine: Engine, filter: HistoryFilter, model: string) {
  const { sessions, commits, vectors } = engine.store
  const [said, committed] = await Promise.all([
    sessions.said.sample(filter, SAMPLED),
    filter.project === null ? [] : commits.sample(filter.project, SAMPLED),
  ])
  const [ofSaid, ofCommits] = await Promise.all([
    vectors.of('messages', model, said),
    vectors.of('commits', model, committed),
  ])
  return [...ofSaid, ...ofCommits].map(({ vector }) => vector)
}
