/**
 * G-03. What a person really said in a message: machine text, quotations and our own context are
 * blanked out, the rest is cut into sentences, and each sentence says how it was meant.
 * Every blank has the length of what it hides, so that positions stay those of the message.
 */
import { sentencesOf } from '../text/sentences.ts'
import { blankedInjected } from './echo.ts'
import { pastedLines } from './paste.ts'

/** Stand-ins from Unicode's private area: a pattern can ask for "some code" without seeing it. */
export const CODE_MARK = '\uE000'
export const URL_MARK = '\uE001'
export const QUOTE_MARK = '\uE002'

export type Mood = 'statement' | 'request' | 'question' | 'hypothetical' | 'quotation'

export interface ProseSentence {
  /** The words as written. */
  readonly text: string
  /** The same length, with code, addresses and long quotations replaced by their marks. */
  readonly masked: string
  readonly start: number
  readonly end: number
  readonly mood: Mood
  /** What stood between backticks. */
  readonly code: readonly string[]
}

export function proseSentences(message: string): ProseSentence[] {
  const masked = maskedProse(message)
  return blocksOf(masked).flatMap((block) =>
    sentencesOf(block.text).flatMap((span) => {
      const start = block.start + span.start + leadOf(span.text)
      const end = block.start + span.end
      const own = masked.slice(start, end)
      if (!/[\p{L}\p{N}]/u.test(own)) return []
      const text = message.slice(start, end)
      return [{ text, masked: own, start, end, mood: moodOf(own), code: codeIn(text) }]
    }),
  )
}

/** The message with everything a person did not say blanked out or marked. */
export function maskedProse(message: string): string {
  const visible = blankedInjected(message)
  const lines = visible.split('\n')
  const fenced = fencedLines(lines)
  const pasted = pastedLines(lines.map((line, i) => (fenced[i] ? '' : line)))
  const kept = lines.map((line, i) =>
    fenced[i] || pasted[i] || /^\s*>/.test(line) ? ' '.repeat(line.length) : line,
  )
  return kept
    .join('\n')
    .replace(/(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, (code) => CODE_MARK.repeat(code.length))
    .replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`]+/gi, (url) => URL_MARK.repeat(url.length))
    .replace(/"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»/g, maskedQuotation)
}

/** A quoted value ("_fn", "snake_case") belongs to the sentence; a quoted sentence does not. */
const MAX_QUOTED_WORDS = 3

function maskedQuotation(quotation: string): string {
  const words = quotation.slice(1, -1).trim().split(/\s+/).length
  return words > MAX_QUOTED_WORDS ? QUOTE_MARK.repeat(quotation.length) : quotation
}

/** An opened fence that nobody closed runs to the end, as every renderer shows it. */
function fencedLines(lines: readonly string[]): boolean[] {
  let fence: string | null = null
  return lines.map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null) {
      if (mark === undefined) return false
      fence = mark
      return true
    }
    if (mark?.startsWith(fence) && line.trim() === mark) fence = null
    return true
  })
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
  return [...text.matchAll(/(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g)].map((match) =>
    (match[2] ?? '').trim(),
  )
}

interface MoodCue {
  readonly mood: Mood
  readonly cue: RegExp
}

const LEAD = String.raw`^(?:(?:and|but|so|ok|okay|hmm+|well|also|then|oh|hey|wait|or|btw|just|please)[,.!]?\s+)*`

/** The first row that fits decides. A polite request is asked for, whatever its sign at the end. */
// biome-ignore format: a table reads best in columns
const MOODS: readonly MoodCue[] = [
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:what if|suppose|supposing|imagine|assum(?:e|ing)|hypothetically|in theory|theoretically|let['’]?s say|say we|let['’]?s (?:pretend|assume|imagine))\\b`, 'i') },
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:maybe|perhaps|possibly|i wonder|i['’]?m wondering|not sure|i guess|i suppose|thinking out loud)\\b`, 'i') },
  { mood: 'hypothetical', cue: /\bif\s+(?:we|i|you|they|it|one|someone|that|this|the\s+\w+)(?:['’]d|\s+(?:had|were|was|could|would|used|(?!need)\w{2,}ed))\b/i },
  { mood: 'hypothetical', cue: /\b(?:we|you|i|one|they)\s+(?:could|might|may)\s+(?:also\s+|always\s+|just\s+|even\s+|maybe\s+)?(?:want|use|try|have|switch|move|go|add|consider|do|always|never|prefer|start)\b/i },
  { mood: 'hypothetical', cue: /\b(?:would|might) be (?:nice|better|cool|great|good|worth|nicer|easier|cleaner|interesting|an option|an idea)\b/i },
  { mood: 'request',      cue: new RegExp(`${LEAD}(?:(?:can|could|would|will) you|would you mind)\\b.*\\b(?:from now on|going forward|in (?:the )?future|from here on|every time|each time)\\b`, 'i') },
  { mood: 'question',     cue: /\?["'”’)\]]*\s*$/ },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:why|how|what|which|who|whose|where|when (?:do|does|did|should|can|will|is|are))\\s+(?:do|does|did|is|are|was|were|should|would|can|could|will|must|have|has|about|come)\\b`, 'i') },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:should|shall|do|does|did|is|are|was|were|has|have|can|could|would|will|must|may|isn['’]t|aren['’]t|don['’]t|doesn['’]t|shouldn['’]t|wouldn['’]t|can['’]t) (?:we|you|i|it|they|he|she|there|that|this|the|these|those|our|my|your|any|anyone|someone)\\b`, 'i') },
  { mood: 'quotation',    cue: new RegExp(`${QUOTE_MARK}\\s*[,.]?\\s*(?:says|said|according|writes|wrote)|\\b(?:says?|said|wrote|writes?|reads?|quote)\\s*[:,]?\\s*${QUOTE_MARK}`, 'i') },
  { mood: 'quotation',    cue: /\b(?:docs?|documentation|readme|error|message|log|logs|output|compiler|linter|eslint|typescript|tsc|warning|article|blog|post|stack ?overflow|tutorial|copilot|chatgpt|book|paper|spec|changelog|manual|wikipedia|website|page)\b[^.]{0,40}\b(?:says?|said|claims?|states?|recommends?|suggests?|complains?|complaining|tells?|told|warns?|insists?|mentions?|reads)\b/i },
  { mood: 'quotation',    cue: /\baccording to (?!our\b|my\b|the team\b)/i },
  { mood: 'quotation',    cue: /\b(?:he|she|they|someone|somebody|people|some folks|everyone|[A-Z][a-z]+)\s+(?:always\s+|just\s+|also\s+)?(?:said|says|thinks?|believes?|claims?|claimed|argued|argues|suggested|suggests|mentioned|prefers?|likes?|insists?|keeps? saying|recommends?|recommended)\b/ },
]

const OUR_OWN_WORD =
  /\b(?:our|my|the team(?:'s)?)\s+(?:\w+\s+){0,2}(?:docs?|guide|readme|spec|manual|handbook|lead|team|boss|manager|policy|conventions?|standards?|book)\b|^(?:i|we|you)\b/i

function moodOf(masked: string): Mood {
  const mood = MOODS.find(({ cue }) => cue.test(masked))?.mood ?? 'statement'
  return mood === 'quotation' && OUR_OWN_WORD.test(masked) ? 'statement' : mood
}
