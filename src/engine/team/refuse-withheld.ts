/** H-06, G-10. What must never reach a team, checked before a draft is sent and again by the server. */
import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import type { SharedDraft } from '../../team/wire.ts'
import { sensitivityOf } from '../memories/new-memory.ts'

/** Throws for a draft that contains credentials or is not public. */
export function refuseWithheld(draft: SharedDraft): void {
  const { kinds } = scrub(draft)
  if (kinds.length > 0) {
    throw new MnemeError('secret_found', `not shared: it holds a credential (${kinds.join(', ')})`)
  }
  const sensitivity = sensitivityOf(draft)
  if (sensitivity !== 'public') {
    throw new MnemeError('not_allowed', `not shared: its text is ${sensitivity}`, {
      hint: 'Remove personal data and internal addresses, and share it again.',
    })
  }
}
