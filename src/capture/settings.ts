/** The settings of this room, apart from the code that they set: every process reads them, few capture anything. */
import * as z from 'zod'

export const BoundarySettings = z.object({
  windowSize: z.int().positive().default(4).describe('Interactions that are looked at together'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Adjacent windows with less in common than this are two episodes'),
  maxKeywords: z.int().positive().default(40).describe('Words kept of one interaction'),
  minKeywords: z.int().positive().default(6).describe('A window with fewer words proves nothing'),
  minTopic: z
    .int()
    .positive()
    .default(2)
    .describe('A window has a topic when so many words come up in it more than once'),
  summaryWords: z.int().positive().default(6).describe('Words that name the new episode'),
})
export type BoundarySettings = z.infer<typeof BoundarySettings>

export const CorrectionSettings = z.object({
  minScore: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe('How surely an older memory must be meant before it is retired'),
})
export type CorrectionSettings = z.infer<typeof CorrectionSettings>

export const EchoSettings = z.object({
  shingleWords: z.int().positive().default(5).describe('Words in a row that make one fingerprint'),
  echoShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe('A text with this share of known fingerprints is an echo'),
})
export type EchoSettings = z.infer<typeof EchoSettings>

export const ExtractionSettings = z.object({
  minConfidence: z.number().min(0).max(1).default(0.7).describe('Anything less certain is dropped'),
  maxPerChunk: z.int().positive().default(15).describe('Most memories out of one chunk'),
  sameFinding: z.number().min(0).max(1).default(0.65).describe('From here on two findings are one'),
  minWords: z.int().positive().default(4).describe('A finding with fewer words says nothing'),
})
export type ExtractionSettings = z.infer<typeof ExtractionSettings>

export const ChunkSettings = z.object({
  minMessages: z
    .int()
    .min(1)
    .default(25)
    .describe('Minimum number of new messages for an extraction'),
  maxChars: z.int().positive().default(150_000).describe('Maximum characters per extraction'),
})
export type ChunkSettings = z.infer<typeof ChunkSettings>

export const GapSettings = z.object({
  minWords: z.int().positive().default(4).describe('A context with fewer words asks for nothing'),
  snippetChars: z.int().positive().default(200).describe('How much of the context is kept'),
})
export type GapSettings = z.infer<typeof GapSettings>

export const LifeboatSettings = z.object({
  decisions: z.int().positive().default(6).describe('Most decisions that are carried over'),
  questions: z.int().positive().default(5).describe('Most open questions'),
  files: z.int().positive().default(10).describe('Most files in hand'),
  requests: z.int().positive().default(3).describe('Latest requests of the user that are kept'),
  minConfidence: z.number().min(0).max(1).default(0.7).describe('Less sure decisions stay ashore'),
  lineChars: z.int().positive().default(240).describe('Longest line'),
})
export type LifeboatSettings = z.infer<typeof LifeboatSettings>

export const MemorabilitySettings = z.object({
  substanceWeight: z.number().min(0).max(1).default(0.4).describe('How much having content counts'),
  salienceWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe('How much fitting the task counts'),
  distinctivenessWeight: z
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe('How much being new counts'),
  typeWeight: z.number().min(0).max(1).default(0.2).describe('How much the kind counts'),
  gate: z.number().min(0).max(1).default(0.3).describe('Below this nothing is stored'),
  fullWords: z.int().positive().default(20).describe('So many different words are a full text'),
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
    .describe('How much each kind is worth; others bring the weight of their type'),
  unknownSalience: z.number().min(0).max(1).default(0.5).describe('When the task is not known'),
})
export type MemorabilitySettings = z.infer<typeof MemorabilitySettings>

export const SensitivitySettings = z.object({
  maxCharacters: z
    .int()
    .positive()
    .default(1_000_000)
    .describe('Longer texts are not classified, and so never served'),
  maxUnreadableShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('Above this share of undecodable characters a text is not classified'),
})
export type SensitivitySettings = z.infer<typeof SensitivitySettings>

export const SummarySettings = z.object({
  heading: z.string().default('Prior context').describe('What stands above a summary'),
  requests: z.int().positive().default(6).describe('Most requests of the user that are listed'),
  findings: z.int().positive().default(8).describe('Most decisions, findings and fixes'),
  sentences: z.int().positive().default(4).describe('Most sentences of the agent'),
  files: z.int().positive().default(12).describe('Most files'),
  minConfidence: z.number().min(0).max(1).default(0.7).describe('Less sure findings are left out'),
  maxChars: z.int().positive().default(6000).describe('Longest summary'),
})
export type SummarySettings = z.infer<typeof SummarySettings>

export const UserRuleSettings = z.object({
  minConfidence: z.number().min(0).max(1).default(0.7).describe('Less sure than this is not kept'),
  maxSentenceChars: z.int().positive().default(400).describe('A longer sentence states no rule'),
  maxMessageChars: z.int().positive().default(20_000).describe('Only so much of a message is read'),
  maxRulesPerMessage: z.int().positive().default(12).describe('Most rules from one message'),
  titleChars: z.int().positive().default(80).describe('Longest title of a captured rule'),
})
export type UserRuleSettings = z.infer<typeof UserRuleSettings>
