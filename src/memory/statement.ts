/** B-03, B-05. A sentence taken apart for comparison: what it speaks of, what it says, and whether it denies it. */
import { bigramsOf, hasUnsegmented, replaceUnsegmented } from '../text/scripts.ts'
import { stem } from '../text/words.ts'
import { takeGivenUp } from './given-up.ts'
import * as is from './statement-words.ts'

type Role = 'content' | 'link' | 'choosing' | 'copula'

export interface Term {
  /** What is compared: stemmed, numbers and units in one form. */
  readonly key: string
  readonly role: Role
  /** Names are identifiers, paths, proper nouns and the like: two of them are never one thing. */
  readonly kind: 'number' | 'name' | 'word'
  /** The word as written, lower-cased, for tables that know whole words. */
  readonly word: string
  /** A word without weight is before it. */
  readonly isApart?: boolean
}

export interface Statement {
  readonly terms: readonly Term[]
  readonly content: readonly Term[]
  readonly keys: ReadonlySet<string>
  readonly negated: boolean
  /** It says of itself that something is different now. */
  readonly announcesChange: boolean
  /** It opens as a correction: "Correction: …", "I was wrong, …". */
  readonly corrects: boolean
  /** Each thing it names as given up: tabs, in "spaces instead of tabs". */
  readonly givenUp: readonly (readonly Term[])[]
  /** The keys of all that is given up. */
  readonly rejected: ReadonlySet<string>
  /** "only", "except", "unless" and the like. */
  readonly restricts: string
  /** It allows or supposes instead of saying or asking. */
  readonly permits: boolean
  /** before or after, when exactly one of them occurs. */
  readonly order: 'before' | 'after' | null
}

export function statementOf(sentence: string): Statement {
  const reading = emptyReading()
  const { rest, things, corrects, announcesChange } = takeGivenUp(plainSpelling(sentence))
  if (announcesChange) reading.changes = true
  readTerms(reading, plainText(rest, reading))
  const givenUp = things.map(contentOf).filter((terms) => terms.length > 0)
  const content = reading.terms.filter((term) => term.role === 'content')
  const links = new Set(reading.terms.map((term) => term.word))
  return {
    terms: reading.terms,
    content,
    keys: new Set(content.map((term) => term.key)),
    negated: reading.negations % 2 === 1,
    announcesChange: reading.changes,
    corrects,
    givenUp,
    rejected: new Set(givenUp.flat().map((term) => term.key)),
    restricts: reading.restricts.sort().join(' '),
    permits: reading.permits,
    order:
      links.has('before') === links.has('after') ? null : links.has('before') ? 'before' : 'after',
  }
}

/** It tells one memory from another, unlike "use", "is kept" or "the team". */
export function isWeighty(term: Term): boolean {
  if (term.role !== 'content') return false
  return (
    term.kind !== 'word' || !(is.LIGHT_WORDS.has(term.word) || is.GENERIC_SUBJECTS.has(term.word))
  )
}

/** Every term of a text, with its reasons and with what it gives up. */
export function termsOf(text: string): {
  readonly terms: readonly Term[]
  readonly denies: boolean
} {
  const reading = emptyReading()
  readTerms(reading, spokenForm(plainSpelling(text), reading))
  return { terms: reading.terms, denies: reading.negations % 2 === 1 }
}

/** What a whole text gives up, however many sentences it takes to say so. */
export function findGivenUp(
  text: string,
): Pick<Statement, 'corrects' | 'givenUp' | 'announcesChange'> {
  const { things, corrects, announcesChange } = takeGivenUp(plainSpelling(text))
  const givenUp = things.map(contentOf).filter((terms) => terms.length > 0)
  return { corrects, announcesChange, givenUp }
}

/** The content terms of a text, for titles and for what was given up. */
export function contentOf(text: string): Term[] {
  const reading = emptyReading()
  readTerms(reading, plainText(text, reading))
  return reading.terms.filter((term) => term.role === 'content')
}

interface Reading {
  readonly terms: Term[]
  negations: number
  changes: boolean
  permits: boolean
  readonly restricts: string[]
  /** A word without weight was passed over since the last term. */
  gap: boolean
}

function emptyReading(): Reading {
  return { terms: [], negations: 0, changes: false, permits: false, restricts: [], gap: false }
}

const UNSPACED_NEGATION =
  /不再|不要|不能|不得|不可|禁止|没有|勿|别|不|しない|ません|ない|않|마세요|말 것|금지/g
const UNSPACED_CHANGE = /现在|目前|改为|改成|换成|今は|現在は/g
const PAST_HABIT = /\bused to\b(?= (?:be|use|have|run|do|prefer|\w+))/gi
const NO_LONGER = /\b(?:no longer|not any ?more|not any longer)\b/gi
const ANY_MORE = /\b(?:any ?more|any longer)\b/gi
const FROM_NOW_ON =
  /\b(?:from now on|going forward|as of (?:now|today)|these days|starting (?:now|today))\b/gi
/** In "branch off from" and "sign off" nothing is switched off. */
const PHRASAL_OFF =
  /\b((?:branch|bas|fork|cut|split|spin|spun|sign|kick|hand|trad|rat|back|pay|pays|lay|drop|com|go|set|tak|writ|cool|show|tee|far|one)\w{0,4})[- ]off\b/gi
const GOING_WITH = /\b(?:go|goes|going|went|stick|sticks) with\b/gi
/** "one approval" counts, "the other one is better" does not. */
const ONE_OF_A_THING =
  /(?<!\b(?:the|this|that|which|each|any|every|no|new|old|other|another|only|a) )\bone (?=\p{Ll}{3,})(?!(?:for|should|can|and|that|who|with|from|must|may|has|was|will)\b)/giu
const QUARTER_HOUR = /\ba quarter of an hour\b/gi
const A_WHOLE =
  /\ban? (?:full|whole|entire|single) (?=(?:second|minute|hour|day|week|month|year)\b)/gi
const HALF_HOUR = /\bhalf an hour\b/gi
const EVERY_OTHER = /\bevery other /gi
/** How often: "once a day", "once per hour". */
const ONCE_A = /\bonce (?:a|an|per|each|every) (?=\p{L})(\p{L}+)/giu
/** "Runs hourly", but not "the hourly report", which is a name. */
const EACH_TIME = /\b(hourly|daily|weekly|monthly|yearly)(?=\s*(?:[.,;!)]|$|\b(?:at|on|in)\b))/gi
/** "The us cluster": a region, and no pronoun. */
const UNITED_STATES = /\b(the) us\b/gi
const PERIODS: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
}
/** Why a thing is so does not change what is so. */
const REASON =
  /[,;]?(?<!\s)\s+(?:because|since|so that|due to|in order to|to avoid|as it|as they|as we)\s.*$/isu
const MIN_WORDS_BEFORE_REASON = 3

/** Longer texts are the same or not; sentence by sentence would cost too much. */
export const MAX_COMPARED_LENGTH = 4000

function plainSpelling(text: string): string {
  return text
    .slice(0, MAX_COMPARED_LENGTH)
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/** The claim alone: no reasons, phrases of change reduced to a word, unspaced scripts in pairs. */
function plainText(sentence: string, reading: Reading): string {
  let text = plainSpelling(sentence)
  const claim = text.replace(REASON, '')
  if (claim.split(' ').length >= MIN_WORDS_BEFORE_REASON) text = claim
  return spokenForm(text, reading)
}

/** Figures and phrases in one form, unspaced scripts in pairs. */
function spokenForm(claim: string, reading: Reading): string {
  const text = claim
    .replace(ONE_OF_A_THING, '1 ')
    .replace(QUARTER_HOUR, '15 minutes')
    .replace(A_WHOLE, '1 ')
    .replace(HALF_HOUR, '30 minutes')
    .replace(EVERY_OTHER, 'every second ')
    .replace(ONCE_A, 'every $1')
    .replace(EACH_TIME, (_, often: string) => `every ${PERIODS[often.toLowerCase()]}`)
    .replace(UNITED_STATES, '$1 US')
    .replace(PAST_HABIT, ' no longer ')
    .replace(NO_LONGER, ' now not ')
    .replace(ANY_MORE, ' now ')
    .replace(FROM_NOW_ON, ' now ')
    .replace(PHRASAL_OFF, '$1')
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

/** In this order: code, addresses, `#channel`, dates, flags, figures, words and names, signs. */
const PIECE = new RegExp(
  [
    '`([^`]{1,400})`',
    String.raw`https?:\/\/[^\s)>\]]*[^\s)>\].,;:!?…]`,
    String.raw`#[\p{L}\p{N}][\p{L}\p{N}_-]*`,
    String.raw`\d{4}-\d{2}-\d{2}`,
    String.raw`(?<![\p{L}\p{N}\p{Pd}])--?\p{L}[\p{L}\p{N}-]*`,
    String.raw`v?\d+(?:[.,:]\d+)*(?:\s?%|[a-z]{1,2}(?![\p{L}\p{N}]))?`,
    String.raw`(?:(?<![\p{L}\p{N}])[@~./]{1,16})?[\p{L}\p{N}][\p{L}\p{M}\p{N}_']*(?:[./_-]+[\p{L}\p{N}_]+|:\p{L}[\p{L}\p{N}_]*|\+\d+)*(?:\+\+|#|\/(?![\p{L}\p{N}<]))?`,
    '[/:=]',
  ].join('|'),
  'giu',
)
const SENTENCE_START = /\s*[.!?:](?:\s|$)/y
const NUMBER = /^v?\d+(?:[.,:]\d+)*/i
const PATH =
  /^(?:src|lib|tests?|docs?|packages|apps?|bin|config|scripts|dist|build|web|cmd)\/|\/.*\//
const IDENTIFIER = /[_.@~#+:\d]|\p{Ll}\p{Lu}/u

const BREAK = /[,;.!?()—–]/

function readTerms(reading: Reading, text: string): void {
  let atStart = true
  let end = 0
  for (const match of text.matchAll(PIECE)) {
    if (BREAK.test(text.slice(end, match.index))) reading.gap = true
    end = match.index + match[0].length
    const code = match[1]
    if (code !== undefined && /^[\p{L}\p{N}]+$/u.test(code)) {
      const word = code.toLowerCase()
      push(reading, { key: stem(word), role: 'content', kind: 'name', word })
    } else if (code !== undefined) {
      for (const part of code.matchAll(PIECE)) readPiece(reading, part[0], false)
    } else {
      readPiece(reading, match[0], atStart)
    }
    SENTENCE_START.lastIndex = end
    atStart = SENTENCE_START.test(text)
  }
}

function readPiece(reading: Reading, piece: string, atStart: boolean): void {
  if (/^[#-]/.test(piece) || /^\d{4}-\d{2}-\d{2}$/.test(piece)) {
    const kind = /^\d/.test(piece) ? 'number' : 'name'
    push(reading, { key: piece, role: 'content', kind, word: piece })
  } else if (NUMBER.test(piece)) {
    readNumber(reading, piece.toLowerCase())
  } else if (/^[/:=]$/.test(piece)) {
    if (piece !== '/') push(reading, { key: 'is', role: 'copula', kind: 'word', word: piece })
    else pushSlash(reading)
  } else if (/^https?:/i.test(piece) || /^[~./@]/.test(piece)) {
    push(reading, { key: piece, role: 'content', kind: 'name', word: piece.toLowerCase() })
  } else if (PATH.test(piece) || piece.endsWith('/')) {
    push(reading, {
      key: piece.replace(/\/$/, ''),
      role: 'content',
      kind: 'name',
      word: piece.toLowerCase(),
    })
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
  const isNamed =
    before !== undefined && !reading.gap && is.NUMBERED_THINGS.has(before.word) && unit === ''
  const version = digits.startsWith('v') || /\..*\./.test(digits) || digits.includes(':')
  const value = version ? digits.replace(/^v/, '') : String(Number(digits.replaceAll(',', '')))
  const key = unit === '' ? value : convertUnit(value, unit)
  push(reading, { key, role: 'content', kind: isNamed ? 'name' : 'number', word: value })
}

function convertUnit(value: string, unit: string): string {
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
    const key = convertUnit(previous.key, word)
    reading.terms.push({ ...previous, key })
    return
  }
  if (previous?.key === 'every' && unit !== undefined) {
    reading.terms.pop()
    push(reading, { key: `every-${unit[1]}${unit[0]}`, role: 'content', kind: 'number', word })
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
    const changed = is.MOVING.has(word) ? 'moved' : 'changed'
    if (!atStart) push(reading, { key: 'is', role: 'copula', kind: 'word', word: changed })
  } else if (word === 'per') {
    pushSlash(reading)
  } else if (word === 'every') {
    push(reading, { key: 'every', role: 'link', kind: 'word', word })
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
  } else {
    reading.gap = true
  }
}

/** "A" in "service A" is a name, at the start of a sentence an article; "US" is one anywhere. */
function isLetterName(raw: string, atStart: boolean): boolean {
  if (/^[A-Z]{2,}$/.test(raw)) return raw !== 'OK'
  return /^[A-Z]$/.test(raw) && raw !== 'I' && !atStart
}

function pushContent(reading: Reading, raw: string, word: string, atStart: boolean): void {
  const capital = !atStart && /^\p{Lu}/u.test(raw)
  // "Optional" is a type, where "optional" says that nothing is required.
  const isPlain = !capital && Object.hasOwn(is.OPPOSITES, word)
  const opposite = isPlain ? is.OPPOSITES[word] : undefined
  if (opposite !== undefined) {
    reading.negations += 1
    if (opposite === 'use') push(reading, { key: 'use', role: 'choosing', kind: 'word', word })
    else push(reading, { key: stem(opposite), role: 'content', kind: 'word', word })
    return
  }
  const common = (Object.hasOwn(is.SAME_WORD, word) ? is.SAME_WORD[word] : undefined) ?? word
  const identifier = IDENTIFIER.test(raw)
  const key = identifier ? common : stem(common)
  push(reading, {
    key,
    role: 'content',
    kind: capital || identifier ? 'name' : 'word',
    word: common,
  })
}

function push(reading: Reading, term: Term): void {
  reading.terms.push(reading.gap ? { ...term, isApart: true } : term)
  reading.gap = false
}
