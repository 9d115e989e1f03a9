/** The figures of recall. RECALL's were found by experiment; change one only with a measurement. */
import * as z from 'zod'
import { share, wholeNumber } from '../setting.ts'
import { FloorSettings } from './floor.ts'
import { SubjectSettings } from './subject.ts'

export const RecallSettings = z.object({
  candidates: wholeNumber(50, 'Candidates from words and from meaning, each'),
  singleCandidates: wholeNumber(30, 'The same when searching by words only or by meaning only'),
  contextCandidates: wholeNumber(100, 'Candidates from the surroundings in a session'),
  kept: wholeNumber(50, 'Candidates kept after scoring'),
  misspeltWeight: share(0.7, 'Weight of the nearest known word in place of an unknown one'),
  maxWords: wholeNumber(48, 'Further words of a question are ignored'),
  rrfK: wholeNumber(60, 'The constant of reciprocal rank fusion'),
  floor: FloorSettings.prefault({}),
  subject: SubjectSettings.prefault({}),
})
export type RecallSettings = z.infer<typeof RecallSettings>
