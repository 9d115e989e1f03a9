/** D-07. The filters shared by search, list, export, context and bulk forget. */
import * as z from 'zod'
import type { Caller } from '../engine/engine.ts'
import { sensitivitiesFor } from '../engine/person.ts'
import { MnemeError } from '../errors.ts'
import { Concept, Scope, Sensitivity, State } from '../memory/memory.ts'
import { canonicalType } from '../memory/types.ts'
import type { MemoryFilter } from '../store/filter.ts'

const Many = <T extends z.ZodType>(item: T) => z.array(item).readonly().optional()

export const FilterInput = z.object({
  type: Many(z.string()).describe('Only these types'),
  tag: Many(z.string()).describe('Only with all of these tags'),
  concept: Many(Concept).describe('Only with these concepts'),
  file: z.string().optional().describe('Only about this file or folder'),
  scope: Many(Scope).describe('Only in these scopes'),
  state: Many(State).describe('Only in these states'),
  sensitivity: Many(Sensitivity).describe('Also include memories of these sensitivities'),
  since: z.string().optional().describe('Only since this time: 2026-01-31, or 7d for a week ago'),
  until: z.string().optional().describe('Only until this time'),
})
export type FilterInput = z.infer<typeof FilterInput>

export function filterOf(caller: Caller, input: FilterInput, now: string): MemoryFilter {
  const asked = sensitivitiesFor(caller, input.sensitivity ?? [])
  return {
    ...(input.type?.length ? { types: input.type.map(canonicalType) } : {}),
    ...(input.tag?.length ? { tags: input.tag.map((tag) => tag.toLowerCase()) } : {}),
    ...(input.concept?.length ? { concepts: input.concept } : {}),
    ...(input.file ? { file: input.file } : {}),
    ...(input.scope?.length ? { scopes: input.scope } : {}),
    ...(input.state?.length ? { states: input.state } : {}),
    ...(asked.length > 0 ? { sensitivities: asked } : {}),
    ...(input.since ? { createdFrom: momentOf(input.since, now, 'since') } : {}),
    ...(input.until ? { createdTo: momentOf(input.until, now, 'until') } : {}),
  }
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** A date, a time, or an age: 45m, 12h, 7d, 2w. A bare date as an end includes that day. */
export function momentOf(given: string, now: string, field: 'since' | 'until' | 'at'): string {
  const ago = /^(\d{1,6})([mhdw])$/.exec(given)
  if (ago) {
    const unit = UNITS[ago[2] as keyof typeof UNITS]
    return new Date(Date.parse(now) - Number(ago[1]) * unit).toISOString()
  }
  const endOfDay = field === 'until' && /^\d{4}-\d{2}-\d{2}$/.test(given)
  const ms = Date.parse(endOfDay ? `${given}T23:59:59.999Z` : given)
  if (Number.isNaN(ms)) {
    throw new MnemeError('invalid_input', `--${field}: "${given.slice(0, 40)}" is not a moment`, {
      hint: 'Use a date such as 2026-01-31, or a time ago such as 7d, 12h, 2w.',
    })
  }
  return new Date(ms).toISOString()
}
