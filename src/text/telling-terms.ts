/** The words that best distinguish a group of texts from all others. */
import { contentWords, stem } from './words.ts'

/** In how many texts each stem occurs. */
export interface TermCounts {
  readonly texts: number
  readonly count: ReadonlyMap<string, number>
}

const MIN_TERM_LENGTH = 3
const TELLS_NOTHING = /^(?:[\d.,:-]+|not|never|none|nothing)$/

export function termCounts(texts: Iterable<string>): TermCounts {
  const count = new Map<string, number>()
  let total = 0
  for (const text of texts) {
    total += 1
    for (const term of formsOf(text).keys()) count.set(term, (count.get(term) ?? 0) + 1)
  }
  return { texts: total, count }
}

/**
 * The share of the group's texts that hold a term × how rare it is everywhere, best first, each in
 * the form in which the group writes it most. `everywhere` counts the group too.
 */
export function tellingTerms(
  group: readonly string[],
  everywhere: TermCounts,
  limit: number,
): string[] {
  const forms = new Map<string, Map<string, number>>()
  const inside = new Map<string, number>()
  for (const text of group) {
    for (const [term, form] of formsOf(text)) {
      inside.set(term, (inside.get(term) ?? 0) + 1)
      const written = forms.get(term) ?? new Map<string, number>()
      forms.set(term, written.set(form, (written.get(form) ?? 0) + 1))
    }
  }
  const worth = (term: string, count: number) =>
    (count / group.length) * Math.log(1 + everywhere.texts / (everywhere.count.get(term) ?? count))
  return [...inside]
    .map(([term, count]) => ({ term, worth: worth(term, count) }))
    .sort((a, b) => b.worth - a.worth || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term }) => usualForm(forms.get(term) ?? new Map([[term, 1]])))
}

/** Stem to the form in which the text first writes it. */
function formsOf(text: string): Map<string, string> {
  const forms = new Map<string, string>()
  for (const word of contentWords(text)) {
    if (word.length < MIN_TERM_LENGTH || TELLS_NOTHING.test(word)) continue
    const term = stem(word)
    if (!forms.has(term)) forms.set(term, word)
  }
  return forms
}

function usualForm(written: ReadonlyMap<string, number>): string {
  const [first] = [...written].sort(
    ([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1),
  )
  return first?.[0] ?? ''
}
