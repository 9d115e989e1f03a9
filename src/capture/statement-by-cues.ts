/**
 * G-03, M-20 to M-22. What the cues alone make of a sentence: those of its language first; then, in
 * English, how the sentence is put.
 */
import { contentWords } from '../text/words.ts'
import { isBareAnnouncement } from './bare-announcements.ts'
import { CUE_TABLES } from './cues/language.ts'
import type { CueTable } from './cues/table.ts'
import { englishCorrection, englishRule, withoutLead } from './english-rules.ts'
import type { ProseSentence } from './prose.ts'
import { refusalOf, standsAgainstDecision } from './rule-refusals.ts'
import { isOneOff, type PersonalStatement, type StatementType, statementIn } from './statements.ts'

type Around = Parameters<typeof statementIn>[2]

export function statementByCues(
  table: CueTable,
  sentence: ProseSentence,
  around: Around,
): PersonalStatement | null {
  const isExplicit = CUE_TABLES.some(({ explicit }) => explicit.test(sentence.masked))
  if (!isExplicit && !hasWords(sentence.text)) return null
  const stated = statementIn(table, sentence, around)
  if (stated !== null && (stated.explicit || stated.type === 'negative')) return stated
  if (table.language === 'en' && isBareAnnouncement(sentence.masked)) return null
  const isMeant = sentence.mood === 'statement' || sentence.mood === 'request'
  if (table.language !== 'en') return stated
  const isMoment =
    stated !== null && GATED.test(stated.reason) && isOfTheMoment(table, sentence, stated.type)
  if (!isMeant) return isMoment ? null : stated
  const correction = englishCorrection(sentence, around.before)
  if (correction !== null) {
    const { confidence, reason } = correction
    return { type: 'correction', explicit: false, corrects: true, confidence, reason }
  }
  if (stated !== null) return isMoment ? null : stated
  const isOnce = around.isSpecification || isOneOff(table, sentence.masked)
  const rule = isOnce ? null : englishRule(sentence)
  if (rule === null) return null
  const { corrects, pattern, confidence, reason } = rule
  return {
    type: typeOfPattern(table, pattern, sentence),
    explicit: false,
    corrects,
    confidence,
    reason,
  }
}

/** What a word or two suggested; the others were weighed where they were found. */
const GATED = /^(?:prefers|says that it was decided|must, with|a plan|where it stays|holds here)/

/** A rule takes few words; in a long sentence without a word for "for good" something is told. */
const MAX_WORDS = 45
function isOfTheMoment(
  table: CueTable,
  { masked, text }: ProseSentence,
  type: StatementType,
): boolean {
  const standing = table.standing.test(masked)
  if (!standing && text.split(/\s+/).length > MAX_WORDS) return true
  const [main = masked] = masked.split(/[,;:—–]\s|\s-{1,2}\s/)
  const refusal = refusalOf(main, withoutLead(masked.trim()), standing)
  if (refusal === null) return false
  return type !== 'decision' || standsAgainstDecision(refusal)
}

/** M-22. The type of a rule that a pattern found: by who is spoken of, and by what the pattern is for. */
function typeOfPattern(table: CueTable, pattern: string, { masked }: ProseSentence): StatementType {
  if (pattern === 'stop') return 'correction'
  if (TASTES.has(pattern) || table.person.test(masked)) return 'preference'
  return pattern === 'house changes' && CHANGES.test(masked) ? 'decision' : 'policy'
}

const CHANGES =
  /\b(?:adopt|standardi|switch|mov|migrat|decid|agree|bann|dropp|stopp)(?:e|ed|ing|es)?/i
const TASTES = new Set([
  'prefers',
  'would rather',
  'likes or hates',
  'no fan of',
  'habit',
  'would like',
  'wants never',
])

/** Enough to say something. */
export function hasWords(text: string): boolean {
  return (
    contentWords(text).length >= 2 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]{4}/u.test(text)
  )
}
