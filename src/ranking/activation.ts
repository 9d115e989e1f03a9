/**
 * I-05. Activation of a memory: by its type, how long ago it was reinforced, and how often (M-16: by
 * logarithm).
 */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { traitsOf } from '../memory/types.ts'
import { decimal, positive } from '../setting.ts'

/** The figures of I-05. */
export const ActivationSettings = z.object({
  halfLifeDays: positive(90, 'Days without use in which it halves'),
  archiveBelow: decimal(0.1, 'Activation below which a memory is archived'),
})
export type ActivationSettings = z.infer<typeof ActivationSettings>

interface Presence {
  /** Of the type. */
  readonly weight: number
  readonly daysSinceReinforced: number
  readonly reinforcements: number
}

/** At least 0; the parts multiply to the total. */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function activation(s: ActivationSettings, m: Presence) {
  const parts = {
    weight:        m.weight,
    decay:         2 ** (-Math.max(m.daysSinceReinforced, 0) / s.halfLifeDays),
    reinforcement: 1 + Math.log(1 + m.reinforcements),
  }
  return { total: parts.weight * parts.decay * parts.reinforcement, parts }
}

type Reinforced = Pick<Memory, 'lastReinforcedAt' | 'strength' | 'type'>

export function presenceOf(memory: Reinforced, now: Timestamp): Presence {
  return {
    weight: traitsOf(memory.type).weight,
    daysSinceReinforced: Math.max(daysBetween(memory.lastReinforcedAt, now), 0),
    reinforcements: memory.strength,
  }
}

/** Why a memory is archived by the weekly job, or null. Validated ones stay (I-02's promise). */
export function archiveReason(
  s: ActivationSettings,
  memory: Reinforced & Pick<Memory, 'archived' | 'validated'>,
  now: Timestamp,
): string | null {
  if (memory.archived || memory.validated) return null
  const { total } = activation(s, presenceOf(memory, now))
  return total < s.archiveBelow ? `activation ${total.toFixed(3)} below ${s.archiveBelow}` : null
}
