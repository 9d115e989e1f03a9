/**
 * What a rule is about and what it says of it, apart. Two rules with one subject and another value
 * are a change of mind (B-05): that is how the newer finds the older.
 */

import { claimSubject, type NamingClaim, namingClaims } from '../memory/naming-claims.ts'
import { contentWords } from '../text/words.ts'

interface RuleSubject {
  /** "function argument names prefix", or the words that are left without the value. */
  readonly subject: string
  /** What is handed out: quoted strings, code, numbers, casings. */
  readonly values: readonly string[]
  /** Empty for a rule that is not about names. */
  readonly claims: readonly NamingClaim[]
}

/** Words of the cue itself, which say nothing about the subject. */
const CUE_WORDS = new Set(
  (
    'always never please use using used prefer prefers preferred must should need needs want wants ' +
    'like make sure ensure remember instead rather than actually wrong stop from now on going ' +
    'forward future rule convention standard policy we have required mandatory start starting end ' +
    'ending begin include including add avoid dont do not no more only just also well first firstly ' +
    'second secondly additionally let lets stick with keep when whenever every each all any ever ' +
    'moving henceforth get into habit said told asked team project here code new ours everything'
  ).split(' '),
)

const VALUES =
  /(?<!`)(`{1,6})([^`\n]{1,400})\1|(?<![\w])['‘"“]([^'’"”\n]{1,40})['’"”](?![\w])|(?<![\w.])(\d+(?:[.,]\d+)*(?:%|ms|px|kb|mb|gb)?)(?![\w])|\b((?:camel|pascal|snake|kebab|upper|lower|screaming)[ _-]?(?:snake[ _-]?)?case)\b/gi

const MAX_SUBJECT_WORDS = 8
/** A memory may be a whole document; what it is about it says by then. */
export const MAX_RULE_CHARACTERS = 20_000

export function ruleSubject(whole: string, before: string | null): RuleSubject {
  const text = whole.slice(0, MAX_RULE_CHARACTERS)
  const claims = namingClaims(text, before)
  const first = claims[0]
  if (first !== undefined) {
    return { subject: claimSubject(first), values: claims.map(({ value }) => value), claims }
  }
  const values = [...text.matchAll(VALUES)].map((match) =>
    (match[2] ?? match[3] ?? match[4] ?? match[5] ?? '').trim(),
  )
  return { subject: subjectWords(text, values), values, claims }
}

/** "them" and "their names" mean what the sentence before spoke of. */
export function speaksOfThem(text: string): boolean {
  return /\b(?:them|they|their|the (?:name|names|identifier|identifiers))\b/i.test(text)
}

function subjectWords(text: string, values: readonly string[]): string {
  const hidden = new Set(values.flatMap((value) => contentWords(value)))
  const words = contentWords(text).filter((word) => !CUE_WORDS.has(word) && !hidden.has(word))
  const kept = words.length > 0 ? words : contentWords(text)
  return kept.slice(0, MAX_SUBJECT_WORDS).join(' ')
}
