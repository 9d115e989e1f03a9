/** M-31. The words of a prompt as the indexes hold them, and what each is worth. */
import { indexTerms, indexToken } from '../../text/index-text.ts'
import { words } from '../../text/words.ts'
import { type Language, languageOf } from './languages.ts'

/** What a prompt is about stands at its beginning; logs and code follow. */
const MAX_PROMPT_CHARACTERS = 600

export interface PromptWords {
  readonly language: Language
  /** Distinct tokens of the index, stop words out. */
  readonly tokens: readonly string[]
}

export function promptWords(prompt: string): PromptWords {
  const text = prompt.slice(0, MAX_PROMPT_CHARACTERS)
  const said = words(text)
  const language = languageOf(said, text)
  const content = said.filter((word) => !language.stop.has(word))
  const tokens = [...new Set(indexTerms(content.join(' ')).map(indexToken))]
  return { language, tokens: content.length === 0 ? [] : tokens }
}

/** Sentences of one project come up again with every prompt about it. */
const MAX_COUNTED_TEXTS = 2000
const MAX_COUNTED_CHARACTERS = 1000
const counted = new Map<string, ReadonlyMap<string, number>>()

/** What a whole document is about is told by its beginning. */
const MAX_READ_CHARACTERS = 50_000

/** The tokens of a text, as often as they stand in it. */
export function tokenCounts(text: string): ReadonlyMap<string, number> {
  if (text.length > MAX_COUNTED_CHARACTERS) return countTokens(text.slice(0, MAX_READ_CHARACTERS))
  const before = counted.get(text)
  if (before !== undefined) return before
  if (counted.size >= MAX_COUNTED_TEXTS) counted.clear()
  const counts = countTokens(text)
  counted.set(text, counts)
  return counts
}

function countTokens(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words(text)) {
    for (const token of tokensOf(word)) counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  return counts
}

/** Stems are looked up far more often than there are words. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 20_000

function tokensOf(word: string): readonly string[] {
  const before = known.get(word)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const tokens = indexTerms(word).map(indexToken)
  known.set(word, tokens)
  return tokens
}

/** How much each word says: rare ones more, unknown ones most. */
export function rarities(total: number, holding: readonly number[]): number[] {
  return holding.map((held) => Math.log(1 + (total - held + 0.5) / (held + 0.5)))
}
