/** The figures of recall. RECALL's were found by experiment; change one only with a measurement. */
import * as z from 'zod'
import { Bm25Settings } from './bm25.ts'
import { FloorSettings } from './floor.ts'
import { SubjectSettings } from './subject.ts'

const weight = (value: number, about: string) => z.number().min(0).default(value).describe(about)

/** What each part counts when meaning is known. */
export const PartWeights = z.object({
  text: weight(0.2, 'The words of the text itself'),
  meaning: weight(1, 'Nearness in meaning'),
  context: weight(0.6, 'The words around it in its session'),
  who: weight(0.6, 'Said by whom the question points at'),
  when: weight(0.75, 'From the time the question names'),
  subject: weight(0.5, 'One sentence that speaks of all the question names'),
})
export type PartWeights = z.infer<typeof PartWeights>

/** The same without an embedder. */
const WordWeights = z.object({
  text: weight(0.4, 'The words of the text itself'),
  meaning: weight(0, 'Not known'),
  context: weight(0.7, 'The words around it in its session'),
  who: weight(0.35, 'Said by whom the question points at'),
  when: weight(0.4, 'From the time the question names'),
  subject: weight(0.5, 'One sentence that speaks of all the question names'),
})

export const RecallSettings = z.object({
  weights: PartWeights.prefault({}),
  wordWeights: WordWeights.prefault({}),
  candidates: z
    .int()
    .min(1)
    .default(50)
    .describe('How many the words and the meaning each bring in'),
  singleCandidates: z
    .int()
    .min(1)
    .default(30)
    .describe('The same where only the words or only the meaning are asked'),
  contextCandidates: z
    .int()
    .min(1)
    .default(100)
    .describe('How many the neighbourhood in a session brings in'),
  kept: z.int().min(1).default(50).describe('How many are kept after the score for what follows'),
  misspeltWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('What the nearest known word counts in the place of one that stands nowhere'),
  maxWords: z.int().min(1).default(48).describe('Words of a question beyond this are left out'),
  rrfK: z.int().min(1).default(60).describe('The constant of reciprocal rank fusion'),
  floor: FloorSettings.prefault({}),
  subject: SubjectSettings.prefault({}),
  bm25: Bm25Settings.prefault({}),
})
export type RecallSettings = z.infer<typeof RecallSettings>
