/**
 * M-04. Parsing makes labels lower-case and removes characters from them, after which the patterns may no
 * longer recognise a credential. Such a label is refused here, where its original form is still known;
 * credentials that are still recognisable are left to the operation.
 */
import { scrub, scrubText } from '../capture/scrub.ts'
import { MnemeError } from '../errors.ts'

export function refuseHiddenCredentials(given: unknown, parsed: unknown): void {
  if (typeof given === 'string') {
    // Fields that are not read are not stored either; a list may be given as one text.
    if (given === parsed || parsed === undefined) return
    const { kinds } = scrubText(given)
    if (kinds.length === 0 || scrub(parsed).kinds.length > 0) return
    throw new MnemeError(
      'secret_found',
      `not stored: a label holds a credential (${kinds.join(', ')})`,
      { hint: 'Take it out: labels cannot be redacted.' },
    )
  }
  if (typeof given !== 'object' || given === null) return
  for (const [key, value] of Object.entries(given)) {
    refuseHiddenCredentials(value, (Object(parsed) as Record<string, unknown>)[key])
  }
}
