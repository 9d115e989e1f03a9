/** M-01, K-11. What only a person may do, and what the owner of the home may see. */
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
 * K-18. The owner of the home reads: on the page, at the command line, and in a pipe or a script that no
 * agent runs.
 */
export function isOwner({ door, actor }: Pick<Caller, 'door' | 'actor'>): boolean {
  return door === 'page' || (door === 'cli' && !AGENTS_COMMAND.test(actor))
}

/** The actor of a command that bears the marks of a coding agent. */
const AGENTS_COMMAND = /^cli:(?!script$)/

/** H-06. Of the sensitivities a call asks for by name, those it may see: what is private goes to no agent. */
export function sensitivitiesFor<Asked extends Sensitivity>(
  caller: Pick<Caller, 'door' | 'actor'>,
  asked: readonly Asked[],
): readonly Asked[] {
  return readsEverywhere(caller) ? asked : asked.filter((each) => each === 'public')
}

/** The same for one memory that is asked for by name or id. A host's hook acts for the person. */
export function isKeptFrom(
  caller: Pick<Caller, 'door' | 'actor' | 'speaker'>,
  { sensitivity }: { readonly sensitivity: Sensitivity },
): boolean {
  if (sensitivity !== 'private' && sensitivity !== 'secret') return false
  return !isPerson(caller) && !readsEverywhere(caller) && caller.door !== 'hook'
}

/** The owner and the jobs of the home read what belongs to any project. */
export function readsEverywhere(caller: Pick<Caller, 'door' | 'actor'>): boolean {
  return isOwner(caller) || caller.door === 'job'
}
