/** M-32. How readily past sessions, commits and memories are brought up at a prompt. */
import * as z from 'zod'

const SPEAKING = ['quiet', 'balanced', 'talkative', 'always'] as const
type Speaking = (typeof SPEAKING)[number]

const EVIDENCE_SOURCES = ['memories', 'sessions', 'commits'] as const
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number]

export const EvidenceSettings = z.object({
  speak: z
    .enum(SPEAKING)
    .default('balanced')
    .describe(
      'How likely something must be to help before it is injected; `always` is for measuring',
    ),
  sources: z
    .array(z.enum(EVIDENCE_SOURCES))
    .default([...EVIDENCE_SOURCES])
    .describe('What may be quoted for a prompt'),
})
export type EvidenceSettings = z.infer<typeof EvidenceSettings>

/** The least probability, at the first prompt of a session and at those after it. */
export const SPEAK_AT: Readonly<Record<Speaking, { first: number; later: number }>> = {
  quiet: { first: 0.6, later: 0.8 },
  balanced: { first: 0.4, later: 0.65 },
  talkative: { first: 0.2, later: 0.4 },
  /** Without a gate: what is best comes, however little it has to do with the prompt. */
  always: { first: 0, later: 0 },
}
