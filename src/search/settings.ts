/** The figures of recall. RECALL's were found by experiment; change one only with a measurement. */
import * as z from 'zod'
import { share, wholeNumber } from '../setting.ts'
import { Bm25Settings } from './bm25.ts'
import { FloorSettings } from './floor.ts'
import { SubjectSettings } from './subject.ts'
import { FITTED, type PartName, type Weights } from './weights.ts'

const weight = (value: number, about: string) => z.number().min(0).default(value).describe(about)

const ABOUT: { readonly [Name in PartName]: string } = {
  text: 'Words of the text itself',
  meaning: 'Similarity in meaning',
  context: 'Words around it in its session',
  tokens: 'Word by word, each against the most similar word of the text',
  window: 'The same including the adjacent texts',
  who: 'Said by the speaker the question names',
  when: 'From the time the question names',
  answer: 'Contains the kind of answer asked for',
  directive: 'A standing instruction, if the question is a request',
  reply: 'Follows a similar question',
  statement: 'Is not a question itself',
  subject: 'One sentence that mentions everything the question names',
  topic: 'Names a thing of the kind asked for',
}

const weights = (table: Weights) =>
  z.object(
    Object.fromEntries(
      (Object.keys(ABOUT) as PartName[]).map((name) => [name, weight(table[name], ABOUT[name])]),
    ) as { readonly [Name in PartName]: ReturnType<typeof weight> },
  )

/** What each part counts: with tokens, with meaning alone, and without an embedder. */
const PartWeights = weights(FITTED.tokens)
export type PartWeights = z.infer<typeof PartWeights>

export const RecallSettings = z.object({
  weights: PartWeights.prefault({}),
  meaningWeights: weights(FITTED.meaning).prefault({}),
  wordWeights: weights(FITTED.words).prefault({}),
  candidates: wholeNumber(50, 'Candidates from words and from meaning, each'),
  singleCandidates: wholeNumber(30, 'The same when searching by words only or by meaning only'),
  contextCandidates: wholeNumber(100, 'Candidates from the surroundings in a session'),
  kept: wholeNumber(50, 'Candidates kept after scoring'),
  misspeltWeight: share(0.7, 'Weight of the nearest known word in place of an unknown one'),
  maxWords: wholeNumber(48, 'Further words of a question are ignored'),
  rrfK: wholeNumber(60, 'The constant of reciprocal rank fusion'),
  floor: FloorSettings.prefault({}),
  subject: SubjectSettings.prefault({}),
  bm25: Bm25Settings.prefault({}),
})
export type RecallSettings = z.infer<typeof RecallSettings>
