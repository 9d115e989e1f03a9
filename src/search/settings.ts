/** The figures of recall. RECALL's were found by experiment; change one only with a measurement. */
import * as z from 'zod'
import { share, wholeNumber } from '../setting.ts'
import { Bm25Settings } from './bm25.ts'
import { FloorSettings } from './floor.ts'
import { SubjectSettings } from './subject.ts'
import { FITTED, type PartName, type Weights } from './weights.ts'

const weight = (value: number, about: string) => z.number().min(0).default(value).describe(about)

const ABOUT: { readonly [Name in PartName]: string } = {
  text: 'The words of the text itself',
  meaning: 'Nearness in meaning',
  context: 'The words around it in its session',
  tokens: 'Word by word, each with its like in the text',
  window: 'The same with the texts right beside it',
  who: 'Said by whom the question points at',
  when: 'From the time the question names',
  answer: 'Holds the kind of answer that is asked for',
  directive: 'A standing wish, where something is requested',
  reply: 'Follows a question that was asked alike',
  statement: 'Is no question itself',
  subject: 'One sentence that speaks of all the question names',
  topic: 'Names one of the kind that is asked for',
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
  candidates: wholeNumber(50, 'How many the words and the meaning each bring in'),
  singleCandidates: wholeNumber(30, 'The same where only the words or only the meaning are asked'),
  contextCandidates: wholeNumber(100, 'How many the neighbourhood in a session brings in'),
  kept: wholeNumber(50, 'How many are kept after the score for what follows'),
  misspeltWeight: share(0.7, 'Weight of the nearest known word in place of an unknown one'),
  maxWords: wholeNumber(48, 'Words of a question beyond this are ignored'),
  rrfK: wholeNumber(60, 'The constant of reciprocal rank fusion'),
  floor: FloorSettings.prefault({}),
  subject: SubjectSettings.prefault({}),
  bm25: Bm25Settings.prefault({}),
})
export type RecallSettings = z.infer<typeof RecallSettings>
