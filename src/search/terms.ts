/** RECALL "Terms", D-02. From the words of a query to what is looked up, synonyms at half weight. */
import { indexTerms, indexToken } from '../text/index-text.ts'
import { type SynonymSettings, synonymsOf } from '../text/synonyms.ts'
import { type AskedTopics, NO_TOPICS } from '../text/trade-topics.ts'
import type { WordGroup } from './corpus.ts'

/** Each word with what may stand in its place. A word that the query says itself is no synonym. */
export function wordGroups(
  synonyms: SynonymSettings,
  query: string,
  maxWords: number,
  topics: AskedTopics = NO_TOPICS,
): WordGroup[] {
  const own = new Map<string, string>()
  for (const term of indexTerms(query)) {
    const token = indexToken(term)
    if (!own.has(token)) own.set(token, term)
    if (own.size >= maxWords) break
  }
  const named = namedBy(topics, own)
  return [...own].map(([token, term]) => {
    const others = new Map<string, number>()
    const addWord = (other: string, weight: number) => {
      if (weight > 0 && !own.has(other) && !others.has(other)) others.set(other, weight)
    }
    for (const synonym of synonyms.weight > 0 ? synonymsOf(synonyms, term) : []) {
      for (const other of indexTerms(synonym)) addWord(indexToken(other), synonyms.weight)
    }
    for (const name of named(token)) addWord(name, synonyms.weight * topics.share)
    return {
      tokens: [
        { token, weight: 1 },
        ...[...others].map(([other, weight]) => ({ token: other, weight })),
      ],
    }
  })
}

/** The names of each topic stand in for the last word of its phrase: in "package manager" the manager. */
function namedBy(
  { topics }: AskedTopics,
  own: ReadonlyMap<string, string>,
): (token: string) => readonly string[] {
  const byToken = new Map<string, readonly string[]>()
  for (const { phrase, tokens } of topics) {
    const last = indexTerms(phrase)
      .map(indexToken)
      .findLast((token) => own.has(token))
    if (last !== undefined) byToken.set(last, [...(byToken.get(last) ?? []), ...tokens])
  }
  return (token) => byToken.get(token) ?? []
}
