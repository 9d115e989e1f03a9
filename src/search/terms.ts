/** RECALL "Terms", D-02. From the words of a query to what is looked up, synonyms at half weight. */
import { indexTerms, indexToken } from '../text/index-text.ts'
import { type SynonymSettings, synonymsOf } from '../text/synonyms.ts'
import type { WordGroup } from './corpus.ts'

/** Each word with what may stand in its place. A word that the query says itself is no synonym. */
export function wordGroups(
  synonyms: SynonymSettings,
  query: string,
  maxWords: number,
): WordGroup[] {
  const own = new Map<string, string>()
  for (const term of indexTerms(query)) {
    const token = indexToken(term)
    if (!own.has(token)) own.set(token, term)
    if (own.size >= maxWords) break
  }
  return [...own].map(([token, term]) => {
    const others = new Set(
      synonyms.weight > 0
        ? synonymsOf(synonyms, term)
            .flatMap(indexTerms)
            .map(indexToken)
            .filter((other) => !own.has(other))
        : [],
    )
    return {
      tokens: [
        { token, weight: 1 },
        ...[...others].map((other) => ({ token: other, weight: synonyms.weight })),
      ],
    }
  })
}
