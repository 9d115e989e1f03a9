/**
 * G-03. What a person really said in a message: machine text, quotations and our own context are
 * blanked out, the rest is cut into sentences, and each sentence says how it was meant.
 * Every blank has the length of what it hides, so that positions stay those of the message.
 */
import { sentencesOf } from '../text/sentences.ts'
import { passagesOf } from './brought-in.ts'
import { blankedInjected } from './echo.ts'
import { fencedLines, pastedLines } from './paste.ts'

/** Stand-ins from Unicode's private area: a pattern can ask for "some code" without seeing it. */
const CODE_MARK = '\uE000'
const URL_MARK = '\uE001'
const QUOTE_MARK = '\uE002'

type Mood = 'statement' | 'request' | 'question' | 'hypothetical' | 'quotation'

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
  /** What stood between backticks. */
  readonly code: readonly string[]
}

/** Whose message it is: in a person's, what was brought in is blanked (M-03); an agent writes headings itself. */
type Writer = 'person' | 'agent'

export function proseSentences(message: string, writer: Writer = 'person'): ProseSentence[] {
  return sentencesIn(message, maskedProse(message, writer))
}

/** The sentences of what a person brought in, for one who makes them their own. */
export function broughtInSentences(message: string): ProseSentence[] {
  const own = passagesOf(message).filter(({ broughtIn }) => broughtIn === null)
  const left = blanked(blankedInjected(message), own)
  return sentencesIn(message, maskedWithin(left.replace(/^[ \t]*>/gm, spaces)))
}

/** Nothing a person says in one breath is longer; what is, is a table or a dump, and every pattern would read it. */
const MAX_SENTENCE_CHARACTERS = 2000

function sentencesIn(message: string, masked: string): ProseSentence[] {
  return blocksOf(masked).flatMap((block, index) =>
    sentencesOf(block.text).flatMap((span) => {
      const start = block.start + span.start + leadOf(span.text)
      const end = block.start + span.end
      const own = masked.slice(start, end)
      if (own.length > MAX_SENTENCE_CHARACTERS || !/[\p{L}\p{N}]/u.test(own)) return []
      const text = message.slice(start, end)
      return [
        { text, masked: own, start, end, block: index, mood: moodOf(own), code: codeIn(text) },
      ]
    }),
  )
}

/** The message with everything that its writer did not say blanked out or marked. */
export function maskedProse(message: string, writer: Writer = 'person'): string {
  const visible = blankedInjected(message)
  return maskedWithin(writer === 'person' ? ownWordsOf(visible) : machineTextBlanked(visible))
}

function ownWordsOf(text: string): string {
  return blanked(
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
function blanked(text: string, passages: readonly { start: number; end: number }[]): string {
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
      /"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|「[^」\n]{1,400}」|(?<![\p{L}\p{N}])['‘][^'‘’\n]{1,400}(?:['’](?=\p{L})[^'‘’\n]{1,200}){0,3}['’](?![\p{L}\p{N}])/gu,
      maskedQuotation,
    )
}

/** A quoted value ("_fn", "snake_case") belongs to the sentence; a quoted sentence does not. */
const MAX_QUOTED_WORDS = 3

function maskedQuotation(quotation: string): string {
  const words = quotation.slice(1, -1).trim().split(/\s+/).length
  return words > MAX_QUOTED_WORDS ? QUOTE_MARK.repeat(quotation.length) : quotation
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

interface MoodCue {
  readonly mood: Mood
  readonly cue: RegExp
}

const LEAD = String.raw`^(?:(?:and|but|so|ok|okay|hmm+|well|also|then|oh|hey|wait|or|btw|just|please)[,.!]?\s{1,4}){0,6}`

/** The first row that fits decides. A polite request is asked for, whatever its sign at the end. */
// biome-ignore format: a table reads best in columns
const MOODS: readonly MoodCue[] = [
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:what if|suppose|supposing|imagine|assum(?:e|ing)|hypothetically|in theory|theoretically|let['’]?s say|say we|let['’]?s (?:pretend|assume|imagine))\\b`, 'i') },
  { mood: 'hypothetical', cue: new RegExp(`${LEAD}(?:maybe|perhaps|possibly|i wonder|i['’]?m wondering|not sure|i guess|i suppose|thinking out loud)\\b`, 'i') },
  { mood: 'hypothetical', cue: /\bif\s+(?:we|i|you|they|it|one|someone|that|this|the\s+\w+)(?:['’]d|\s+(?:had|were|was|could|would|used|(?!need)\w{2,}ed))\b/i },
  { mood: 'hypothetical', cue: /\b(?:we|you|i|one|they)\s+(?:could|might|may)\s+(?:also\s+|always\s+|just\s+|even\s+|maybe\s+)?(?:want|use|try|have|switch|move|go|add|consider|do|always|never|prefer|start)\b/i },
  { mood: 'hypothetical', cue: /\b(?:would|might) be (?:nice|better|cool|great|good|worth|nicer|easier|cleaner|interesting|an option|an idea)\b/i },
  { mood: 'request',      cue: new RegExp(`${LEAD}(?:can|could|would|will) you (?:please |pls )?(?:always|never|stop \\w+ing)\\b(?!.{0,200}\\b(?:rely|assume|trust)\\b)`, 'i') },
  { mood: 'request',      cue: new RegExp(`${LEAD}(?:(?:can|could|would|will) you|would you mind)\\b.*\\b(?:from now on|going forward|in (?:the )?future|from here on|every time|each time)\\b`, 'i') },
  { mood: 'question',     cue: /[?？][!?？…"'”’)\]]{0,8}\s{0,8}$/ },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:why|how|what|which|who|whose|where|when (?:do|does|did|should|can|will|is|are))\\s+(?:do|does|did|is|are|was|were|should|would|can|could|will|must|have|has|about|come)\\b`, 'i') },
  { mood: 'question',     cue: new RegExp(`${LEAD}(?:should|shall|do|does|did|is|are|was|were|has|have|can|could|would|will|must|may|isn['’]t|aren['’]t|don['’]t(?! you dare)|doesn['’]t|shouldn['’]t|wouldn['’]t|can['’]t) (?:we|you|i|it|they|he|she|there|that|this|the|these|those|our|my|your|any|anyone|someone)\\b`, 'i') },
  { mood: 'quotation',    cue: new RegExp(`${QUOTE_MARK}\\s*[,.]?\\s*(?:says|said|according|writes|wrote)|\\b(?:says?|said|wrote|writes?|reads?|quote)\\s*[:,]?\\s*${QUOTE_MARK}`, 'i') },
  { mood: 'quotation',    cue: /\b(?:docs?|documentation|readme|error|message|log|logs|output|compiler|linter|eslint|typescript|tsc|warning|article|blog|post|stack ?overflow|tutorial|copilot|chatgpt|book|paper|spec|changelog|manual|wikipedia|website|page)\b(?:(?!\b(?:you|i|we)\b)[^.]){0,40}\b(?:says?|said|claims?|states?|recommends?|suggests?|complains?|complaining|tells?|told|warns?|insists?|mentions?|reads)\b/i },
  { mood: 'quotation',    cue: /\b(?:the|my|our|their|a|this|some|one)\s(?:previous |former |other |last |new |senior )?(?:reviewer|customer|client|boss|colleague|coworker|developer|dev|author|maintainer|reporter|user|manager|stakeholder|designer|contractor|speaker|consultant|support|vendor|friend|teacher|guy|lady|intern|tool|script|bot|ci)\s(?:also |always |just |once )?(?:wrote|writes|said|says|asked|asks|wants?|wanted|preferred|prefers|thinks?|suggested|suggests|claims?|demanded|demands|told|printed|prints|recommended|recommends|insists?|mentioned|commented)\b/i },
  { mood: 'quotation',    cue: /^(?!(?:We|You|They|It|This|That|Who|What|Everyone|Legal|Security|Compliance|Nobody|Someone)\b)[A-Z][a-z]{1,20}\s(?:and [A-Z][a-z]{1,20}\s)?(?:wants?|wanted|asked|asks|told|wrote|writes|thought|likes?) (?:us|me|you|that|to|the|it)\b/ },
  { mood: 'quotation',    cue: /^(?!(?:our|my|new|please|note|remember|rule|decision)\b)(?:[#@]?[\w'’./-]+\s){0,4}?(?:ticket|issue|story|bug report|report|jira|mail|e-?mail|message|chat|thread|slack|docs?|documentation|spec|readme|changelog|guide|article|comment|review|error|warning|log|output|text|excerpt|quote|description|requirement|faq|page|website|terms|title|subject|body|[A-Z]{2,10}-\d{1,6})(?:\s(?:text|says?|said|reads?|body|description|title|from|by|of|in|on)\b[^:.]{0,30})?\s?[:>]\s+\S/i },
  { mood: 'quotation',    cue: /\bas an? [\w-]+(?: [\w-]+){0,2},? i (?:always |never )?(?:want|need|would like|can|should)\b/i },
  { mood: 'quotation',    cue: /^(?:(?:i|we|just|so|ok|btw|fyi),?\s+){0,3}(?:read|heard|saw|seen|found out|learn(?:ed|t))\s+(?:(?:it|this|that) )?(?:on|in|at|from|somewhere|online|that|by)\b/i },
  { mood: 'quotation',    cue: /^(?:(?:and|but|so|ok|in the \w{2,20}),?\s+){0,2}(?:he|she|they|someone|somebody|people|folks)\s(?:\w{2,12}\s)?(?:told|tells?|asks?|asked|wants?|wanted|expects?|expected|advised?|urged?)\s(?:us|me|you|everyone|that|to)\b/i },
  { mood: 'quotation',    cue: /^the\s[\w\s-]{1,30}\s(?:states?|claims?|suggests?|recommends?|advises|says)\sthat\b/i },
  { mood: 'quotation',    cue: /(?<!\bI )\b(?:keeps?|kept)\s+(?:on )?(?:saying|telling|insisting|repeating|claiming|preaching|suggesting|recommending)\b/ },
  { mood: 'quotation',    cue: /\baccording to (?!our\b|my\b|the team\b)/i },
  { mood: 'quotation',    cue: /\b(?:got|received|copied|pasted|forwarded|came|comes) (?:(?:this|it|that|these|them|the following) )?(?:straight )?from [^.!?\n]{1,40}?\s?(?:->|→|=>|[:—–])\s/i },
  { mood: 'quotation',    cue: new RegExp(`${LEAD}(?:i |we |just |once ){0,4}(?:read|heard|saw|stumbled|learned|found) (?:on|in|at|from|somewhere|it|an?|that|about|over|the) [^.]{0,60}\\b(?:that|must|should|always|never|says?|recommends?|to)\\b`, 'i') },
  { mood: 'quotation',    cue: /\b(?:he|she|they|someone|somebody|people|some folks|everyone|[A-Z][a-z]+)\s+(?:always\s+|just\s+|also\s+)?(?:said|says|thinks?|believes?|claims?|claimed|argued|argues|suggested|suggests|mentioned|prefers?|likes?|insists?|keeps? saying|recommends?|recommended)\b/ },
]

const OUR_OWN_WORD =
  /\b(?:our|my|the team(?:'s)?)\s+(?:\w+\s+){0,2}(?:docs?|guide|readme|spec|manual|handbook|lead|team|boss|manager|policy|conventions?|standards?|book)\b|^(?:i|we|you)\b/i

function moodOf(masked: string): Mood {
  const mood = MOODS.find(({ cue }) => cue.test(masked))?.mood ?? 'statement'
  return mood === 'quotation' && OUR_OWN_WORD.test(masked) ? 'statement' : mood
}
