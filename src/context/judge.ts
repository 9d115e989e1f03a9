/** H-09. Whether a candidate is to the point, asked before its text costs tokens. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import { type DecaySettings, decayedConfidence, fadingOf } from '../ranking/decay.ts'
import { tokensOf } from '../text/tokens.ts'
import { contentWords } from '../text/words.ts'
import type { Candidate, Situation } from './situation.ts'

export interface Judgement {
  readonly relevant: boolean
  /** 0–1. */
  readonly score: number
  /** They add up to the score, before it is kept in bounds. */
  readonly parts: Readonly<Record<string, number>>
}

/** The port: a small model may stand behind it, and without one `judge` does. */
export interface Judge {
  /** In the order of the candidates. One that could not be judged is null, and stays as it was. */
  judge(
    situation: Situation,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<readonly (Judgement | null)[]>
}

export const JUDGE_VERSION = 1

export const JudgeSettings = z.object({
  overlapWeight: z.number().default(0.45).describe('How much shared words count'),
  similarityWeight: z.number().default(0.35).describe('How much alike meaning counts'),
  scopeWeight: z.number().default(0.1).describe('How much belonging to this place counts'),
  confidenceWeight: z.number().default(0.1).describe('How much being believed still counts'),
  contradictionWeight: z.number().default(0.3).describe('What a fresh contradiction takes away'),
  contradictionDays: z.number().positive().default(30).describe('A contradiction fades by then'),
  threshold: z.number().min(0).max(1).default(0.25).describe('From here on it is to the point'),
})
export type JudgeSettings = z.infer<typeof JudgeSettings>

/** The judge that needs no model: words, meaning, place, belief and what speaks against it. */
// biome-ignore format: one part a line
export function judge(
  settings: { readonly judge: JudgeSettings; readonly decay: DecaySettings },
  situation: Situation,
  candidate: Candidate,
): Judgement {
  const { judge: s, decay } = settings
  const { memory, similarity } = candidate
  // Without an embedder the words have to carry the weight of the meaning as well.
  const overlapWeight = similarity === null ? s.overlapWeight + s.similarityWeight : s.overlapWeight
  const confidence = decayedConfidence(decay, fadingOf(decay, memory, situation.now)).total
  const parts = {
    overlap:       overlapWeight * overlap(situation.prompt, candidate),
    similarity:    similarity === null ? 0 : s.similarityWeight * Math.max(similarity, 0),
    scope:         s.scopeWeight * nearness(situation, candidate),
    confidence:    s.confidenceWeight * confidence,
    contradiction: -s.contradictionWeight * doubt(s, situation.now, candidate.contradictedAt),
  }
  const sum = parts.overlap + parts.similarity + parts.scope + parts.confidence + parts.contradiction
  const score = Math.min(Math.max(sum, 0), 1)
  // Place and belief say nothing about the question: something must speak to it.
  return { relevant: parts.overlap + parts.similarity > 0 && score >= s.threshold, score, parts }
}

/** The share of the prompt's words that the memory has. */
function overlap(prompt: string, { memory, passage }: Candidate): number {
  const asked = tokensOf(contentWords(prompt).join(' '))
  if (asked.size === 0) return 0
  const said = tokensOf(
    [memory.title, memory.description, memory.tags.join(' '), passage ?? memory.content].join('\n'),
  )
  let shared = 0
  for (const token of asked) if (said.has(token)) shared += 1
  return shared / asked.size
}

/** What holds everywhere is half as near as what was made for here. */
const GLOBAL_NEARNESS = 0.5

function nearness(situation: Situation, { memory }: Candidate): number {
  if (memory.scope === 'session') return memory.session === situation.session ? 1 : 0
  if (memory.project === null) return GLOBAL_NEARNESS
  return memory.project === situation.project ? 1 : 0
}

/** 1 for a contradiction of just now, 0 for none or for one long settled. */
function doubt(s: JudgeSettings, now: Timestamp, contradictedAt: Timestamp | null): number {
  if (contradictedAt === null) return 0
  const days = Math.max(daysBetween(contradictedAt, now), 0)
  return Math.max(1 - days / s.contradictionDays, 0)
}
