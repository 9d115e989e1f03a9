import type { Scope } from '../../memory/memory.ts'
import type { Place } from '../../store/store.ts'
import type { Caller } from '../engine.ts'

/** Where what a caller says is compared with what is known: its project, and what holds everywhere. */
export function placesOf(caller: Caller): Place[] {
  const global = { scope: 'global', project: null, session: null } as const
  const project = caller.project?.id
  return project === undefined ? [global] : [{ scope: 'project', project, session: null }, global]
}

/** M-11. Where a statement holds by its own words; null, where there is no project to hold in: the door decides. */
export function scopeSaid({ project }: Caller, scope: Scope | null): Scope | null {
  return scope === 'project' && project === null ? null : scope
}
