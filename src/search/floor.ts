/**
 * D-05. "Nothing relevant" is an answer. Before any score is set against the best one, each hit is
 * asked how much it has to do with the question at all: a hit below the floor is left out, though
 * it may be the best there is.
 */
import { z } from 'zod'

export const FloorSettings = z.object({
  meaning: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe('What nearness in meaning counts against shared words in relevance'),
  relevance: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('A hit with less relevance than this is none'),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe('The same without an embedder: the least share of the words, each by its rarity'),
})
export type FloorSettings = z.infer<typeof FloorSettings>

export interface Evidence {
  /** Null when meaning was not asked. */
  readonly cosine: number | null
  /** The share of the query's words, each by its rarity. */
  readonly coverage: number
}

/** From 0 to 1, comparable between queries, which a score against the best one is not. */
export function relevanceOf(settings: FloorSettings, { cosine, coverage }: Evidence): number {
  if (cosine === null) return coverage
  return settings.meaning * Math.max(0, cosine) + (1 - settings.meaning) * coverage
}

export function floorFor(settings: FloorSettings, byMeaning: boolean): number {
  return byMeaning ? settings.relevance : settings.coverage
}
