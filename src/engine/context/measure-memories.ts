/** M-31. Memories measured against a prompt, by the same parts as what was said. */

import { bodyOf } from '../../context/entries.ts'
import type { HistoryMeasures } from '../../context/evidence/features.ts'
import { type ScoredUnit, scoreUnit, type Unit } from '../../context/evidence/unit.ts'
import { type PromptWords, rarities, tokenCounts } from '../../context/evidence/words.ts'
import type { Memory } from '../../memory/memory.ts'
import type { QueryVector } from '../../search/corpus.ts'
import { searchable } from '../../search/visible.ts'
import type { Caller, Engine } from '../engine.ts'
import { visible } from '../memories/find-memory.ts'

interface MemoryQuery {
  readonly words: PromptWords
  readonly vector: QueryVector | null
  readonly caller: Caller
}

interface MeasuredMemories extends HistoryMeasures {
  readonly units: readonly ScoredUnit[]
  readonly memoryOf: (unit: ScoredUnit) => Memory | undefined
}

const CANDIDATES = 30
const K1 = 0.9
/** Among a handful of memories every word is common, and still says what they are about. */
const MIN_TOTAL = 60
const SERVED = { archived: false, superseded: false } as const

export async function measureMemories(
  engine: Engine,
  { words, vector, caller }: MemoryQuery,
): Promise<MeasuredMemories | null> {
  const { recall, memories } = engine.store
  const { tokens, language } = words
  const filter = searchable(engine.clock.now(), { ...visible(caller), ...SERVED })
  const groups = tokens.map((token) => ({ tokens: [{ token, weight: 1 }] }))
  const [text, meaning] = await Promise.all([
    recall.byText({ kind: 'terms', terms: groups }, filter),
    vector ? recall.byMeaning(vector, filter) : null,
  ])
  const [byWords, byMeaning] = await Promise.all([
    text?.best(CANDIDATES) ?? [],
    meaning?.best(CANDIDATES) ?? [],
  ])
  const keys = [...new Set([...byWords, ...byMeaning].map(({ unit }) => unit))]
  if (keys.length === 0) return null
  const known = new Map(byMeaning.map(({ unit, cosine }) => [unit, cosine]))
  const others = keys.filter((key) => !known.has(key))
  for (const { unit, cosine } of (await meaning?.of(others)) ?? []) known.set(unit, cosine)
  const found = await recall.units(keys, filter)
  const keyOf = new Map(found.map(({ id, key }) => [id, key]))
  const read = await memories.get(found.map(({ id }) => id))
  const counts = read.map((memory) => tokenCounts(`${memory.title}\n${bodyOf(memory)}`))
  const total = await memories.count(filter)
  // Among the candidates every word is held by some: the rest of the store holds few of them.
  const holding = tokens.map((token) => counts.filter((each) => each.has(token)).length)
  const worth = rarities(Math.max(total, MIN_TOTAL), holding)
  const most = Math.max(
    worth.reduce((sum, each) => sum + each, 0),
    Number.EPSILON,
  )
  const units = read.map((memory, at) => {
    const held = counts[at] ?? new Map<string, number>()
    const meaningOf = known.get(keyOf.get(memory.id) ?? -1) ?? null
    const share = (value: (count: number) => number) =>
      tokens.reduce(
        (sum, token, index) => sum + (worth[index] ?? 0) * value(held.get(token) ?? 0),
        0,
      ) / most
    return scoreUnit(language, unitOf(memory), {
      words: share((count) => Number(count > 0)),
      meaning: meaningOf,
      surroundings: share((count) => (count * (K1 + 1)) / (count + K1)),
    })
  })
  return {
    units,
    rarities: worth,
    isKnown: holding.map((held) => held > 0),
    spread: { mean: 0, deviation: 0 },
    medianMeaning: vector ? 0 : null,
    memoryOf: ({ unit }) => read.find(({ id }) => id === unit.source),
  }
}

function unitOf(memory: Memory): Unit {
  const text = bodyOf(memory)
  return {
    ...{ kind: 'memory', source: memory.id, message: memory.id, role: 'author' },
    ...{ at: memory.createdAt, text, start: 0, end: text.length, turn: 0 },
  }
}
