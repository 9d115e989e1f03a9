/** H-02. Which layer a memory belongs to, and what it scores there. */
import { hoursBetween } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { compareStanding, countedPriority } from '../memory/standing-order.ts'
import { PRIORITIES, type Priority, traitsOf } from '../memory/types.ts'
import { type ActivationSettings, activation, presenceOf } from '../ranking/activation.ts'
import { beliefIn, type DecaySettings } from '../ranking/decay.ts'
import { type RecencySettings, recencyBoost } from '../ranking/recency.ts'
import { type SeasonSettings, seasonFactor } from '../ranking/season.ts'
import type { ContextSettings } from './settings.ts'
import type { MemoryCandidate, Situation } from './situation.ts'

export interface LayerSettings {
  readonly context: ContextSettings
  readonly activation: ActivationSettings
  readonly decay: DecaySettings
  readonly recency: RecencySettings
  readonly season: SeasonSettings
}

export type ContextLayer = 'A' | 'B' | 'C'

/** What layer A is for: rules and shapes that hold whatever the prompt is about. */
const STANDING_TYPES: ReadonlySet<string> = new Set(['policy', 'architecture', 'preference'])

export function layerOf(memory: Memory): ContextLayer {
  if (STANDING_TYPES.has(memory.type) && isAtLeast('high', countedPriority(memory))) return 'A'
  return traitsOf(memory.type).layer === 'procedural' ? 'C' : 'B'
}

function isAtLeast(floor: Priority, priority: Priority): boolean {
  return PRIORITIES.indexOf(priority) <= PRIORITIES.indexOf(floor)
}

/**
 * Layer A, a person's rules first. K-10: only what the author gave counts, so that neither use nor
 * the clock changes the order.
 */
export function standingOrder(memories: readonly Memory[]): Memory[] {
  return memories
    .filter((memory) => layerOf(memory) === 'A')
    .sort((a, b) => compareStanding(a, b) || byId(a, b))
}

interface LayerBScore {
  readonly total: number
  /** The total is their product. */
  readonly parts: {
    readonly weight: number
    readonly decay: number
    readonly reinforcement: number
    readonly recency: number
    readonly match: number
    readonly season: number
    readonly episode: number
    readonly earned: number
  }
}

/** Layer B. Type weight × decay × reinforcement, times what this moment adds. */
// biome-ignore format: one factor a line
export function layerBScore(s: LayerSettings, situation: Situation, candidate: MemoryCandidate): LayerBScore {
  const { memory, match } = candidate
  const { now } = situation
  const hours = memory.lastAccessedAt === null ? null : hoursBetween(memory.lastAccessedAt, now)
  const parts = {
    ...activation(s.activation, presenceOf(memory, now)).parts,
    recency: recencyBoost(s.recency, hours).total,
    match:   Math.min(Math.max(match, 0), 1),
    season:  seasonFactor(s.season, memory.season, situation.seasons).total,
    episode: isOfEpisode(situation, memory) ? s.context.episodeRaise : 1,
    earned:  isUnearned(s.context, memory) ? s.context.unearnedFactor : 1,
  }
  const total =
    parts.weight * parts.decay * parts.reinforcement *
    parts.recency * parts.match * parts.season * parts.episode * parts.earned
  return { total, parts }
}

/** H-11. Created in this session after its last episode boundary. */
function isOfEpisode(situation: Situation, memory: Memory): boolean {
  const { episodeSince, session } = situation
  if (episodeSince === null || session === null) return false
  return (
    memory.provenance.session === session &&
    Date.parse(memory.createdAt) >= Date.parse(episodeSince)
  )
}

/** K-08. Injected repeatedly and never used. */
function isUnearned(context: ContextSettings, memory: Memory): boolean {
  return memory.injectedCount >= context.unearnedAfter && memory.accessCount === 0
}

/** L. The minimum confidence for layer B when no person has confirmed the memory. */
export function isBelieved(s: LayerSettings, situation: Situation, memory: Memory): boolean {
  const { source } = memory.provenance
  if (memory.validated || source === 'user-stated' || source === 'user-corrected') return true
  return beliefIn(s.decay, memory, situation.now) >= s.context.confidenceFloor
}

/** Layer C. Proven procedures first, then the best matches for the task. */
export function procedureOrder(candidates: readonly MemoryCandidate[]): MemoryCandidate[] {
  return candidates.toSorted(
    (a, b) =>
      Number(isProven(b.memory)) - Number(isProven(a.memory)) ||
      b.match - a.match ||
      successRate(b.memory) - successRate(a.memory) ||
      byId(a.memory, b.memory),
  )
}

function isProven(memory: Memory): boolean {
  return (memory.procedure?.successes ?? 0) > 0
}

function successRate(memory: Memory): number {
  const { successes = 0, failures = 0 } = memory.procedure ?? {}
  return successes === 0 ? 0 : successes / (successes + failures)
}

function byId(a: Memory, b: Memory): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
