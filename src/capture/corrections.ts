/**
 * B-05, G-03. Which of the memories we have a correction corrects, so that the old one can be
 * retired by a `supersedes` link. Only one that speaks of the same thing and says otherwise counts.
 */
import { judgePair } from '../memory/judge-pair.ts'
import { claimSubject, type NamingClaim } from '../memory/naming-claims.ts'
import { tokensOf } from '../text/tokens.ts'
import { STOP_WORDS } from '../text/words.ts'
import { areOtherTexts, reversalIn, reversalRetires } from './reversals.ts'
import { ruleSubject } from './rule-subject.ts'
import type { CorrectionSettings } from './settings.ts'

export interface Correction {
  readonly sentence: string
  readonly subject: string
  readonly values: readonly string[]
  readonly claims: readonly NamingClaim[]
}

interface CorrectionCandidate {
  readonly id: string
  readonly content: string
}

interface CorrectedTarget {
  readonly id: string
  readonly score: number
  /** False when the old memory says other things too, which still hold: then it is not retired. */
  readonly whole: boolean
  readonly reason: string
}

/** The best target, or null. Candidates come newest first: of two equals the newer is meant. */
export function correctedTarget(
  settings: CorrectionSettings,
  correction: Correction,
  candidates: readonly CorrectionCandidate[],
): CorrectedTarget | null {
  let best: CorrectedTarget | null = null
  for (const candidate of candidates) {
    const target = asTarget(correction, candidate)
    if (target.score >= settings.minScore && target.score > (best?.score ?? 0)) best = target
  }
  return best
}

function asTarget(correction: Correction, candidate: CorrectionCandidate): CorrectedTarget {
  const { id, content } = candidate
  const none = { id, score: 0, whole: true, reason: 'says the same or speaks of something else' }
  if (sameWords(correction.sentence, content)) return none
  if (areOtherTexts(correction.sentence, content)) return none
  const old = ruleSubject(content, null)
  if (correction.claims.length > 0 && old.claims.length > 0) {
    return { id, ...overruledClaims(correction.claims, old.claims) }
  }
  const judged = judgePair({ title: '', content: correction.sentence }, { title: '', content })
  if (judged.relation === 'corrected') {
    return { id, score: SUPERSEDED_SCORE, whole: true, reason: judged.reason }
  }
  const reversal = reversalIn(correction.sentence)
  const reversed = reversal && reversalRetires(reversal, correction.sentence, content)
  if (reversed) return { id, score: SUPERSEDED_SCORE, whole: true, reason: reversed }
  const rejected = rejectedTerms(correction.sentence).find((term) => mentions(content, term))
  if (rejected !== undefined && !denies(content)) {
    const rest = overlap(subjectTokens(correction, rejected), tokensOf(content))
    return { id, score: 0.6 + 0.4 * rest, whole: true, reason: `it says "${rejected}"` }
  }
  const shared = overlap(tokensOf(correction.subject), tokensOf(content))
  const mutual = Math.min(shared, overlap(tokensOf(old.subject), tokensOf(correction.sentence)))
  if (correction.values.length > 0 && old.values.length > 0) {
    if (sameValues(correction.values, old.values)) return none
    return { id, score: mutual, whole: true, reason: 'another value for the same thing' }
  }
  if (denies(correction.sentence) !== denies(content)) {
    const score = mutual * DENIAL_WEIGHT
    return { id, score, whole: true, reason: 'the opposite of the same thing' }
  }
  return none
}

/** Claim by claim: same thing and side, another value. What the newer leaves unsaid still holds. */
function overruledClaims(
  newer: readonly NamingClaim[],
  older: readonly NamingClaim[],
): Omit<CorrectedTarget, 'id'> {
  const said = new Map(newer.map((claim) => [claimSubject(claim), claim.value.toLowerCase()]))
  const changed = older.filter((claim) => {
    const value = said.get(claimSubject(claim))
    return value !== undefined && value !== claim.value.toLowerCase()
  })
  const first = changed[0]
  if (first === undefined) return { score: 0, whole: true, reason: 'no claim is changed' }
  const whole = older.every((claim) => said.has(claimSubject(claim)))
  return { score: 1, whole, reason: `another value for ${claimSubject(first)}` }
}

/** Sure, though a rule about the very same name is surer still. */
const SUPERSEDED_SCORE = 0.95
/** A mere turn of yes into no needs more words in common than a changed figure. */
const DENIAL_WEIGHT = 0.9

const REJECTED =
  /\b(?:instead of|rather than|in place of|as opposed to|no longer|not|stop using|stopped using|drop(?:ped)?|over)\s+(?:use\s+|using\s+|the\s+|a\s+|an\s+)?([`'"‘“]?[\w@./+#-]+(?:\s+[\w@./+#-]+)?)/gi

/** What the correction says is not so: the words after "not" and "instead of". "Not at any" names no thing. */
function rejectedTerms(sentence: string): string[] {
  return [...sentence.matchAll(REJECTED)].flatMap((match) => {
    const term = (match[1] ?? '').replace(/[`'"‘“.,]+/g, '').trim()
    const first = term.split(/\s+/)[0] ?? ''
    if (STOP_WORDS.has(first.toLowerCase())) return []
    return term === first ? [term] : [term, first]
  })
}

function mentions(content: string, term: string): boolean {
  const words = tokensOf(term)
  const has = tokensOf(content)
  return words.size > 0 && [...words].every((word) => word.length > 1 && has.has(word))
}

function subjectTokens(correction: Correction, rejected: string): Set<string> {
  const gone = tokensOf(rejected)
  return new Set([...tokensOf(correction.subject)].filter((token) => !gone.has(token)))
}

/** The share of the first that the second has too. */
function overlap(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0
  return [...part].filter((token) => whole.has(token)).length / part.size
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  const lower = (values: readonly string[]) => values.map((value) => value.toLowerCase()).sort()
  return lower(a).join('\n') === lower(b).join('\n')
}

function sameWords(a: string, b: string): boolean {
  return [...tokensOf(a)].sort().join(' ') === [...tokensOf(b)].sort().join(' ')
}

const DENIAL =
  /\b(?:not|never|no|don['’]?t|do not|cannot|can['’]?t|avoid|stop|without|mustn['’]?t|shouldn['’]?t|no longer)\b/i

function denies(text: string): boolean {
  return DENIAL.test(text)
}
