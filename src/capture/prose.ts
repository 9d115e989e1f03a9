/**
 * G-03. What a person really said in a message: machine text, quotations and our own context are
 * blanked out, the rest is cut into sentences, and each sentence says how it was meant.
 * Every blank has the length of what it hides, so that positions stay those of the message.
 */
import { sentencesOf } from '../text/sentences.ts'
import { passagesOf } from './brought-in.ts'
import { doubtfulBlocks, type Stretch } from './doubtful-blocks.ts'
import { blankedInjected } from './echo.ts'
import { fencedLines, pastedLines } from './paste.ts'
import { type Mood, moodOf, QUOTE_MARK } from './sentence-moods.ts'

/** Stand-ins from Unicode's private area: a pattern can ask for "some code" without seeing it. */
const CODE_MARK = '\uE000'
const URL_MARK = '\uE001'

export interface ProseSentence {
  /** The words as written. */
  readonly text: string
  /** The same length, with code, addresses and long quotations replaced by their marks. */
  readonly masked: string
  readonly start: number
  readonly end: number
  /** Which paragraph, list item or line of its own it stands in. */
  readonly block: number
  readonly mood: Mood
  /** M-03. It may be another's, though nothing says so. */
  readonly isDoubtful: boolean
  /** What stood between backticks. */
  readonly code: readonly string[]
}

/** Whose message it is: in a person's, what was brought in is blanked (M-03); an agent writes headings itself. */
type Writer = 'person' | 'agent'

export function proseSentences(message: string, writer: Writer = 'person'): ProseSentence[] {
  const doubtful = writer === 'person' ? doubtfulBlocks(message) : []
  return sentencesIn(message, maskedProse(message, writer), doubtful)
}

/** The sentences of what a person brought in, for one who makes them their own. */
export function broughtInSentences(message: string): ProseSentence[] {
  const own = passagesOf(message).filter(({ broughtIn }) => broughtIn === null)
  const left = blankPassages(blankedInjected(message), own)
  return sentencesIn(message, maskedWithin(left.replace(/^[ \t]*>/gm, spaces)))
}

/** Nothing a person says in one breath is longer; what is, is a table or a dump, and every pattern would read it. */
export const MAX_SENTENCE_CHARACTERS = 2000

function sentencesIn(
  message: string,
  masked: string,
  doubtful: readonly Stretch[] = [],
): ProseSentence[] {
  return blocksOf(masked).flatMap((block, index) =>
    sentencesOf(block.text).flatMap((span) => {
      const start = block.start + span.start + leadOf(span.text)
      const end = block.start + span.end
      // A sentence that goes over two lines is read as if it stood in one.
      const own = masked.slice(start, end).replace(/\s+/g, ' ')
      if (own.length > MAX_SENTENCE_CHARACTERS || !/[\p{L}\p{N}]/u.test(own)) return []
      const text = message.slice(start, end)
      const isDoubtful = doubtful.some((block) => block.start <= start && start < block.end)
      const mood = moodOf(own)
      return [{ text, masked: own, start, end, block: index, mood, isDoubtful, code: codeIn(text) }]
    }),
  )
}

/** The message with everything that its writer did not say blanked out or marked. */
export function maskedProse(message: string, writer: Writer = 'person'): string {
  const visible = blankedInjected(message)
  return maskedWithin(writer === 'person' ? ownWordsOf(visible) : machineTextBlanked(visible))
}

function ownWordsOf(text: string): string {
  return blankPassages(
    text,
    passagesOf(text).filter(({ broughtIn }) => broughtIn !== null),
  )
}

function machineTextBlanked(text: string): string {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const pasted = pastedLines(lines.map((line, i) => (fenced[i] ? '' : line)))
  return lines
    .map((line, i) =>
      fenced[i] || pasted[i] || /^\s*>/.test(line) ? ' '.repeat(line.length) : line,
    )
    .join('\n')
}

/** The text with these passages blanked out, which come in its order. */
function blankPassages(text: string, passages: readonly { start: number; end: number }[]): string {
  let left = ''
  let from = 0
  for (const { start, end } of passages) {
    left += text.slice(from, start) + text.slice(start, end).replace(/[^\n]+/g, spaces)
    from = end
  }
  return left + text.slice(from)
}

function spaces(stretch: string): string {
  return ' '.repeat(stretch.length)
}

function maskedWithin(text: string): string {
  return text
    .replace(/(?<!`)(`{1,6})(?!`)([^\n]{0,400}?[^`\n])\1(?!`)/g, (code) =>
      CODE_MARK.repeat(code.length),
    )
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]+/gi, (url) => URL_MARK.repeat(url.length))
    .replace(
      /"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|「[^」\n]{1,400}」|『[^』\n]{1,400}』|(?<![\p{L}\p{N}])['‘][^'‘’\n]{1,400}(?:['’](?=\p{L})[^'‘’\n]{1,200}){0,3}['’](?![\p{L}\p{N}])/gu,
      maskedQuotation,
    )
}

/** A quoted value ("_fn", "snake_case") belongs to the sentence; a quoted sentence does not. */
const MAX_QUOTED_WORDS = 3
/** Scripts without spaces: a name is shorter. */
const MAX_QUOTED_SIGNS = 10
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

function maskedQuotation(quotation: string): string {
  const words = quotation.slice(1, -1).trim().split(/\s+/).length
  const signs = quotation.match(UNSPACED)?.length ?? 0
  const isSentence = words > MAX_QUOTED_WORDS || signs > MAX_QUOTED_SIGNS
  return isSentence ? QUOTE_MARK.repeat(quotation.length) : quotation
}

const LIST_ITEM = /^\s*(?:[-*•+]|\d{1,2}[.)]|#{1,6})\s+/
/** Shorter than this, a line was ended by the writer and not by the width of a window. */
const WRAPPED_LINE_CHARS = 60

/** Stretches that can hold a sentence: paragraphs, list items, and lines ended on purpose. */
function blocksOf(masked: string): { readonly text: string; readonly start: number }[] {
  const blocks: { text: string; start: number }[] = []
  let start = 0
  let previous = ''
  const flush = (end: number) => {
    const text = masked.slice(start, end)
    const marker = LIST_ITEM.exec(text)?.[0].length ?? 0
    if (text.trim() !== '') blocks.push({ text: text.slice(marker), start: start + marker })
    start = end
  }
  let at = 0
  for (const line of masked.split('\n')) {
    const breaks =
      line.trim() === '' ||
      previous.trim() === '' ||
      LIST_ITEM.test(line) ||
      /[:;]\s*$/.test(previous) ||
      previous.trimEnd().length < WRAPPED_LINE_CHARS
    if (breaks) flush(at)
    previous = line
    at += line.length + 1
  }
  flush(masked.length)
  return blocks
}

function leadOf(sentence: string): number {
  return sentence.length - sentence.replace(/^[\s\-*•>#]+/, '').length
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/(?<!`)(`{1,6})(?!`)([^\n]{0,400}?[^`\n])\1(?!`)/g)].map((match) =>
    (match[2] ?? '').trim(),
  )
}
