/**
 * M-10. Finds relations that words alone do not show: once a memory has its vector it is compared with its
 * nearest neighbours. Runs in the background after a write, and each finding is a batch of its own that can be
 * undone.
 */
import { isConflict, isWorthAsking, type Judgement, judgePair } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import { EPISODIC_TYPES } from '../../memory/types.ts'
import type { LinkKind } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import type { Related } from '../graph/related.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { conflictChanges, mayReplace } from './conflict-changes.ts'
import { ALL_JUDGED, BOOKMARK, EARLIER } from './judging-progress.ts'
import { hasMergeProposal, mergeProposalChanges } from './merge-proposals.ts'

const BATCH = 64
const NEIGHBOURS = 8
const MIN_COSINE = 0.5
/** A single passage's vector represents the whole text; longer texts are compared by words. */
const MAX_PASSAGES = 1

const EPISODIC: ReadonlySet<string> = new Set(EPISODIC_TYPES)

/** Judges the memories that got vectors since the last run; returns the number of findings. */
export async function judgeByMeaning(
  engine: Engine,
  model: string,
  breathe: () => Promise<void>,
): Promise<number> {
  const { notes, memories } = engine.store
  let found = 0
  for (;;) {
    const after = await notes.get(BOOKMARK)
    if (after === null) return found
    const next = await memories.list({ afterId: after }, { limit: BATCH, order: 'id' })
    const units = await memories.unitsOf(next.map(({ id }) => id))
    let isDue = false
    let last = after
    for (const memory of next) {
      const unit = units.get(memory.id)
      const vector = unit === undefined ? null : await vectorOf(engine, model, unit)
      isDue = vector === 'due'
      if (vector === 'due') break
      if (vector !== null) found += await judgeOne(engine, model, memory, vector)
      last = memory.id
      await breathe()
    }
    // Stored once for all: judging again after a crash finds nothing new.
    if (last !== after) await notes.set(BOOKMARK, last)
    if (isDue || next.length < BATCH) return found
  }
}

/** Where judging began. */
const BEGINNING = 'judged-by-meaning.from'
const AFTER_EVERY_ID = '~'

/**
 * A home may have thousands of vectors older than this feature: those memories are judged in batches, oldest
 * first. Returns the number of findings.
 */
export async function judgeEarlier(
  engine: Engine,
  model: string,
  breathe: () => Promise<void>,
): Promise<number> {
  const { notes, memories } = engine.store
  const after = (await notes.get(EARLIER)) ?? ''
  if (after === ALL_JUDGED) return 0
  let until = await notes.get(BEGINNING)
  if (until === null) {
    until = (await notes.get(BOOKMARK)) ?? AFTER_EVERY_ID
    await notes.set(BEGINNING, until)
  }
  const next = await memories.list({ afterId: after }, { limit: BATCH, order: 'id' })
  const units = await memories.unitsOf(next.map(({ id }) => id))
  let found = 0
  let last = ALL_JUDGED
  for (const memory of next) {
    if (memory.id > until) break
    const unit = units.get(memory.id)
    const vector = unit === undefined ? null : await vectorOf(engine, model, unit)
    if (vector instanceof Float32Array) found += await judgeOne(engine, model, memory, vector)
    last = memory.id
    await breathe()
  }
  await notes.set(EARLIER, next.length < BATCH ? ALL_JUDGED : last)
  return found
}

/** Null where there will be no vector; `due` where it is not made yet. */
async function vectorOf(
  engine: Engine,
  model: string,
  unit: number,
): Promise<Float32Array | null | 'due'> {
  const passages = await engine.store.vectors.of('memories', model, [unit])
  const [only] = passages
  if (only === undefined) return (await engine.store.vectors.backlog('memories')) > 0 ? 'due' : null
  return passages.length > MAX_PASSAGES ? null : only.vector
}

async function judgeOne(
  engine: Engine,
  model: string,
  memory: Memory,
  vector: Float32Array,
): Promise<number> {
  if (!isComparable(memory)) return 0
  const related = await nearestRelated(engine, model, memory, vector)
  if (related.length === 0) return 0
  const { batch } = await decideAndCommit(engine, caller(memory), 'judged by meaning', async () => {
    const conflicts = conflictChanges(memory, related, 'meaning')
    const isKnown = conflicts.supersedes.length > 0 || (await hasMergeProposal(engine, memory))
    const proposals = isKnown ? [] : mergeProposalChanges(memory, related)
    return { changes: [...conflicts.changes, ...proposals], result: {} }
  })
  return batch === null ? 0 : related.length
}

function isComparable(memory: Memory): boolean {
  const { state, supersededBy, held, quarantined, type } = memory
  return (
    state !== 'removed' && supersededBy === null && !held && !quarantined && !EPISODIC.has(type)
  )
}

/** Relations to earlier memories of the same place that meaning shows beyond the words. */
async function nearestRelated(
  engine: Engine,
  model: string,
  memory: Memory,
  vector: Float32Array,
): Promise<Related[]> {
  const { store, config, clock } = engine
  const { scope, project, session } = memory
  const filter = {
    living: true,
    held: false,
    quarantined: false,
    notExpiredAt: clock.now(),
    scopes: [scope],
    project,
    ...(session === null ? {} : { session }),
  }
  const asked = { model, vector, minCosine: MIN_COSINE }
  const ranked = await store.recall.byMeaning(asked, filter)
  const near = (await ranked.best(NEIGHBOURS + 1)).filter(({ cosine }) => cosine >= MIN_COSINE)
  if (near.length === 0) return []
  const units = await store.recall.units(
    near.map(({ unit }) => unit),
    filter,
  )
  const cosineOf = new Map(near.map(({ unit, cosine }) => [unit, cosine]))
  const idOf = new Map(units.map(({ id, key }) => [id, cosineOf.get(key) ?? 0]))
  const others = (await store.memories.get([...idOf.keys()])).filter(
    (other) => other.id < memory.id && isComparable(other),
  )
  const links = await store.links.of([memory.id], ['supersedes', 'contradicts'])
  const tieOf = new Map(
    links.flatMap(({ from, to, kind }) => [[from, kind] as const, [to, kind] as const]),
  )
  return others
    .map((other) => ({
      memory: other,
      is: judgePair(memory, other, config.duplicates, { cosine: idOf.get(other.id) ?? null }),
    }))
    .filter(({ memory: other, is }) => isNews(memory, other, tieOf.get(other.id), is))
    .sort((a, b) => (idOf.get(b.memory.id) ?? 0) - (idOf.get(a.memory.id) ?? 0))
}

/** By words the two only disagree, while meaning shows which one is in force. */
function isNews(memory: Memory, other: Memory, tie: LinkKind | undefined, is: Judgement): boolean {
  if (tie === 'contradicts') return is.relation === 'corrected' && mayReplace(memory, other)
  return tie === undefined && (isConflict(is) || isWorthAsking(is))
}

/** Not requested by a caller: the journal names the judgement as its cause. */
function caller({ session }: Memory): Caller {
  const place = { project: null, session, folder: null }
  return { ...place, door: 'job', actor: 'job:judgement', speaker: 'agent' }
}
