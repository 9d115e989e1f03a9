/**
 * WordPiece as BERT's models were trained with: text is lower-cased, stripped of accents, split at
 * spaces, punctuation and Chinese characters, and each word is taken apart into the longest pieces
 * the vocabulary has. The reference is Hugging Face's tokenizer, against which the test compares.
 */

interface WordPiece {
  /** The ids of a text, without marks of start and end, at most `limit`. */
  ids(text: string, limit: number): number[]
  /** Whether a piece is part of a word, and not punctuation or a mark. */
  isWord(id: number): boolean
}

const UNKNOWN = '[UNK]'
/** Longer words are unknown without being looked at. */
const MAX_WORD_CHARACTERS = 100

const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u
const SPACE = /\s/
/** Every sign of ASCII counts, also those Unicode calls symbols. */
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const MARK = /\p{Mn}/gu
const WORD_PIECE = /^(?:##)?[\p{L}\p{N}]/u

/** A text that is plain ASCII letters and digits needs none of the slow questions. */
const PLAIN = /^[a-z0-9]+$/

export function wordPiece(vocabulary: readonly string[]): WordPiece {
  const idOf = new Map(vocabulary.map((piece, id) => [piece, id]))
  const unknown = idOf.get(UNKNOWN) ?? 0
  const words = Uint8Array.from(vocabulary, (piece) => Number(WORD_PIECE.test(piece)))
  return {
    isWord: (id) => words[id] === 1,
    ids(text, limit) {
      const found: number[] = []
      for (const word of wordsOf(text)) {
        if (found.length >= limit) break
        piecesOf(word, idOf, unknown, found)
      }
      return found.length > limit ? found.slice(0, limit) : found
    },
  }
}

function piecesOf(
  word: string,
  idOf: ReadonlyMap<string, number>,
  unknown: number,
  into: number[],
): void {
  const whole = idOf.get(word)
  if (whole !== undefined) {
    into.push(whole)
    return
  }
  const letters = PLAIN.test(word) ? word : [...word]
  if (letters.length > MAX_WORD_CHARACTERS) {
    into.push(unknown)
    return
  }
  const join = (from: number, to: number) =>
    typeof letters === 'string' ? letters.slice(from, to) : letters.slice(from, to).join('')
  const pieces: number[] = []
  for (let start = 0; start < letters.length; ) {
    let end = letters.length
    let id: number | undefined
    for (; end > start; end -= 1) {
      id = idOf.get((start > 0 ? '##' : '') + join(start, end))
      if (id !== undefined) break
    }
    if (id === undefined) {
      into.push(unknown)
      return
    }
    pieces.push(id)
    start = end
  }
  into.push(...pieces)
}

/** The words of a text as the model reads them, in order. */
function* wordsOf(text: string): Generator<string> {
  let word = ''
  for (const character of normaliseText(text)) {
    const alone = PUNCTUATION.test(character)
    if (alone || SPACE.test(character)) {
      if (word !== '') yield word
      word = ''
      if (alone) yield character
    } else {
      word += character
    }
  }
  if (word !== '') yield word
}

/** Control characters out, Chinese characters apart; then lower case, and accents apart from their letters and out. */
function normaliseText(text: string): string {
  let clean = ''
  for (const character of text) {
    if (character === '\ufffd' || CONTROL.test(character)) continue
    if (SPACE.test(character)) clean += ' '
    else if (isChinese(character.codePointAt(0) as number)) clean += ` ${character} `
    else clean += character
  }
  return clean.normalize('NFD').replace(MARK, '').toLowerCase()
}

/** The blocks of Chinese characters within 16 bits, as the reference has it; Japanese and Korean letters are words like others. */
function isChinese(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff)
  )
}
