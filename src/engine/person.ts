/** M-01, K-11. What only a person may do, and what the owner of the home may see. */
import { MnemeError } from '../errors.ts'
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

/** K-18. The owner of the home reads: at the command line, also in a pipe, and on the page. */
export function isOwner({ door }: Pick<Caller, 'door'>): boolean {
  return door === 'cli' || door === 'page'
}

/** The owner and the jobs of the home read what belongs to any project. */
export function readsEverywhere(caller: Pick<Caller, 'door'>): boolean {
  return isOwner(caller) || caller.door === 'job'
}
