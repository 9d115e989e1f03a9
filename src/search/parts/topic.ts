/** D-02. Whether a text names a thing of the kind in question: "Biome" if asked about the linter. */
import type { AskedTopics } from '../../text/trade-topics.ts'

/** The share of the question's topics of which the text names a member. */
export function topicPart({ topics, share }: AskedTopics, text: string): number {
  if (topics.length === 0) return 0
  const read = text.toLowerCase()
  const named = topics.filter(({ names }) => read.search(names) !== -1)
  return (share * named.length) / topics.length
}
