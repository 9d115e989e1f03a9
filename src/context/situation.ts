/** The input of the context: plain values, read by the engine before anything is decided. */
import type { Timestamp } from '../clock.ts'
import type { Memory, Sensitivity } from '../memory/memory.ts'

/** The turn: who asks, where, about what. */
export interface Situation {
  readonly now: Timestamp
  readonly prompt: string
  /** Paths the turn is about, relative to the project where there is one. */
  readonly files: readonly string[]
  /** Null: no session memories are visible. */
  readonly session: string | null
  /** Null: only global memories are visible. */
  readonly project: string | null
  /** Active seasons, such as "release-week". */
  readonly seasons: readonly string[]
  /** G-06. When the current episode of work began; null where no boundary is known. */
  readonly episodeSince: Timestamp | null
  /** H-06. Ids that were requested by name; nothing private is served otherwise. */
  readonly requested: readonly Extract<Sensitivity, 'private' | 'secret'>[]
  /** Names that a live memory of this project holds, as far as the candidates need them. */
  readonly projectNames: readonly string[]
  /** The same of the person's own, for what comes from the team. */
  readonly globalNames: readonly string[]
  /** M-31. Memories about whose subject something else was said later, and when. */
  readonly saidLater: ReadonlyMap<string, Timestamp>
}

/** A memory that may enter the prompt, with the measures of recall. */
export interface MemoryCandidate {
  readonly memory: Memory
  /** How well it meets the prompt, 0–1, as recall normalised it. */
  readonly match: number
  /** Its best passage, where it has more than one. */
  readonly passage: string | null
  /** Cosine with the prompt; null without an embedder. */
  readonly similarity: number | null
  /** H-09. A judge's verdict on its relevance; null where none was asked. */
  readonly relevant: boolean | null
}

/** A candidate of which only the memory is known, as for layer A and triggers. */
export function candidateWithoutMatch(memory: Memory): MemoryCandidate {
  return { memory, match: 0, passage: null, similarity: null, relevant: null }
}
