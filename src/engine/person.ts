/**
 * K-11. Whether a person is sure to be at the other end. At the command line one is, and on the page,
 * which is signed in to by a link that only the owner of the home can make. Agents come through the
 * other doors.
 */
import { MnemeError } from '../errors.ts'
import type { Caller } from './engine.ts'

export function isPerson({ door }: Pick<Caller, 'door'>): boolean {
  return door === 'cli' || door === 'page'
}

export function requirePerson(caller: Caller, what: string): void {
  if (isPerson(caller)) return
  throw new MnemeError('not_allowed', `${what} takes a person at the command line or on the page`, {
    hint: 'Do it there yourself: an agent or a job cannot give this yes.',
  })
}
