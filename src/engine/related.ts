/** B-03, B-05. What a new memory repeats, corrects or contradicts among those of its place. */
import { type Relation, relation } from '../memory/conflict.ts'
import type { Memory } from '../memory/memory.ts'
import type { Place } from '../store/store.ts'
import { tokensOf } from '../text/tokens.ts'
import type { Engine } from './engine.ts'

export interface Related {
  readonly memory: Memory
  readonly is: Relation
}

/** How many of the stored memories that share rare words are compared in full. */
const CANDIDATES = 24
/** A contradiction may be told in other words than a duplicate: look wider than for those. */
const CANDIDATE_SHARE = 0.5

/** Strongest relation first. */
export async function relatedMemories(
  engine: Engine,
  place: Place,
  memory: Memory,
): Promise<Related[]> {
  const words = [...tokensOf(memory.title), ...tokensOf(memory.content)]
  const candidates = await engine.store.text.sharingWords(place, [...new Set(words)], {
    share: CANDIDATE_SHARE,
    limit: CANDIDATES,
  })
  return candidates
    .filter((candidate) => !candidate.held && !candidate.quarantined)
    .map((candidate) => ({ memory: candidate, is: relation(memory, candidate) }))
    .filter(({ is }) => is.kind !== 'unrelated')
    .sort((a, b) => b.is.score - a.is.score || (a.memory.id < b.memory.id ? -1 : 1))
}
