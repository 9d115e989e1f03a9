/**
 * M-32. A question about someone who speaks here ("what did Anna say of the cache?"): is it best matched
 * by what they said, or by what another said? In the second case they most likely never said it.
 */

/** What a search tells of one text: who said it, and its parts as they were measured. */
interface SpokenHit {
  readonly unit: { readonly speaker?: string | null }
  readonly score: number
  readonly parts: readonly { readonly name: string; readonly raw: number }[]
}

/** From -1 to 1: how far the best of the asked person's texts is ahead of the best of the others'. */
export interface PersonFeatures {
  readonly ownWords: number
  readonly ownTokens: number
  readonly ownMeaning: number
  /** The score of the best text, whosever it is. */
  readonly score: number
}

/** Null where the question names none of those who speak here. */
export function personFeatures(hits: readonly SpokenHit[]): PersonFeatures | null {
  const own = hits.filter((hit) => hit.unit.speaker && rawPart(hit, 'who') > 0)
  const [best] = hits
  if (best === undefined || own.length === 0) return null
  const others = hits.filter((hit) => rawPart(hit, 'who') === 0)
  const ahead = (part: string) => {
    const [mine, theirs] = [mostOf(own, part), mostOf(others, part)]
    return (mine - theirs) / Math.max(mine, theirs, Number.EPSILON)
  }
  return {
    ownWords: ahead('text'),
    ownTokens: ahead('tokens'),
    ownMeaning: ahead('meaning'),
    score: best.score,
  }
}

function mostOf(hits: readonly SpokenHit[], part: string): number {
  return Math.max(0, ...hits.map((hit) => rawPart(hit, part)))
}

function rawPart({ parts }: SpokenHit, part: string): number {
  return parts.find(({ name }) => name === part)?.raw ?? 0
}
