/** G-07. The scales of time a memory lives on, and how it climbs as it proves durable. */
import * as z from 'zod'
import { hoursBetween, type Timestamp } from '../clock.ts'
import { type Memory, SCALES, type Scale } from '../memory/memory.ts'

/** The figures of G-07. The project's scale has no window: nothing outlives it. */
export const ScaleSettings = z.object({
  immediateMinutes: z.number().positive().default(5).describe('What just happened'),
  taskMinutes: z.number().positive().default(30).describe('The present task'),
  sessionMinutes: z.number().positive().default(120).describe('The present session'),
  immediateShare: z.int().min(0).default(1).describe('Memories chosen from the last minutes'),
  taskShare: z.int().min(0).default(2).describe('Memories chosen from the present task'),
  sessionShare: z.int().min(0).default(1).describe('Memories chosen from the present session'),
  projectShare: z.int().min(0).default(1).describe('Memories chosen from long-term knowledge'),
  durableSessions: z.int().min(2).default(2).describe('Seen in this many sessions it is durable'),
})
export type ScaleSettings = z.infer<typeof ScaleSettings>

interface ScaleTraits {
  readonly windowMinutes: (s: ScaleSettings) => number
  readonly share: (s: ScaleSettings) => number
}

/** Shortest first. */
// biome-ignore format: a table reads best in columns
export const TIME_SCALES: { readonly [Name in Scale]: ScaleTraits } = {
  immediate: { windowMinutes: (s) => s.immediateMinutes,       share: (s) => s.immediateShare },
  task:      { windowMinutes: (s) => s.taskMinutes,            share: (s) => s.taskShare      },
  session:   { windowMinutes: (s) => s.sessionMinutes,         share: (s) => s.sessionShare   },
  project:   { windowMinutes: () => Number.POSITIVE_INFINITY,  share: (s) => s.projectShare   },
}

/** The shortest scale whose window holds something this old. */
export function scaleOfAge(settings: ScaleSettings, minutes: number): Scale {
  return SCALES.find((scale) => minutes < TIME_SCALES[scale].windowMinutes(settings)) ?? 'project'
}

type Scaled = Pick<Memory, 'createdAt' | 'lastAccessedAt' | 'scale'>

export interface ScaleMove {
  readonly to: Scale
  readonly reason: string
}

/**
 * A memory that was used after its window had closed belongs to the scale on which it was still
 * wanted; one that recurs in several sessions belongs to the project. Never downwards.
 */
export function nextScale(
  settings: ScaleSettings,
  memory: Scaled,
  sessionsSeen: number,
): ScaleMove | null {
  if (memory.scale === null) return null
  if (memory.scale !== 'project' && sessionsSeen >= settings.durableSessions)
    return { to: 'project', reason: `seen in ${sessionsSeen} sessions` }
  if (memory.lastAccessedAt === null) return null
  const minutes = minutesBetween(memory.createdAt, memory.lastAccessedAt)
  const earned = scaleOfAge(settings, minutes)
  if (SCALES.indexOf(earned) <= SCALES.indexOf(memory.scale)) return null
  return { to: earned, reason: `still used ${Math.floor(minutes)} minutes after it was made` }
}

/**
 * The allocation of 1+2+1+1: the best of each scale, and where a scale has fewer than its share,
 * the best of the rest. `candidates` come best first, and so does the answer.
 */
export function allocated<Item extends { readonly scale: Scale }>(
  settings: ScaleSettings,
  candidates: readonly Item[],
): Item[] {
  const room = new Map(SCALES.map((scale) => [scale, TIME_SCALES[scale].share(settings)]))
  const chosen = new Set<Item>()
  for (const item of candidates) {
    const left = room.get(item.scale) ?? 0
    if (left <= 0) continue
    chosen.add(item)
    room.set(item.scale, left - 1)
  }
  const unfilled = [...room.values()].reduce((sum, left) => sum + left, 0)
  const rest = candidates.filter((item) => !chosen.has(item)).slice(0, unfilled)
  for (const item of rest) chosen.add(item)
  return candidates.filter((item) => chosen.has(item))
}

function minutesBetween(from: Timestamp, to: Timestamp): number {
  return hoursBetween(from, to) * 60
}
