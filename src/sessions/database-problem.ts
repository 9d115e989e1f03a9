/** Why the database of a host cannot be read right now. */
export type DatabaseProblem = string

export const HELD = 'held by its host'

export function whyNotReadable(error: unknown): DatabaseProblem {
  const message = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(message)) return HELD
  return /unable to open|permission/i.test(message) ? 'cannot be opened' : message
}
