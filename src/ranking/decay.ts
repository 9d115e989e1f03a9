/** I-03. Confidence fades with age, slower for what is used, and weighs what its source is worth. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory, Source } from '../memory/memory.ts'
import { traitsOf } from '../memory/types.ts'
import { decimal, positive } from '../setting.ts'

/** The figures of I-03; the decay constants of the types are in their own table. */
export const DecaySettings = z.object({
  useFactor: decimal(0.1, 'How much use slows decay'),
  inferredDays: positive(7, 'Maximum constant for inferred memories'),
})
export type DecaySettings = z.infer<typeof DecaySettings>

interface Fading {
  /** As stored, before any fading. */
  readonly confidence: number
  readonly ageDays: number
  readonly accessCount: number
  /** Of e^(−age/constant): the time to fall to 37 %, not to one half. */
  readonly decayDays: number
  readonly trust: number
}

/** From 0 to 1. The parts multiply to the total, before it is kept in bounds. */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function decayedConfidence(s: DecaySettings, m: Fading) {
  const parts = {
    initial: m.confidence,
    age:     Math.exp(-Math.max(m.ageDays, 0) / m.decayDays),
    use:     1 + s.useFactor * Math.log(m.accessCount + 1),
    trust:   m.trust,
  }
  const product = parts.initial * parts.age * parts.use * parts.trust
  return { total: Math.min(Math.max(product, 0), 1), parts }
}

/** Inferred memories fade within a week, whatever their type. */
export function decayDaysOf(settings: DecaySettings, type: string, source: Source): number {
  const { decayDays } = traitsOf(type)
  return source === 'inferred' ? Math.min(decayDays, settings.inferredDays) : decayDays
}

type Believed = Pick<
  Memory,
  | 'accessCount'
  | 'confidence'
  | 'createdAt'
  | 'lastAccessedAt'
  | 'lastReinforcedAt'
  | 'provenance'
  | 'trust'
  | 'type'
>

/** M-13. Use or confirmation resets the age. */
function lastHeldTrue({ createdAt, lastAccessedAt, lastReinforcedAt }: Believed): Timestamp {
  return [createdAt, lastReinforcedAt, lastAccessedAt ?? createdAt].sort().at(-1) ?? createdAt
}

/**
 * M-13. The confidence that decides whether a memory is believed at all: age lowers its rank, but keeps
 * nothing out, except for what was merely inferred.
 */
export function beliefIn(settings: DecaySettings, memory: Believed, now: Timestamp): number {
  const fading = fadingOf(settings, memory, now)
  const ageDays = memory.provenance.source === 'inferred' ? fading.ageDays : 0
  return decayedConfidence(settings, { ...fading, ageDays }).total
}

export function fadingOf(settings: DecaySettings, memory: Believed, now: Timestamp): Fading {
  return {
    confidence: memory.confidence,
    ageDays: Math.max(daysBetween(lastHeldTrue(memory), now), 0),
    accessCount: memory.accessCount,
    decayDays: decayDaysOf(settings, memory.type, memory.provenance.source),
    trust: memory.trust,
  }
}
