/** E-05, I-10. Links memories that were repeatedly relevant together. */
import * as z from 'zod'
import { share, wholeNumber } from '../setting.ts'
import { contentWords, stem } from '../text/words.ts'

export const LinkDiscoverySettings = z.object({
  rate: share(0.2, 'Learning rate: how far each co-occurrence moves a weight towards 1'),
  minTimes: wholeNumber(2, 'Co-occurrences needed for a link'),
  maxTogether: wholeNumber(5, 'Top results of a retrieval that are paired', { min: 2 }),
})
export type LinkDiscoverySettings = z.infer<typeof LinkDiscoverySettings>

/** Two memories, the smaller id first: kinship has no direction. */
interface Pair {
  readonly a: string
  readonly b: string
}

export function pairKey({ a, b }: Pair): string {
  return `${a} ${b}`
}

/** The pairs of one retrieval, from the memories that proved relevant, best first. */
export function coRelevantPairs(settings: LinkDiscoverySettings, ids: readonly string[]): Pair[] {
  const best = [...new Set(ids)].slice(0, settings.maxTogether).sort()
  return best.flatMap((a, i) => best.slice(i + 1).map((b) => ({ a, b })))
}

/** Approaches 1 without reaching it: 1 − (1 − rate)^times. */
export function coRelevanceWeight(settings: LinkDiscoverySettings, times: number): number {
  return 1 - (1 - settings.rate) ** Math.max(times, 0)
}

export interface DiscoveredLink extends Pair {
  readonly weight: number
  readonly isNew: boolean
}

/**
 * The `relates_to` links to write for pairs that were relevant together so many times. A link only
 * ever grows: what a person linked more firmly stays as it is, and the same counts write nothing
 * twice. `linked` gives the weights there are, by `pairKey`.
 */
export function discoveredLinks(
  settings: LinkDiscoverySettings,
  counted: readonly (Pair & { readonly times: number })[],
  linked: ReadonlyMap<string, number>,
): DiscoveredLink[] {
  return counted
    .filter(({ times }) => times >= settings.minTimes)
    .map(({ a, b, times }) => ({ a, b, weight: coRelevanceWeight(settings, times) }))
    .flatMap((link) => {
      const present = linked.get(pairKey(link))
      return present === undefined || link.weight > present
        ? [{ ...link, isNew: present === undefined }]
        : []
    })
    .sort((x, y) => (pairKey(x) < pairKey(y) ? -1 : 1))
}

export const TagInferenceSettings = z.object({
  minMemories: wholeNumber(3, 'Maximum memories of one context that may share a tag', { min: 2 }),
  maxCommonness: share(0.2, 'Maximum share of memories a word may occur in to become a tag'),
})
export type TagInferenceSettings = z.infer<typeof TagInferenceSettings>

interface Tagged {
  readonly id: string
  readonly tags: readonly string[]
  readonly text: string
}

const MIN_TAG_LENGTH = 3
const TAG = /^\p{L}[\p{L}\p{N}-]*$/u

/**
 * I-10. A tag for memories that were relevant to one context and share none yet: the rarest word of
 * the context that all of them hold. `commonness` says in what part of all memories a word occurs.
 */
export function inferredCommonTag(
  settings: TagInferenceSettings,
  relevant: { readonly context: string; readonly memories: readonly Tagged[] },
  commonness: (word: string) => number,
): string | null {
  const { context, memories } = relevant
  const [first, ...others] = memories
  if (!first || memories.length < settings.minMemories) return null
  const isShared = (tag: string) => others.every(({ tags }) => tags.includes(tag))
  if (first.tags.some(isShared)) return null
  const stems = memories.map(({ text }) => new Set(contentWords(text).map(stem)))
  const [rarest] = contentWords(context)
    .filter((word) => word.length >= MIN_TAG_LENGTH && TAG.test(word))
    .filter((word) => stems.every((known) => known.has(stem(word))))
    .map((word) => ({ word, share: commonness(word) }))
    .filter(({ share }) => share <= settings.maxCommonness)
    .sort((a, b) => a.share - b.share || (a.word < b.word ? -1 : 1))
  return rarest?.word ?? null
}
