import type { Place } from '../../store/store.ts'
import type { Caller } from '../engine.ts'

/** Where what a caller says is compared with what is known: its project, and what holds everywhere. */
export function placesOf(caller: Caller): Place[] {
  const global = { scope: 'global', project: null, session: null } as const
  const project = caller.project?.id
  return project === undefined ? [global] : [{ scope: 'project', project, session: null }, global]
}
