/** M-31. Memories found as a search finds them, and measured by the same parts as what was said. */

import { BoundedMap } from '../../bounded-map.ts'
import { bodyOf } from '../../context/entries.ts'
import type { HistoryMeasures } from '../../context/evidence/features.ts'
import { type PersonFeatures, personFeatures } from '../../context/evidence/person.ts'
import { type EvidenceUnit, type ScoredUnit, scoreUnit } from '../../context/evidence/unit.ts'
import { type PromptWords, rarities, tokenCounts } from '../../context/evidence/words.ts'
import type { Situation } from '../../context/situation.ts'
import type { Memory } from '../../memory/memory.ts'
import type { QueryVector } from '../../search/corpus.ts'
import { searchable } from '../../search/visible.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { Store } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { recall } from '../recall/recall.ts'
import { promptVector } from './prompt-vector.ts'

interface MemoryQuery {
  readonly words: PromptWords
  readonly vector: Promise<QueryVector | null>
  readonly caller: Caller
  readonly prompt: string
  /** H-06. What is asked for by name beside what is public. */
  readonly requested: Situation['requested']
}

interface MeasuredMemories extends HistoryMeasures {
  readonly units: readonly ScoredUnit[]
  readonly memoryOf: (unit: ScoredUnit) => Memory | undefined
  /** How well it matches as a search ranks it, the best one being 1. */
  readonly matchOf: (unit: ScoredUnit) => number
  /** Set where the prompt names someone who speaks in these memories. */
  readonly person: PersonFeatures | null
}

const CANDIDATES = 30
/** A prompt costs the same however many memories there are. */
const MAX_PLACES = 12_000
const K1 = 0.9
/** Among a handful of memories every word is common, and still says what they are about. */
const MIN_TOTAL = 60
/** Fewer are counted in no time. */
const MIN_KEPT = 1000
export const SERVED = { archived: false, superseded: false } as const

export async function measureMemories(
  engine: Engine,
  { words, vector, caller, prompt, requested }: MemoryQuery,
): Promise<MeasuredMemories | null> {
  const { store, config } = engine
  const { tokens, language } = words
  const sensitivities = ['public', ...requested] as const
  const filter = searchable(engine.clock.now(), {
    ...visibleFilter(caller),
    ...SERVED,
    sensitivities,
  })
  const { hits } = await recall({
    ...{ corpus: store.recall, filter, query: asWords(prompt) },
    embed: async (names) =>
      names.length > 0 && (await vector) ? promptVector(engine, prompt, names) : vector,
    ...{ strategy: 'auto', fusion: config.retrieval.fusion },
    semanticWeight: config.retrieval.semanticWeight,
    // Looking for what a mistyped word may have meant takes longer than a turn can wait.
    settings: { ...config.recall, misspeltWeight: 0 },
    ...{ synonyms: config.synonyms, maxPlaces: MAX_PLACES },
  })
  const best = hits.slice(0, CANDIDATES)
  if (best.length === 0) return null
  const hitOf = new Map(best.map((hit) => [hit.unit.id, hit]))
  const read = await store.memories.get(best.map(({ unit }) => unit.id))
  const counts = read.map(countMemoryTokens)
  const total = await roughTotal(engine, caller, filter)
  // Among the candidates every word is held by some: the rest of the store holds few of them.
  const holding = tokens.map((token) => counts.filter((each) => each.has(token)).length)
  const worth = rarities(Math.max(total, MIN_TOTAL), holding)
  const most = Math.max(
    worth.reduce((sum, each) => sum + each, 0),
    Number.EPSILON,
  )
  const units = read.map((memory, at) => {
    const held = counts[at] ?? new Map<string, number>()
    const share = (value: (count: number) => number) =>
      tokens.reduce(
        (sum, token, index) => sum + (worth[index] ?? 0) * value(held.get(token) ?? 0),
        0,
      ) / most
    return scoreUnit(language, unitOfMemory(memory), {
      words: share((count) => Number(count > 0)),
      meaning: hitOf.get(memory.id)?.cosine ?? null,
      surroundings: share((count) => (count * (K1 + 1)) / (count + K1)),
    })
  })
  return {
    units,
    rarities: worth,
    isKnown: holding.map((held) => held > 0),
    spreadBeside: () => ({ mean: 0, deviation: 0 }),
    memoryOf: ({ unit }) => read.find(({ id }) => id === unit.source),
    matchOf: ({ unit }) => hitOf.get(unit.source)?.match ?? 0,
    person: personFeatures(best),
  }
}

/** Apart, so that the body is counted once for all that is asked of it. */
function countMemoryTokens(memory: Memory): ReadonlyMap<string, number> {
  const counts = new Map(tokenCounts(bodyOf(memory)))
  for (const [token, count] of tokenCounts(memory.title)) {
    counts.set(token, (counts.get(token) ?? 0) + count)
  }
  return counts
}

/** How many memories there are; counting them takes as long as there are many. */
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 64
const totals = new WeakMap<Store, Map<string, { readonly at: number; readonly total: number }>>()

/** Only how rare a word is depends on it, and that hardly. Small stores are counted each time. */
async function roughTotal(
  { store, clock }: Engine,
  { project, team }: Caller,
  filter: MemoryFilter,
): Promise<number> {
  const ofStore = totals.get(store) ?? new BoundedMap(MAX_KEPT)
  totals.set(store, ofStore)
  const key = `${project?.id ?? ''}\0${team ?? ''}`
  const now = Date.parse(clock.now())
  const known = ofStore.get(key)
  if (known && Math.abs(now - known.at) < KEPT_MS && known.total > MIN_KEPT) return known.total
  const total = await store.memories.count(filter)
  ofStore.set(key, { at: now, total })
  return total
}

const MAX_QUERY_CHARACTERS = 600

/** A prompt is no expression: its quotes, stars and capital ORs are words or nothing. */
function asWords(prompt: string): string {
  return prompt
    .slice(0, MAX_QUERY_CHARACTERS)
    .replace(/["*]/g, ' ')
    .replace(/\b(?:AND|OR|NOT|NEAR)\b/g, (word) => word.toLowerCase())
}

export function unitOfMemory(memory: Memory): EvidenceUnit {
  const text = bodyOf(memory)
  return {
    ...{ kind: 'memory', source: memory.id, message: memory.id, role: 'author' },
    ...{ at: memory.createdAt, text, start: 0, end: text.length, turn: 0 },
  }
}
