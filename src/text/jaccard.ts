/** B-03, I-08. How alike two memories are, word by word. */
import * as z from 'zod'
import { share } from '../setting.ts'
import { tokensOf } from './tokens.ts'

export const NearDuplicateSettings = z.object({
  titleWeight: share(0.6, 'Weight of title similarity'),
  contentWeight: share(0.4, 'Weight of content similarity'),
  threshold: share(0.65, 'From this similarity on, a new memory counts as one that exists already'),
  cleanupThreshold: share(0.75, 'From this similarity on, the newer of two memories is removed'),
})
export type NearDuplicateSettings = z.infer<typeof NearDuplicateSettings>
/** What two texts are measured by. */
export type SimilaritySettings = Omit<NearDuplicateSettings, 'cleanupThreshold'>

interface TitledText {
  readonly title: string
  readonly content: string
}

/** Shared tokens ÷ all tokens. Two empty sets share nothing: silence is not agreement. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const token of small) if (large.has(token)) shared += 1
  return shared / (small.size + large.size - shared)
}

/** The tokens of both parts, for comparing one memory with many. */
export interface TitledTokens {
  readonly title: ReadonlySet<string>
  readonly content: ReadonlySet<string>
}

export function titledTokens({ title, content }: TitledText): TitledTokens {
  return { title: tokensOf(title), content: tokensOf(content) }
}

/** B-03. Titles at 60 %, contents at 40 %; a pair without any titles is judged by its contents. */
export function weightedTokenJaccard(
  settings: SimilaritySettings,
  a: TitledTokens,
  b: TitledTokens,
): number {
  const contents = jaccard(a.content, b.content)
  if (a.title.size === 0 && b.title.size === 0) return contents
  return settings.titleWeight * jaccard(a.title, b.title) + settings.contentWeight * contents
}
