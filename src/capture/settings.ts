/** The settings of this room, apart from the code that they set: every process reads them, few capture anything. */
import * as z from 'zod'
import { share, wholeNumber } from '../setting.ts'

export const BoundarySettings = z.object({
  windowSize: wholeNumber(4, 'Interactions in one window'),
  threshold: share(0.1, 'Similarity of adjacent windows below which a new episode begins'),
  maxKeywords: wholeNumber(40, 'Maximum keywords kept of one interaction'),
  minKeywords: wholeNumber(6, 'Minimum words of a window for it to be compared'),
  minTopic: wholeNumber(2, 'Minimum repeated words for a window to have a topic'),
  summaryWords: wholeNumber(6, 'Words in the name of a new episode'),
})
export type BoundarySettings = z.infer<typeof BoundarySettings>

export const CorrectionSettings = z.object({
  minScore: share(0.6, 'Minimum certainty that an older memory is meant before it is retired'),
})
export type CorrectionSettings = z.infer<typeof CorrectionSettings>

export const EchoSettings = z.object({
  shingleWords: wholeNumber(5, 'Consecutive words in one fingerprint'),
  echoShare: share(0.6, 'Share of known fingerprints from which a text counts as an echo'),
})
export type EchoSettings = z.infer<typeof EchoSettings>

export const ExtractionSettings = z.object({
  minConfidence: share(0.7, 'Findings less certain than this are dropped'),
  maxPerChunk: wholeNumber(15, 'Maximum memories from one chunk'),
  sameFinding: share(0.65, 'Similarity from which two findings count as the same'),
  minWords: wholeNumber(4, 'Minimum words of a finding'),
})
export type ExtractionSettings = z.infer<typeof ExtractionSettings>

export const ChunkSettings = z.object({
  minMessages: wholeNumber(25, 'Minimum number of new messages for an extraction'),
  maxChars: wholeNumber(150_000, 'Maximum characters per extraction'),
})
export type ChunkSettings = z.infer<typeof ChunkSettings>

export const GapSettings = z.object({
  minWords: wholeNumber(4, 'Minimum words of a context to be recorded as a gap'),
  snippetChars: wholeNumber(200, 'Characters of the context that are kept'),
})
export type GapSettings = z.infer<typeof GapSettings>

export const LifeboatSettings = z.object({
  decisions: wholeNumber(6, 'Maximum decisions carried over'),
  questions: wholeNumber(5, 'Maximum open questions carried over'),
  files: wholeNumber(10, 'Maximum open files carried over'),
  requests: wholeNumber(3, 'Latest requests of the user carried over'),
  minConfidence: share(0.7, 'Decisions less certain than this are left out'),
  lineChars: wholeNumber(240, 'Maximum characters of a line'),
})
export type LifeboatSettings = z.infer<typeof LifeboatSettings>

export const MemorabilitySettings = z.object({
  substanceWeight: share(0.4, 'Weight of substance'),
  salienceWeight: share(0.2, 'Weight of relevance to the task'),
  distinctivenessWeight: share(0.2, 'Weight of novelty'),
  typeWeight: share(0.2, 'Weight of the type'),
  gate: share(0.3, 'Minimum score to be stored'),
  fullWords: wholeNumber(20, 'Distinct words from which a text has full substance'),
  typeWeights: z
    .record(z.string(), z.number().min(0).max(1))
    .default({
      decision: 0.8,
      discovery: 0.7,
      bugfix: 0.5,
      feature: 0.5,
      refactor: 0.3,
      change: 0.3,
    })
    .describe('Weight of each kind; others have the weight of their type'),
  unknownSalience: share(0.5, 'Relevance when the task is unknown'),
})
export type MemorabilitySettings = z.infer<typeof MemorabilitySettings>

export const SensitivitySettings = z.object({
  maxCharacters: wholeNumber(
    1_000_000,
    'Texts longer than this are not classified and never served',
  ),
  maxUnreadableShare: share(
    0.01,
    'Share of undecodable characters above which a text is not classified',
  ),
})
export type SensitivitySettings = z.infer<typeof SensitivitySettings>

export const SummarySettings = z.object({
  heading: z.string().default('Prior context').describe('Heading of a summary'),
  requests: wholeNumber(6, 'Maximum requests of the user listed'),
  findings: wholeNumber(8, 'Maximum decisions, findings and fixes listed'),
  sentences: wholeNumber(4, 'Maximum sentences of the agent'),
  files: wholeNumber(12, 'Maximum files listed'),
  minConfidence: share(0.7, 'Findings less certain than this are left out'),
  maxChars: wholeNumber(6000, 'Maximum characters of a summary'),
})
export type SummarySettings = z.infer<typeof SummarySettings>

export const UserRuleSettings = z.object({
  minConfidence: share(0.7, 'Rules less certain than this are not kept'),
  maxSentenceChars: wholeNumber(400, 'Sentences longer than this are not read as rules'),
  maxMessageChars: wholeNumber(20_000, 'Characters of a message that are read'),
  maxRulesPerMessage: wholeNumber(12, 'Maximum rules from one message'),
  titleChars: wholeNumber(80, 'Maximum characters of the title of a captured rule'),
})
export type UserRuleSettings = z.infer<typeof UserRuleSettings>
