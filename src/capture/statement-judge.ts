/**
 * M-20, M-03. Whether one sentence of a message is kept: what was asked for always, everything else by the
 * model, with more asked of it where less speaks for it.
 */
import { namingClaims } from '../memory/naming-claims.ts'
import { tellsOfOthers } from './attribution.ts'
import { beginsACorrection, followsACorrection } from './correction-leads.ts'
import type { CueTable } from './cues/table.ts'
import { FIRM_CONFIDENCE, firmForm, isComplaint } from './firm-forms.ts'
import { isLastingOrder } from './lasting-orders.ts'
import type { ProseSentence } from './prose.ts'
import { hasWords } from './statement-by-cues.ts'
import {
  FEW_SENTENCES,
  featuresOf,
  isForAText,
  isPlain,
  type SentenceInMessage,
} from './statement-features.ts'
import type { StatementModel } from './statement-model.ts'
import { type PersonalStatement, refusedWish, type StatementType } from './statements.ts'

interface Limits {
  readonly minConfidence: number
  readonly maxSentenceChars: number
}

export function statedByCues(
  { minConfidence }: Limits,
  { byCues }: SentenceInMessage,
): PersonalStatement | null {
  return byCues !== null && byCues.confidence >= minConfidence ? byCues : null
}

/** What was asked for in so many words is kept; of everything else the model says whether, and as what. */
export function judge(
  { minConfidence, maxSentenceChars }: Limits,
  place: SentenceInMessage,
  model: StatementModel,
): PersonalStatement | null {
  const { byCues } = place
  const sentence = place.sentences[place.index]
  if (sentence === undefined || sentence.text.length > maxSentenceChars) return null
  const features = featuresOf(place)
  if (byCues?.explicit) return { ...byCues, type: model.type(features) }
  if (!hasWords(sentence.text) || isAskedAbout(place, sentence)) return null
  // The person is told why such a wish cannot be kept.
  if (refusedWish(place.table, sentence.masked) !== null) return null
  const lasts = place.table.standing.test(sentence.masked)
  if (!lasts && isComplaint(sentence, place.sentences[place.index + 1])) return null
  return (
    judgedByModel({ minConfidence }, place, sentence, model, features) ??
    judgedByForm(place, sentence)
  )
}

/** What the model would leave out and yet lasts by its form. */
function judgedByForm(
  { table, hasBroughtIn }: SentenceInMessage,
  sentence: ProseSentence,
): PersonalStatement | null {
  if (hasBroughtIn || sentence.isDoubtful || table.momentary.test(sentence.masked)) return null
  const firm = firmForm(sentence)
  if (firm === null) return null
  const corrects = firm.type === 'correction'
  return { ...firm, explicit: false, corrects, confidence: FIRM_CONFIDENCE }
}

function judgedByModel(
  { minConfidence }: Pick<Limits, 'minConfidence'>,
  place: SentenceInMessage,
  sentence: ProseSentence,
  model: StatementModel,
  features: ReturnType<typeof featuresOf>,
): PersonalStatement | null {
  const { byCues } = place
  const lasts = place.table.standing.test(sentence.masked)
  const isSaid = sentence.mood === 'statement' || sentence.mood === 'request'
  if (!isSaid && byCues === null && sentence.mood !== 'question') return null
  const probability = model.keep(features)
  const least = leastFor(place, sentence)
  if (probability < least || isDraft(sentence.masked)) return null
  if (byCues === null && isWordList(place.table, sentence)) return null
  if (!lasts && isOfThisTurn(sentence.text.replace(/\s+/g, ' '))) return null
  const confidence = Math.max(surenessOf(probability, least), byCues?.confidence ?? 0)
  if (confidence < minConfidence) return null
  const type = typeOf(place, sentence, model.type(features))
  const corrects = type === 'correction' || (byCues?.corrects ?? false)
  const reason = byCues?.reason ?? 'reads like something that stays'
  return { type, explicit: false, corrects, confidence, reason }
}

/** M-22. What sets something right is a correction, whether it gives a rule or a fact. */
function typeOf(
  { table, sentences, index }: SentenceInMessage,
  { masked }: ProseSentence,
  type: StatementType,
): StatementType {
  if (type === 'correction') return GIVES_NOTICE.test(masked) ? 'fact' : type
  if (type !== 'policy' && type !== 'fact') return type
  if (beginsACorrection(table, masked) && !table.standing.test(masked)) return 'correction'
  return followsACorrection(table, sentences[index - 1]) ? 'correction' : type
}

/** "Heads-up: the handshake test is flaky, rerun it": news of how things are, whatever it says not to do. */
const GIVES_NOTICE =
  /^(?:(?:and|also|just|oh|ok|btw|unrelated|small|quick|one|a|an|another),?\s+){0,4}(?:heads?[- ]?up|fyi|for your information)\b/i

/** M-03. "The trainer told us to never use globals. Is that so?": told to be asked about. */
function isAskedAbout({ sentences, index, table }: SentenceInMessage, own: ProseSentence): boolean {
  const next = sentences[index + 1]
  if (next === undefined || !tellsOfOthers(own.masked)) return false
  const isQuestion = next.mood === 'question' || /[?？]\s{0,4}$/.test(next.masked)
  return isQuestion && !ASKS_FOR_WORK.test(next.masked) && !table.standing.test(next.masked)
}

const ASKS_FOR_WORK = /^\W{0,4}(?:\w{1,10},? )?(?:can|could|would|will) you\b/i

/** "Draft a message to the team: from now on …": words for others to read. */
function isDraft(masked: string): boolean {
  return WRITES.test(masked) && isForAText(masked)
}

const WRITES =
  /^(?:(?:please|pls|now|then|ok|and|also|can you|could you),? ){0,3}(?:draft|write|compose|prepare|phrase|translate|post|send|add|put|insert)\b/i

/** Names of things in a row, without a word that makes a sentence of them: no statement. */
function isWordList({ language, stopWords }: CueTable, { masked }: ProseSentence): boolean {
  const words = masked.toLowerCase().split(/[^\p{L}'’]+/u)
  return (
    language === 'en' &&
    words.length > MAX_TERSE_WORDS &&
    !words.some((word) => stopWords.includes(word) && !LINKS_NAMES.has(word))
  )
}

const LINKS_NAMES = new Set(['and', 'or'])

const MAX_TERSE_WORDS = 6

/** How probable it must be that a sentence is to be kept; how a kind of thing is named needs its cue alone. */
function leastFor(
  { table, sentences, index, byCues, hasBroughtIn }: SentenceInMessage,
  { masked, text }: ProseSentence,
): number {
  if (hasBroughtIn) return MIN_BESIDE_PASTE
  const isTalk = sentences.length > FEW_SENTENCES
  const isOrder = sentences.length === 1 && isLastingOrder(table.language, masked)
  if (byCues === null && isOrder) return MIN_ORDERED
  if (byCues === null) return isTalk ? MIN_IN_TALK : MIN_ALONE
  if (namingClaims(text, sentences[index - 1]?.text ?? null).length > 0) return 0
  if (!isPlain(masked)) return MIN_WITH_CUE
  if (table.standing.test(masked) && !isForAText(masked))
    return FROM_NOW_ON.test(masked) ? 0 : MIN_SAID_FOR_GOOD
  if (!isOrder) return MIN_WITH_CUE
  return table.language === 'en' ? MIN_LAID_DOWN : MIN_LAID_DOWN_ABROAD
}

/** What just passes is as sure as the least that is kept by default. */
function surenessOf(probability: number, least: number): number {
  return MIN_SURENESS + ((1 - MIN_SURENESS) * (probability - least)) / Math.max(1 - least, 0.01)
}

const MIN_SURENESS = 0.7

/** M-20. As good as "remember". */
const FROM_NOW_ON =
  /^(?:(?:please|so|and|ok|okay),? ){0,2}(?:from now on|from here on|henceforth|going forward)\b/i
/** What is said for good in other words: enough if the opposite is not certain. */
const MIN_SAID_FOR_GOOD = 0.02
const MIN_WITH_CUE = 0.54
/** An order that is to hold always, and nothing else. */
const MIN_LAID_DOWN = 0.08
/** Fitted to little that is not English: its verb says more than the model. */
const MIN_LAID_DOWN_ABROAD = 0.01
/** Without a cue of its language. */
const MIN_ORDERED = 0.2
/** Most of what is typed in a working session is about the task at hand: without a cue more is asked. */
const MIN_ALONE = 0.72
const MIN_IN_TALK = 0.82
/** M-03. What stands beside a paste may be a part of it. */
const MIN_BESIDE_PASTE = 0.9
/** "Read @docs/plan.md", "When I opened it, …": what hands a file over, or tells what happened. */
const HANDS_OVER_FILE = /(?:^|\s)@[\w/-]{1,100}\.\w{1,8}(?!\w)/
const TELLS_WHAT_HAPPENED =
  /^(?:when|after|once|while|as soon as) (?:i|we) (?:just |then |first )?(?:\w{2,20}ed|ran|saw|got|did|made|went|came|took|left|sent|built|wrote|put|set)\b/i

/** "/review 482", "!make flash": for the host. */
const COMMAND = /^(?:\/[a-z][\w:-]{1,40}(?![\w/.-])|![a-z])/

/** "I ran only the setup", "I meant the other one": what the person did, saw or thought just now. */
const TELLS_OF_SELF =
  /^(?:(?:and|but|so|ok|okay|sorry|yes|no|hm+|well),?\s+){0,2}i (?:just |only |also |already |then ){0,2}(?:(?:re)?ran|meant|did(?:n['’]?t| not) mean|checked(?! with)|looked|saw|see|don['’]?t see|noticed|(?:dis)?agree|opened|pushed|merged|pulled|installed|clicked|compared|measured|counted|pasted|thought|wondered|guess)\b/i
const DOES_NOT_KNOW =
  /^(?:\w{1,10},? ){0,2}(?:i|we) (?:do(?:n['’]?t| not)|did(?:n['’]?t| not)) (?:yet |really )?(?:know|understand|remember) (?:whether|if|why|what|how|which|where)\b/i
/** "repro: worker hangs without a lock", "nit: prefer const": the title of a case, the label of a remark in a review. */
const TITLES_A_CASE =
  /^(?:nit(?:pick)?|suggestion|(?:non-)?blocking|praise|repro|reproduction|scenario|demo|edge case|corner case|test case|stress|real[- ]world|field report|regression|crash|flake|spike|poc|wip|epic|chore|feat|fix|refactor|perf)(?:\([\w-]{1,30}\))?!?:\s/i
/** "Explain the hooks in detail", "check where it is used": work of this turn, unless it is said for more. */
const WORK_NOW =
  /^(?:(?:please|pls|ok|okay|now|then|and|but|so|also|great(?: work)?|nice|good|thanks|can you|could you),?\s+){0,3}(?:explain|(?:double-?)?check|look|find|compare|walk me|plan|migrate|think|read|go (?:over|through)|investigate|debug|reproduce|continue|list|reflect|revise|re-?read|evaluate|consider|describe|revert|undo|proceed|move on|let me know)\b/i
const SAID_FOR_MORE =
  /\b(?:always|never|every|each|whenever|when|if|before|after|unless|first|only|general(?:ly)?|in future|next time|next)\b/i
/** "Let's commit the docs": the next step; "let's commit through the wrapper instead" is a way of doing things. */
const NEXT_STEP =
  /^(?:(?:ok|okay|so|now|then|and|but|well|great|good|nice|thanks|please),?\s+){0,3}let['’]?s (?:commit|push|merge|continue|start|begin|look|see|try|be|fix|add|run|check|first|now|go (?:back|through|over|on)|get|finish|test|update|write|take|think|talk|discuss|review|clean|implement|rename|remove|focus|figure|find|work|investigate|make|change|do)\b/i
const SETTLES =
  /\b(?:always|never|every|each|whenever|instead|not|over|because|everywhere|anywhere|from now on|don['’]?t|no longer|any ?more)\b/i
/** "It seems smelly to me", "your last tool call failed", "in other words, …": of what is being looked at. */
const OF_WHAT_IS_SEEN =
  /^(?:[\w',’]+ ){0,5}(?:it|this|that|these|those) (?:\w+ )?(?:seems?|looks?|feels?|sounds?)\b|^(?:[\w',’]+ ){0,2}(?:your|the) (?:last|latest|previous|recent) \w+(?: \w+)? (?:failed|did|was|is|has|still|broke|made|does)\b|\bno need (?:for|to do) (?:#?\d|it|that|this)\b|^(?:[\w',’]+ ){0,3}(?:it|this|that) (?:really |clearly |just |nicely |only )?(?:highlights|illustrates|demonstrates|underlines|reminds me)\b|^(?:(?:and|but|so|ok|i think),? )?(?:some|most|all|part|much|half|parts|a lot) of (?:it|this|that|these|those|them)\b|^(?:\w{1,8} ){0,2}(?:more precisely|in other words|i mean|to put it|that is to say)\b/i

/** "When I open it, the columns seem off", "during last night's incident we …": what went wrong. */
const REPORTS_TROUBLE =
  /^(?:when|whenever|if) i \w+\b.{0,120}\b(?:(?:seems?|looks?|is|are) off|inconsistent|misalign\w*|crash\w*|errors?|fails?|wrong)\b|\bbehav(?:es?|ing) (?:inconsistently|strangely|weirdly|oddly|differently)\b|^(?:during|in) (?:last|yesterday['’]s|this|the) [\w’' ]{0,20}(?:incident|outage)\b/i

function isOfThisTurn(text: string): boolean {
  if (WORK_NOW.test(text) && !SAID_FOR_MORE.test(text)) return true
  if (NEXT_STEP.test(text) && !SETTLES.test(text)) return true
  const forms = [
    HANDS_OVER_FILE,
    TELLS_WHAT_HAPPENED,
    TELLS_OF_SELF,
    TITLES_A_CASE,
    DOES_NOT_KNOW,
    OF_WHAT_IS_SEEN,
    REPORTS_TROUBLE,
    COMMAND,
  ]
  return forms.some((form) => form.test(text))
}
