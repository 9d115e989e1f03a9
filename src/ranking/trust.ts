/** How much the way we came to know something is worth. */
import * as z from 'zod'
import type { Source } from '../memory/memory.ts'
import { share } from '../setting.ts'

/** Trust by source, highest for what a person said. */
export const TrustSettings = z.object({
  userStated: share(1, 'The user said it'),
  userCorrected: share(1, 'The user corrected us'),
  observed: share(0.9, 'Observed'),
  extracted: share(0.8, 'Extracted from a transcript'),
  imported: share(0.7, 'Came from another store'),
  inferred: share(0.6, 'Concluded, not observed'),
})
export type TrustSettings = z.infer<typeof TrustSettings>

/** The table is total over sources: a new one does not compile without its trust. */
// biome-ignore format: a table reads best in columns
const TRUST_OF: { readonly [From in Source]: keyof TrustSettings } = {
  'user-stated':    'userStated',
  'user-corrected': 'userCorrected',
  observed:         'observed',
  extracted:        'extracted',
  imported:         'imported',
  inferred:         'inferred',
}

export function trustOf(settings: TrustSettings, source: Source): number {
  return settings[TRUST_OF[source]]
}
