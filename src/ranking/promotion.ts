/** G-07. Time scales, and the promotion of memories that prove durable. */
import * as z from 'zod'
import { hoursBetween, type Timestamp } from '../clock.ts'
import { type Memory, SCALES, type Scale } from '../memory/memory.ts'
import { positive, wholeNumber } from '../setting.ts'

/** The figures of G-07. The project's scale has no window: nothing outlives it. */
export const ScaleSettings = z.object({
  immediateMinutes: positive(5, 'What just happened'),
  taskMinutes: positive(30, 'The present task'),
  sessionMinutes: positive(120, 'The present session'),
  durableSessions: wholeNumber(2, 'Seen in this many sessions, it counts as durable', { min: 2 }),
})
export type ScaleSettings = z.infer<typeof ScaleSettings>

/** Shortest first. */
const WINDOW_MINUTES: { readonly [Name in Scale]: (s: ScaleSettings) => number } = {
  immediate: (s) => s.immediateMinutes,
  task: (s) => s.taskMinutes,
  session: (s) => s.sessionMinutes,
  project: () => Number.POSITIVE_INFINITY,
}

/** The shortest scale whose window holds something this old. */
export function scaleOfAge(settings: ScaleSettings, minutes: number): Scale {
  return SCALES.find((scale) => minutes < WINDOW_MINUTES[scale](settings)) ?? 'project'
}

type Scaled = Pick<Memory, 'createdAt' | 'lastAccessedAt' | 'scale'>

interface ScaleMove {
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

function minutesBetween(from: Timestamp, to: Timestamp): number {
  return hoursBetween(from, to) * 60
}
