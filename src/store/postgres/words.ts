/**
 * D-01, D-19. Texts as words of the index. They are cut and stemmed here and not by PostgreSQL, as
 * `porter unicode61` does it in SQLite, so that both stores find and rank alike.
 */
import { indexToken } from '../../text/index-text.ts'

/** A token begins with a letter or digit; marks belong to the letter before them. */
const TOKEN = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{Mn}]*/gu
/** A tsvector holds no longer words, no further positions and no more of one word. */
const MAX_WORD_LENGTH = 500
const LAST_POSITION = 16_383
const MAX_OF_A_WORD = 255
/** Beyond this a passage is a dump that a tsvector has no room for. */
const MAX_TOKENS = 20_000

interface IndexedWords {
  /** How many tokens there are, which is how long a passage counts. */
  readonly tokens: number
  /** As a tsvector is written. Words of the head come first and have weight A. */
  readonly words: string
}

/** Stems in order, repetitions included. */
export function stemsOf(text: string): string[] {
  const stems: string[] = []
  for (const match of text.matchAll(TOKEN)) {
    stems.push(indexToken(match[0]).slice(0, MAX_WORD_LENGTH))
    if (stems.length >= MAX_TOKENS) break
  }
  return stems
}

/** Both as `indexText` gives them. */
export function indexedWords(space: number, head: string, body: string): IndexedWords {
  const places = new Map<string, string[]>()
  let position = 0
  const add = (text: string, weight: string) => {
    for (const stem of stemsOf(text)) {
      position += 1
      const known = places.get(stem)
      if (known === undefined) places.set(stem, [`${Math.min(position, LAST_POSITION)}${weight}`])
      else if (known.length < MAX_OF_A_WORD && position <= LAST_POSITION) {
        known.push(`${position}${weight}`)
      }
    }
  }
  add(head, 'A')
  // A phrase must not reach from the head into the text.
  if (position > 0) position += 1
  const gap = position > 0 ? 1 : 0
  add(body, '')
  const words = [...places].map(([stem, at]) => `${quotedWord(space, stem)}:${at.join(',')}`)
  return { tokens: position - gap, words: words.join(' ') }
}

/** The word of a space, as the index holds it; of a longer one its beginning. */
export function lexemeOf(space: number, stem: string): string {
  return `${space.toString(36)}:${stem.slice(0, MAX_WORD_LENGTH)}`
}

/** The same, as a tsvector or a tsquery is written. */
export function quotedWord(space: number, stem: string): string {
  const quoted = lexemeOf(space, stem).replace(/['\\]/g, '\\$&').replaceAll("\\'", "''")
  return `'${quoted}'`
}
