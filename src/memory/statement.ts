/** B-03, B-05. A sentence taken apart for comparison: what it speaks of, what it says, and whether it denies it. */
import { bigramsOf, hasUnsegmented, replaceUnsegmented } from '../text/scripts.ts'
import { stem } from '../text/words.ts'
import * as is from './statement-words.ts'

export type Role = 'content' | 'link' | 'choosing' | 'copula'

export interface Term {
  /** What is compared: stemmed, numbers and units in one form. */
  readonly key: string
  readonly role: Role
  /** Names are identifiers, paths, proper nouns and the like: two of them are never one thing. */
  readonly kind: 'number' | 'name' | 'word'
  /** The word as written, lower-cased, for tables that know whole words. */
  readonly word: string
}

export interface Statement {
  readonly terms: readonly Term[]
  readonly content: readonly Term[]
  readonly keys: ReadonlySet<string>
  readonly negated: boolean
  /** It says of itself that something is different now. */
  readonly announcesChange: boolean
  /** What it names as given up: tabs, in "spaces instead of tabs". */
  readonly rejected: ReadonlySet<string>
  /** "only", "except", "unless" and the like. */
  readonly restricts: string
  /** It allows or supposes instead of saying or asking. */
  readonly permits: boolean
  /** before or after, when exactly one of them occurs. */
  readonly order: 'before' | 'after' | null
}

export function statementOf(sentence: string): Statement {
  const reading: Reading = {
    terms: [],
    negations: 0,
    changes: false,
    permits: false,
    restricts: [],
  }
  const { rest, rejected } = withoutRejections(plainText(sentence, reading))
  if (rejected.length > 0) reading.changes = true
  readTerms(reading, rest)
  const content = reading.terms.filter((term) => term.role === 'content')
  const links = new Set(reading.terms.map((term) => term.word))
  return {
    terms: reading.terms,
    content,
    keys: new Set(content.map((term) => term.key)),
    negated: reading.negations % 2 === 1,
    announcesChange: reading.changes,
    rejected: new Set(rejected.flatMap(keysOf)),
    restricts: reading.restricts.sort().join(' '),
    permits: reading.permits,
    order:
      links.has('before') === links.has('after') ? null : links.has('before') ? 'before' : 'after',
  }
}

/** The content keys of a text, for titles and for what was given up. */
export function keysOf(text: string): string[] {
  return contentOf(text).map((term) => term.key)
}

export function contentOf(text: string): Term[] {
  const reading: Reading = {
    terms: [],
    negations: 0,
    changes: false,
    permits: false,
    restricts: [],
  }
  readTerms(reading, plainText(text, reading))
  return reading.terms.filter((term) => term.role === 'content')
}

interface Reading {
  readonly terms: Term[]
  negations: number
  changes: boolean
  permits: boolean
  readonly restricts: string[]
}

const UNSPACED_NEGATION = /不再|不要|不能|不得|不可|禁止|没有|勿|别|不/g
const UNSPACED_CHANGE = /现在|目前|改为|改成|换成|今は|現在は/g
const PAST_HABIT = /\bused to\b(?= (?:be|use|have|run|do|prefer|\w+))/gi
const NO_LONGER = /\b(?:no longer|not any ?more|not any longer)\b/gi
const FROM_NOW_ON =
  /\b(?:from now on|going forward|as of (?:now|today)|these days|starting (?:now|today))\b/gi
const GOING_WITH = /\b(?:go|goes|going|went|stick|sticks) with\b/gi
/** Why a thing is so does not change what is so. */
const REASON =
  /[,;]?\s+(?:because|since|so that|due to|in order to|to avoid|as it|as they|as we)\s.*$/isu
const MIN_WORDS_BEFORE_REASON = 3

/** One apostrophe, no reasons, phrases of change reduced to a word, unspaced scripts in pairs. */
function plainText(sentence: string, reading: Reading): string {
  let text = sentence
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
  const claim = text.replace(REASON, '')
  if (claim.split(' ').length >= MIN_WORDS_BEFORE_REASON) text = claim
  text = text
    .replace(PAST_HABIT, ' no longer ')
    .replace(NO_LONGER, ' now not ')
    .replace(FROM_NOW_ON, ' now ')
    .replace(GOING_WITH, ' use ')
  if (!hasUnsegmented(text)) return text
  return replaceUnsegmented(text, (run) => {
    const affirmed = run
      .replace(UNSPACED_NEGATION, (found) => {
        reading.negations += 1
        if (found === '不再') reading.changes = true
        return ''
      })
      .replace(UNSPACED_CHANGE, () => {
        reading.changes = true
        return ''
      })
    return ` ${bigramsOf(affirmed).join(' ')} `
  })
}

/** The end of a thing that was given up. */
const THING = String.raw`((?:(?!(?:for|in|on|when|if|at|with|and|but|as|to|is|are)\b)[^\s,;:()!?]*[^\s.,;:()!?]\s?){1,4})`
const CHANGING = String.raw`\b(?:chang|switch|mov|migrat|upgrad|downgrad|bump|rais|lower|increas|decreas|reduc|renam|convert|transition|updat|went|turn)\w*`

/** How a sentence names what it gives up, and what is left to read once that is taken out. */
const REJECTIONS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(${CHANGING}[^.;]*?)\bfrom ${THING}(?=to\b)`, 'giu'), '$1'],
  [new RegExp(String.raw`\breplac(?:e|es|ed|ing) ${THING}(?:with|by)\b`, 'giu'), ' use '],
  [new RegExp(String.raw`\breplac(?:e|es|ed|ing) ${THING}$`, 'giu'), ''],
  [
    new RegExp(
      String.raw`\b(?:instead of|rather than|in place of|as opposed to) (?:using )?${THING}`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`(?:[,;(—–-]|\band\b|\bbut\b)\s*(?:and |but )?(?:not|never) (?:use |using )?${THING}\)?(?=[.,;!]|$|\s*(?:for|in|on|when|if|at)\b)`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`(?<=\b(?:prefer|prefers|preferred|choose|chose|favor|favour) [^.;]*?)\bover ${THING}`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`\b(?:drop|dropped|abandon|abandoned|ditch|ditched|retire|retired|swapped|swap) ${THING}(?:for|in favou?r of)\b`,
      'giu',
    ),
    ' use ',
  ],
  [
    new RegExp(
      String.raw`\b(?:don't|do not|never|stop|avoid) (?:use |using )?${THING}[,;.—–-]+\s*(?:and |but )?(?=(?:please |always )?(?:use|prefer|go with)\b)`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`\(\s*(?:was|were|previously|formerly|before|used to be|not|up from|down from)[:,]? ${THING}\)`,
      'giu',
    ),
    ' ',
  ],
  [new RegExp(String.raw`\b(?:up|down) from ${THING}`, 'giu'), ' '],
]

/** Longer than this it is no plain claim, and the patterns would take long over it. */
const MAX_CLAIM_LENGTH = 400
const MAY_REJECT =
  /\b(?:from|replac\w+|instead|rather|place|opposed|not|never|over|drop\w*|abandon\w*|ditch\w*|retire\w*|swap\w*|don't|stop|avoid|was|were|previously|formerly|before)\b/iu

function withoutRejections(text: string): { rest: string; rejected: string[] } {
  const rejected: string[] = []
  if (text.length > MAX_CLAIM_LENGTH || !MAY_REJECT.test(text)) return { rest: text, rejected }
  let rest = text
  for (const [pattern, kept] of REJECTIONS) {
    rest = rest.replace(pattern, (...found: string[]) => {
      const keepsFront = kept === '$1'
      const thing = found[keepsFront ? 2 : 1] ?? ''
      rejected.push(thing)
      return keepsFront ? (found[1] ?? '') : kept
    })
  }
  return { rest, rejected }
}

const PIECE =
  /`([^`]+)`|https?:\/\/[^\s)>\]]+|#\d+|\d{4}-\d{2}-\d{2}|v?\d+(?:[.,:]\d+)*(?:\s?%|[a-z]{1,2}(?![\p{L}\p{N}]))?|(?:(?<![\p{L}\p{N}])[@~./]+)?[\p{L}\p{N}][\p{L}\p{M}\p{N}_']*(?:[./_-]+[\p{L}\p{N}_]+)*(?:\+\+|#)?|[/:=]/giu
const SENTENCE_START = /\s*[.!?:](?:\s|$)/y
const NUMBER = /^v?\d+(?:[.,:]\d+)*/i
const PATH =
  /^(?:src|lib|tests?|docs?|packages|apps?|bin|config|scripts|dist|build|web|cmd)\/|\/.*\//
const IDENTIFIER = /[_.@~#+\d]|\p{Ll}\p{Lu}/u

function readTerms(reading: Reading, text: string): void {
  let atStart = true
  for (const match of text.matchAll(PIECE)) {
    const code = match[1]
    if (code !== undefined && !/\s/.test(code)) {
      push(reading, {
        key: code.toLowerCase(),
        role: 'content',
        kind: 'name',
        word: code.toLowerCase(),
      })
    } else if (code !== undefined) {
      for (const part of code.matchAll(PIECE)) readPiece(reading, part[0], false)
    } else {
      readPiece(reading, match[0], atStart)
    }
    SENTENCE_START.lastIndex = match.index + match[0].length
    atStart = SENTENCE_START.test(text)
  }
}

function readPiece(reading: Reading, piece: string, atStart: boolean): void {
  if (/^#\d+$/.test(piece) || /^\d{4}-\d{2}-\d{2}$/.test(piece)) {
    const kind = piece.startsWith('#') ? 'name' : 'number'
    push(reading, { key: piece, role: 'content', kind, word: piece })
  } else if (NUMBER.test(piece)) {
    readNumber(reading, piece.toLowerCase())
  } else if (/^[/:=]$/.test(piece)) {
    if (piece !== '/') push(reading, { key: 'is', role: 'copula', kind: 'word', word: piece })
    else pushSlash(reading)
  } else if (/^https?:/i.test(piece) || /^[~./@]/.test(piece)) {
    push(reading, { key: piece, role: 'content', kind: 'name', word: piece.toLowerCase() })
  } else if (PATH.test(piece)) {
    push(reading, { key: piece, role: 'content', kind: 'name', word: piece.toLowerCase() })
  } else if (/[-/]/.test(piece) && !/[_.@\d]/.test(piece)) {
    for (const part of piece.split(/[-/]+/)) readWord(reading, part, atStart)
  } else {
    readWord(reading, piece, atStart)
  }
}

/** "100/min" and "100 per minute" measure a rate; without the stroke it would be a duration. */
function pushSlash(reading: Reading): void {
  push(reading, { key: 'per', role: 'link', kind: 'word', word: 'per' })
}

function readNumber(reading: Reading, piece: string): void {
  const digits = NUMBER.exec(piece)?.[0] ?? piece
  const unit = piece.slice(digits.length).trim()
  const before = reading.terms.at(-1)
  const named = before !== undefined && is.NUMBERED_THINGS.has(before.word) && unit === ''
  const version = digits.startsWith('v') || /\..*\./.test(digits) || digits.includes(':')
  const value = version ? digits.replace(/^v/, '') : String(Number(digits.replaceAll(',', '')))
  const key = unit === '' ? value : measured(value, unit)
  push(reading, { key, role: 'content', kind: named ? 'name' : 'number', word: value })
}

function measured(value: string, unit: string): string {
  const known = is.UNITS[unit]
  return known === undefined ? `${value}${unit}` : `${Number(value) * known[1]}${known[0]}`
}

function readWord(reading: Reading, raw: string, atStart: boolean): void {
  const word = raw.toLowerCase().replace(/'s$/, '')
  if (word === '') return
  const previous = reading.terms.at(-1)
  const unit = is.UNITS[word]
  if (previous?.kind === 'number' && unit !== undefined && /^[\d.]+$/.test(previous.key)) {
    reading.terms.pop()
    const key = measured(previous.key, word)
    reading.terms.push({ ...previous, key })
    return
  }
  if (previous?.key === 'per' && unit !== undefined) {
    push(reading, { key: `per-${unit[1]}${unit[0]}`, role: 'content', kind: 'word', word })
    return
  }
  if (/n't$/.test(word) || is.NEGATORS.has(word)) {
    reading.negations += 1
  } else if (is.RESTRICTORS.has(word)) {
    reading.restricts.push(word)
  } else if (is.PERMISSIONS.has(word) && !/^\p{Lu}/u.test(raw)) {
    reading.permits = true
  } else if (is.CHANGE_CUES.has(word)) {
    reading.changes = true
  } else if (is.CHANGE_VERBS.has(word)) {
    reading.changes = true
    if (!atStart) push(reading, { key: 'is', role: 'copula', kind: 'word', word: 'changed' })
  } else if (word === 'per') {
    pushSlash(reading)
  } else if (is.COPULAS.has(word)) {
    push(reading, { key: 'is', role: 'copula', kind: 'word', word })
  } else if (is.CHOOSING.has(word)) {
    push(reading, { key: 'use', role: 'choosing', kind: 'word', word })
  } else if (Object.hasOwn(is.NUMBER_WORDS, word)) {
    readNumber(reading, is.NUMBER_WORDS[word] ?? word)
  } else if (is.LINKS.has(word)) {
    push(reading, { key: word, role: 'link', kind: 'word', word })
  } else if (!is.FILLERS.has(word) || isLetterName(raw, atStart)) {
    pushContent(reading, raw, word, atStart)
  }
}

/** "A" in "service A" is a name, at the start of a sentence an article. */
function isLetterName(raw: string, atStart: boolean): boolean {
  return /^[A-Z]$/.test(raw) && raw !== 'I' && !atStart
}

function pushContent(reading: Reading, raw: string, word: string, atStart: boolean): void {
  const opposite = Object.hasOwn(is.OPPOSITES, word) ? is.OPPOSITES[word] : undefined
  if (opposite !== undefined) {
    reading.negations += 1
    if (opposite === 'use') push(reading, { key: 'use', role: 'choosing', kind: 'word', word })
    else push(reading, { key: stem(opposite), role: 'content', kind: 'word', word })
    return
  }
  const common = (Object.hasOwn(is.SAME_WORD, word) ? is.SAME_WORD[word] : undefined) ?? word
  const capital = !atStart && /^\p{Lu}/u.test(raw)
  const kind = capital || IDENTIFIER.test(raw) ? 'name' : 'word'
  push(reading, { key: stem(common), role: 'content', kind, word: common })
}

function push(reading: Reading, term: Term): void {
  reading.terms.push(term)
}
