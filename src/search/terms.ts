/** RECALL "Terms", D-02. From the words of a query to what is looked up, synonyms at half weight. */
import { indexTerms } from '../text/index-text.ts'
import { type SynonymSettings, synonymsOf } from '../text/synonyms.ts'
import { stem } from '../text/words.ts'
import type { WordGroup } from './corpus.ts'

const ASCII = /^[\0-\x7f]*$/
const NOT_ASCII = /[^\0-\x7f]/gu
/** The marks that unicode61 drops wherever they stand alone. */
const MARKS = /[\u0300-\u0331]/g
const LATIN = /[a-z]/

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

/**
 * A term as the index holds it, which is what `porter unicode61` makes of it: endings come off words,
 * and marks off Latin letters that carry a single one. Every other letter stays composed: taking a
 * Hangul syllable or a й apart would leave a token that no index holds.
 */
export function indexToken(term: string): string {
  const lower = term.toLowerCase()
  return stem(ASCII.test(lower) ? lower : lower.replace(MARKS, '').replace(NOT_ASCII, foldLetter))
}

function foldLetter(letter: string): string {
  if (letter === 'ς') return 'σ'
  const [base = letter, ...marks] = letter.normalize('NFD')
  return marks.length === 1 && LATIN.test(base) ? base : letter
}
