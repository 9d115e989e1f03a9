/**
 * M-30. How much a text has to do with a question, on a scale that holds from one question to the
 * next, which a score against the best one does not. A search that was asked for always answers;
 * what stays below the floor is marked weak. What is volunteered has a gate of its own.
 */
import * as z from 'zod'
import { share } from '../setting.ts'

export const FloorSettings = z.object({
  meaning: share(0.5, 'Share of meaning in relevance; the rest is the share of words found'),
  both: share(0.277, 'Weak below this relevance by meaning and words'),
  words: share(0.19, 'Weak below this share of the words, without an embedder'),
  cosine: share(0.38, 'From this similarity on a hit is strong, whatever its words'),
})
export type FloorSettings = z.infer<typeof FloorSettings>

/** What was asked; null where it was not. */
export interface Evidence {
  readonly cosine: number | null
  /** The share of the query's words, each by its rarity. */
  readonly coverage: number | null
}

/** Texts about something else are this near by chance. */
const MIN_COSINE = 0.1

/** It shares a word, or more meaning than any two texts do. */
export function sharesAnything({ cosine, coverage }: Evidence): boolean {
  return (coverage ?? 0) > 0 || (cosine ?? 0) >= MIN_COSINE
}

/** From 0 to 1, comparable between questions. */
export function relevanceOf(settings: FloorSettings, { cosine, coverage }: Evidence): number {
  if (cosine === null) return coverage ?? 0
  const near = Math.max(0, cosine)
  return coverage === null ? near : settings.meaning * near + (1 - settings.meaning) * coverage
}

/** A paraphrase shares no word: then meaning alone can carry it. */
export function isWeak(settings: FloorSettings, evidence: Evidence): boolean {
  const { cosine } = evidence
  if (cosine !== null && cosine >= settings.cosine) return false
  return relevanceOf(settings, evidence) < (cosine === null ? settings.words : settings.both)
}

/** All of it at once. A turn may say none of the words and stand among those that do. */
export function judgedBy(settings: FloorSettings, evidence: Evidence) {
  return {
    relevance: relevanceOf(settings, evidence),
    weak: isWeak(settings, evidence),
    shares: sharesAnything(evidence),
  }
}
