/** D-02. Whether a text names one of the kind that is asked for: "Biome" where the linter is asked for. */
import type { AskedTopics } from '../../text/trade-topics.ts'

/** The share of the topics of which the text names one, as far as they are what is asked for. */
export function topicPart({ topics, share }: AskedTopics, text: string): number {
  if (topics.length === 0) return 0
  const read = text.toLowerCase()
  const named = topics.filter(({ names }) => read.search(names) !== -1)
  return (share * named.length) / topics.length
}
