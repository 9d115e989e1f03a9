/**
 * M-20. Which sentences behind a statement belong to it: its reason, what drives it home, what goes on about
 * the same thing. They are kept with it, in one memory.
 */
import { namingClaims } from '../memory/naming-claims.ts'
import { contentWords } from '../text/words.ts'
import type { CueTable } from './cues/table.ts'
import { announcesARule } from './english-rules.ts'
import type { ProseSentence } from './prose.ts'
import type { PersonalStatement } from './statements.ts'

const MAX_TAIL_WORDS = 14
const MAX_CONTINUATION_WORDS = 30
const MAX_TAILS = 3

interface Judged {
  readonly sentence: ProseSentence
  /** What it would be kept as by itself. */
  readonly own: PersonalStatement | null
}

/** The sentences right behind `statement` that belong to it, in their order. */
export function tailOf(
  table: CueTable,
  statement: ProseSentence,
  following: readonly Judged[],
): ProseSentence[] {
  const tail: ProseSentence[] = []
  for (const { sentence, own } of following.slice(0, MAX_TAILS)) {
    if (sentence.block !== statement.block || sentence.mood !== 'statement') break
    const isFirst = tail.length === 0
    const belongs =
      (isFirst && (isVerdict(statement) || isShortTail(table, sentence, own))) ||
      continues(table, statement, { sentence, own })
    if (!belongs) break
    tail.push(sentence)
  }
  return tail
}

/** "C'est faux.", "That's wrong.": what is right stands in the next sentence. */
function isVerdict({ text }: ProseSentence): boolean {
  return text.length <= MAX_VERDICT_CHARS && text.split(/\s+/).length <= MAX_VERDICT_WORDS
}

const MAX_VERDICT_WORDS = 3
const MAX_VERDICT_CHARS = 18

/** A short plain sentence says why, or drives it home; an order begins anew. */
function isShortTail(
  table: CueTable,
  { text, masked }: ProseSentence,
  own: PersonalStatement | null,
): boolean {
  const words = text.split(/\s+/).length
  if (words > MAX_TAIL_WORDS || BEGINS_ANEW.test(masked)) return false
  if (announcesARule(masked) || PRAISES.test(masked)) return false
  return words <= 3 || (own === null && !table.momentary.test(masked))
}

/** "Prod goes through the scheduler, no exceptions": more about the same thing, or nothing without it. */
function continues(table: CueTable, statement: ProseSentence, { sentence, own }: Judged): boolean {
  const { text, masked } = sentence
  if (text.split(/\s+/).length > MAX_CONTINUATION_WORDS) return false
  if (own?.explicit || table.standing.test(masked) || table.momentary.test(masked)) return false
  if (namingClaims(text, statement.text).length > 0) return false
  if (LEANS_BACK.test(masked)) return true
  if (BEGINS_ANEW.test(masked) || PRAISES.test(masked)) return false
  const known = new Set(contentWords(statement.text))
  return own !== null && contentWords(text).some((word) => known.has(word))
}

/** Begins with what only the sentence before explains, or with the reason for it. */
const LEANS_BACK =
  /^(?:(?:and|but|so|also),? )?(?:otherwise|because|since|after that|before that|until then|else|in general|same (?:for|in|with|goes)|not (?:even|just|only)|no exceptions?|without it|only then|sonst|denn|weil|danach|hat|sinon|parce que|pas de|porque|después|senão|altrimenti|perché|иначе|потому)(?![\p{L}])|\bones (?:stay|are|do|can|keep|remain)\b|(?:只是)?因为|否则|なぜなら|でないと|왜냐하면/iu

/** "This helps to keep the code readable": why every rule is good. */
const PRAISES =
  /^(?:this|these|those|they|it|that|clear|consistent)\b.{0,80}\b(?:help|ensure|improve|make|maintain|contribut|keep|allow|will)/i
const BEGINS_ANEW =
  /^(?:please|can|could|would|let|now|then|try|fix|run|show|add|make|find|check|set|go|do|write|create|also|and|by the way|btw|next|ok|okay|thanks|anyway|i|implement|update|remove|rename|move|start|continue|bitte|kannst|por favor|peux|puoi|请|пожалуйста)(?![\p{L}])/iu
