/** The scope and project of a new memory. */
import { MnemeError } from '../../errors.ts'
import type { Scope } from '../../memory/memory.ts'
import { traitsOf } from '../../memory/types.ts'
import type { Place } from '../../store/store.ts'
import type { Caller } from '../engine.ts'

/** The requested scope, or the type's default; project only where there is one. */
export function placeFor(caller: Caller, type: string, asked: Scope | undefined): Place {
  const project = caller.project?.id ?? null
  const scope = asked ?? (traitsOf(type).scope === 'project' && project ? 'project' : 'global')
  switch (scope) {
    case 'global':
      return { scope, project: null, session: null }
    case 'project':
      if (project === null) {
        throw new MnemeError('invalid_input', 'there is no project here to keep this in', {
          hint: 'Run it inside a repository, name one with --project DIR, or use --scope global.',
        })
      }
      return { scope, project, session: null }
    case 'session':
      if (caller.session === null) {
        throw new MnemeError('invalid_input', 'a session memory needs to know its session', {
          hint: 'Give --session ID, or use --scope project.',
        })
      }
      return { scope, project, session: caller.session }
    case 'team':
      if (caller.team !== undefined) return { scope, project: null, session: null }
      throw new MnemeError('not_allowed', 'this home belongs to no team', {
        hint: 'Join one with an invitation: mneme team join URL CODE. Or use --scope project.',
      })
  }
}
