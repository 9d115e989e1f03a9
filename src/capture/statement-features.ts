/**
 * M-20 to M-22. What can be seen of a sentence and its place in a message, as named features for the model
 * that decides whether it states something to keep: the words and word parts, the cues of its language, how
 * it is put, who speaks of what, and what stands around it. Names are stable: the fitted table holds them.
 */
import { reportsOthers } from './attribution.ts'
import { spelledContractions } from './contractions.ts'
import { beginsACorrection, followsACorrection } from './correction-leads.ts'
import type { CueTable } from './cues/table.ts'
import { announcesARule, withoutLead } from './english-rules.ts'
import type { ProseSentence } from './prose.ts'
import { refusalOf, STANDING } from './rule-refusals.ts'
import { triggersOf } from './rule-triggers.ts'
import { AT_HAND, DIRECTIVES, FOR_NOW, isGeneral, isOfTheTrade } from './rule-words.ts'
import { addGrammar } from './statement-grammar.ts'
import { addSigns } from './statement-signs.ts'
import { isOneOff, type PersonalStatement } from './statements.ts'

/** A sentence with everything its features are read from. */
export interface SentenceInMessage {
  readonly table: CueTable
  readonly sentences: readonly ProseSentence[]
  readonly index: number
  readonly isSpecification: boolean
  /** The message holds passages that were brought in. */
  readonly hasBroughtIn: boolean
  /** What the cues alone make of it. */
  readonly byCues: PersonalStatement | null
}

export type Features = ReadonlyMap<string, number>

const CUES = [
  'explicit',
  'standing',
  'absolute',
  'obligation',
  'decision',
  'preference',
  'correction',
  'deadEnd',
  'procedure',
  'question',
  'hypothetical',
  'story',
  'momentary',
  'forbids',
  'person',
  'everywhere',
  'session',
] as const

export function featuresOf(place: SentenceInMessage): Features {
  const features = new Map<string, number>()
  const add = (name: string, value = 1) => features.set(name, value)
  const sentence = place.sentences[place.index]
  if (sentence === undefined) return features
  addWords(features, sentence.masked)
  addClauses(add, sentence.masked)
  addCues(add, place, sentence)
  addForm(add, place.table, sentence)
  if (place.table.language === 'en') addGrammar(add, sentence.masked, clausesOf(sentence.masked))
  else addSigns(add, sentence.masked)
  addSurroundings(add, place, sentence)
  addNeighbours(features, place)
  if (place.sentences.length > FEW_SENTENCES) addOfTalk(features)
  return features
}

/** A message of more sentences is talk: most of it is about the task at hand. */
export const FEW_SENTENCES = 2

type Add = (name: string, value?: number) => void

const MAX_WORDS = 60

/** Words, pairs of words and word parts, each kind as one vector of length 1. */
function addWords(features: Map<string, number>, masked: string): void {
  const words = wordsOf(masked)
  const grams = new Set<string>()
  for (const [i, word] of words.entries()) {
    grams.add(`w:${word}`)
    grams.add(`w:${words[i - 1] ?? '^'} ${word}`)
    if (i >= 1) grams.add(`w:${words[i - 2] ?? '^'} ${words[i - 1]} ${word}`)
  }
  const parts = new Set<string>()
  const plain = ` ${words.join(' ')} `
  for (let i = 0; i + PART_CHARS <= plain.length; i++)
    parts.add(`c:${plain.slice(i, i + PART_CHARS)}`)
  addUnit(features, grams)
  addUnit(features, parts)
  for (const [i, word] of words.slice(0, 3).entries()) features.set(`at${i}:${word}`, 1)
}

const PART_CHARS = 4
const CLAUSE_END =
  /[,;:—–.!?，、；：。]\s*|\s-{1,2}\s|\s(?=(?:so|because|but|since|if|when|and|until|unless)\s)/
const MAX_CLAUSES = 8

function clausesOf(masked: string): string[] {
  return masked.split(CLAUSE_END).filter((clause) => /\p{L}/u.test(clause))
}

/** How each clause begins: an order and what stays often share a sentence. */
function addClauses(add: Add, masked: string): void {
  const clauses = clausesOf(masked)
  for (const clause of clauses.slice(0, MAX_CLAUSES)) {
    const words = wordsOf(clause)
    add(`s:${words[0]}`)
    if (words.length > 1) add(`s:${words[0]} ${words[1]}`)
    if (DIRECTIVE.test(clause.trim())) add('a clause: imperative')
    else if (COPULA.test(clause.trim())) add('a clause: plain present')
  }
  add('clauses', Math.min(clauses.length, 6) / 6)
}

function addUnit(
  features: Map<string, number>,
  names: ReadonlySet<string>,
  length = UNIT_LENGTH,
): void {
  const value = length / Math.sqrt(names.size || 1)
  for (const name of names) features.set(name, value)
}

const UNIT_LENGTH = 3

/** Lower case, numbers as one; unsegmented scripts in pairs of signs. */
function wordsOf(masked: string): string[] {
  const text = spelledContractions(masked.toLowerCase())
    .replace(/\uE000+/g, ' codemark ')
    .replace(/\uE001+/g, ' urlmark ')
    .replace(/\uE002+/g, ' quotemark ')
    .replace(/\d+/g, '0')
  const words: string[] = []
  for (const [found] of text.matchAll(/[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}]+)?|[:;!?,—]/gu)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(found)) {
      for (let i = 0; i < found.length; i++) words.push(found.slice(i, i + 2))
    } else words.push(found.replace('’', "'"))
    if (words.length >= MAX_WORDS) break
  }
  return words
}

function addCues(add: Add, { table, byCues }: SentenceInMessage, { masked }: ProseSentence): void {
  const isEnglish = table.language === 'en'
  for (const cue of CUES) {
    if (!table[cue].test(masked)) continue
    add(`cue:${cue}`)
    if (!isEnglish) add(`other:${cue}`)
  }
  if (byCues === null) add(isEnglish ? 'by:none' : 'other:none')
  else {
    add(isEnglish ? 'by:some' : 'other:some')
    add('by:confidence', byCues.confidence)
    add(`by:${byCues.type}`)
    add(`by:${byCues.reason}`)
    if (isPlain(masked)) add('by:plain')
  }
  if (!isEnglish) {
    add('other')
    add(`language:${table.language}`)
    return
  }
  const core = withoutLead(masked.trim())
  const refusal = refusalOf(masked, core)
  add(`refused:${refusal ?? 'no'}`)
  if (announcesARule(core)) add('announces a rule')
  if (STANDING.test(masked)) add('said for good')
  if (FOR_NOW.test(masked)) add('for now')
  if (AT_HAND.test(masked)) add('at hand')
  if (isGeneral(core)) add('general')
  if (isOfTheTrade(core)) add('of the trade')
}

/** A short sentence without much around its cue: what it says of itself can be believed. */
export function isPlain(masked: string): boolean {
  return masked.length <= MAX_PLAIN_CHARS && clausesOf(masked).length <= MAX_PLAIN_CLAUSES
}

const MAX_PLAIN_CHARS = 90
const MAX_PLAIN_CLAUSES = 3

/** "Draft an announcement: …", "add to the onboarding doc: …": words for others to read. */
const FOR_A_TEXT =
  /\b(?:docs?|readme|announcement|banner|comment|message|e?-?mail|text|guidelines?|page|section|paragraph|title|tooltip|label|changelog|release notes?|newsletter|slide|post|faq|template|description|translation|translate|docstring)\b[^.:]{0,40}(?::|\b(?:that|which) (?:says?|reads?|tells?|states?|explains?)\b|\bsay(?:s|ing)?\b)/i

export function isForAText(masked: string): boolean {
  return FOR_A_TEXT.test(masked)
}

/** What a thing that is being built has to do. */
const OF_THE_PRODUCT =
  /\b(?:the|a|an|each|every|this|new)\s(?:[\w-]+\s){0,2}(?:button|page|screen|form|field|modal|dialog|banner|menu|list|table|row|user|users|spinner|icon|toast|header|footer|sidebar|view|widget|card|tab|input|dropdown|link|popup|tooltip|bot|cli|endpoint|handler|job|export|import|report|chart|column|counter|counter|label)\b[^.]{0,40}\b(?:should|must|has to|have to|needs? to|never|always|can|stays?|shows?|appears?|disappears?)\b/i

const DIRECTIVE = new RegExp(
  `^(?:please |just |then |and |also |now |ok,? )*(?:${DIRECTIVES})\\b`,
  'i',
)
const DEFINITE = /\b(?:the|this|that|these|those)\s/gi
const WE = /\b(?:we|our|us|ours|we['’]\w+)\b/i
const I = /\b(?:i|me|my|mine|i['’]\w+)\b/i
const YOU = /\b(?:you|your|yours|you['’]\w+)\b/i
const THEY = /\b(?:he|she|they|his|her|their|someone|somebody|everyone|people)\b/i
const PAST = /\b(?:was|were|did|had|went|got|made|said|\w{3,}ed)\b/i
/** A guess, or what is being done or was looked at just now: of use in this conversation only. */
const THINKS_ALOUD =
  /\b(?:might|maybe|perhaps|probably|presumably|seems?|seemed|(?:feels?|looks?|sounds?) like|i (?:think|guess|wonder|suspect|was|saw|noticed|see)|not sure|i['’](?:ll|m going to|m (?:looking|seeing|getting|trying))|let me|let['’]s)\b/i
const COPULA =
  /^(?:[\w'’./-]+\s){1,6}(?:is|are|lives?|goes|go|runs?|uses?|has|have|needs?|must|stays?|sits?|comes?|means)\b/i
const NAMED = /\b[A-Z][a-z]{2,}\b/

function addForm(add: Add, table: CueTable, sentence: ProseSentence): void {
  const { masked, text, mood, code } = sentence
  const core = withoutLead(masked.trim())
  add('bias')
  add(`mood:${mood}`)
  add('code', Math.min(code.length, 3))
  add('share of code', (text.match(/[{}()[\]=<>;|`$\\]/g)?.length ?? 0) / Math.max(text.length, 20))
  if (/\d/.test(masked)) add('a number')
  if (/[?？]/.test(masked)) add('a question mark')
  if (/!/.test(masked)) add('an exclamation mark')
  if (/:\s/.test(masked)) add('a colon')
  if (/[:：]\s*$/.test(masked)) add('ends open')
  if (beginsACorrection(table, masked)) add('begins a correction')
  if (/\uE002/.test(masked)) add('a quotation inside')
  if (/[\w-]\/[\w.-]|\w\.\w{2,4}\b/.test(masked)) add('a path')
  if (table.language !== 'en') return
  if (isOneOff(table, masked)) add('one-off')
  if (isForAText(masked)) add('for a text')
  if (reportsOthers(masked)) add('reports others')
  if (OF_THE_PRODUCT.test(masked)) add('of the product')
  if (DIRECTIVE.test(core)) add('imperative')
  if (triggersOf(text).length > 0) add('a trigger')
  if (WE.test(masked)) add('we')
  if (I.test(masked)) add('i')
  if (YOU.test(masked)) add('you')
  if (THEY.test(masked)) add('they')
  if (PAST.test(masked)) add('past')
  if (THINKS_ALOUD.test(masked)) add('thinks aloud')
  if (COPULA.test(core)) add('plain present')
  if (NAMED.test(text.slice(1))) add('a name')
  if (/\b(?:because|since|so that|otherwise|due to|as)\b/i.test(masked)) add('a reason')
  if (/\b(?:not|never|no|don['’]?t|instead|rather)\b/i.test(masked)) add('negated')
  if (/\b(?:not|instead of|rather than)\b.*|,\s*not\b/i.test(masked)) add('a contrast')
  add('definite', Math.min(masked.match(DEFINITE)?.length ?? 0, 4) / 2)
  if (/^[^\p{Ll}]*\p{Lu}/u.test(text) && /[.!]$/.test(text)) add('well formed')
}

/** What the sentences on either side say: talk that explains or orders goes on doing so. */
function addNeighbours(
  features: Map<string, number>,
  { sentences, index }: SentenceInMessage,
): void {
  const before = sentences[index - 1]
  const next = sentences[index + 1]
  const names = new Set<string>()
  for (const [side, sentence] of [
    ['b', before],
    ['n', next],
  ] as const) {
    const words = sentence === undefined ? [] : wordsOf(sentence.masked)
    for (const [i, word] of words.entries()) {
      names.add(`${side}:${word}`)
      if (i > 0) names.add(`${side}:${words[i - 1]} ${word}`)
    }
  }
  addUnit(features, names, NEIGHBOUR_LENGTH)
}

const NEIGHBOUR_LENGTH = 1.5

/** In talk the form of a sentence weighs differently, its words do not. */
function addOfTalk(features: Map<string, number>): void {
  for (const [name, value] of [...features]) {
    if (!OF_WORDS.test(name)) features.set(`talk|${name}`, value)
  }
}

/** Features that name words; all others name a form. */
export const OF_WORDS = /^(?:w|c|s|b|n|at\d):/

const SHORT_MESSAGE = 60
/** "/review the auth module": for the host. */
const COMMAND = /^\/[a-z][\w:-]{1,40}(?:\s|$)/

function addSurroundings(
  add: Add,
  { table, sentences, index, isSpecification, hasBroughtIn }: SentenceInMessage,
  { block }: ProseSentence,
): void {
  const before = sentences[index - 1]
  const next = sentences[index + 1]
  if (isSpecification) add('in a specification')
  if (hasBroughtIn) add('beside what was brought in')
  if (sentences.length === 1) add('alone')
  if (COMMAND.test(sentences[0]?.text ?? '')) add('a command')
  if (index === 0) add('first')
  if (index === sentences.length - 1) add('last')
  add('sentences', Math.min(sentences.length, 8) / 8)
  // The longer the talk, the less of it stays.
  const characters = sentences.reduce((sum, { text }) => sum + text.length, 0)
  add(`message:${Math.min(6, Math.floor(Math.log2(1 + characters / SHORT_MESSAGE)))}`)
  if (before !== undefined) {
    add(`before:${before.mood}`)
    if (before.block !== block) add('before: another block')
    if (DIRECTIVE.test(before.masked)) add('before: imperative')
    if (/[:：]\s*$/.test(before.masked)) add('before: open')
    if (before.text.length < 30) add('before: short')
    if (followsACorrection(table, before)) add('before: a correction')
  }
  if (next !== undefined) {
    add(`next:${next.mood}`)
    if (next.block !== block) add('next: another block')
    if (DIRECTIVE.test(next.masked)) add('next: imperative')
  }
  if (sentences.some(({ mood }, i) => i !== index && mood === 'question')) add('a question beside')
  if (sentences.some(({ masked }, i) => i !== index && DIRECTIVE.test(masked)))
    add('an order beside')
}
