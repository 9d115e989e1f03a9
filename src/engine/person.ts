/** M-01, K-11. Checks for actions reserved to a person, and for what the owner of the home may see. */
import { MnemeError } from '../errors.ts'
import type { Sensitivity } from '../memory/memory.ts'
import { PERSON_HINT } from '../memory/origins.ts'
import type { Caller } from './engine.ts'

export function isPerson({ speaker }: Pick<Caller, 'speaker'>): boolean {
  return speaker === 'person'
}

export function requirePerson(caller: Pick<Caller, 'speaker'>, what: string): void {
  if (isPerson(caller)) return
  throw new MnemeError('not_allowed', `${what} takes a person at a terminal or on the page`, {
    hint: PERSON_HINT,
  })
}

/**
 * K-18. The owner of the home may read: on the page, at the command line, and in pipes and scripts that no
 * agent runs.
 */
export function isOwner({ door, actor }: Pick<Caller, 'door' | 'actor'>): boolean {
  return door === 'page' || (door === 'cli' && !AGENTS_COMMAND.test(actor))
}

/** The actor of a command with a coding agent's environment variables. */
const AGENTS_COMMAND = /^cli:(?!script$)/

/** H-06. Of the requested sensitivities, those the caller may see: an agent never sees private memories. */
export function sensitivitiesFor<Asked extends Sensitivity>(
  caller: Pick<Caller, 'door' | 'actor'>,
  asked: readonly Asked[],
): readonly Asked[] {
  return readsEverywhere(caller) ? asked : asked.filter((each) => each === 'public')
}

/** The same for one memory requested by name or id. A host's hook acts for the person. */
export function isKeptFrom(
  caller: Pick<Caller, 'door' | 'actor' | 'speaker'>,
  { sensitivity }: { readonly sensitivity: Sensitivity },
): boolean {
  if (sensitivity !== 'private' && sensitivity !== 'secret') return false
  return !isPerson(caller) && !readsEverywhere(caller) && caller.door !== 'hook'
}

/** The owner and the jobs of the home may read every project. */
export function readsEverywhere(caller: Pick<Caller, 'door' | 'actor'>): boolean {
  return isOwner(caller) || caller.door === 'job'
}
