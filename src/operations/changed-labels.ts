/**
 * M-04. Reading an input makes labels lower-case and takes signs out of them, after which no pattern would
 * know a credential any more: what reading changes is looked at as it was given.
 */
import { scrubText } from '../capture/scrub.ts'
import { MnemeError } from '../errors.ts'

export function refuseCredentialLabels(given: unknown, read: unknown): void {
  if (typeof given === 'string') {
    if (given === read || scrubText(given).kinds.length === 0) return
    throw new MnemeError('invalid_input', 'this looks like a key, not like a label', {
      hint: 'Labels are kept as they are: leave credentials out of them.',
    })
  }
  if (typeof given !== 'object' || given === null) return
  for (const [key, value] of Object.entries(given)) {
    refuseCredentialLabels(value, (Object(read) as Record<string, unknown>)[key])
  }
}
