/** How much the way we came to know something is worth. */
import * as z from 'zod'
import type { Source } from '../memory/memory.ts'

const Weight = z.number().min(0).max(1)

/** Trust by source, highest for what a person said. */
export const TrustSettings = z.object({
  userStated: Weight.default(1).describe('The user said it'),
  userCorrected: Weight.default(1).describe('The user corrected us'),
  observed: Weight.default(0.9).describe('Seen to happen'),
  extracted: Weight.default(0.8).describe('Extracted from a transcript'),
  imported: Weight.default(0.7).describe('Came from another store'),
  inferred: Weight.default(0.6).describe('Concluded, not seen'),
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
