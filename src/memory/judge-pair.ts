/**
 * M-10, B-03, B-05, L "Order on write". What a new memory is to one we have. A wrong "corrected" hides a
 * memory and a wrong "same" loses one, so a difference in subject, object, path, flag, host, figure or
 * polarity always keeps two apart, and in doubt both stay.
 *
 * The words are compared by rules first; what those found is one of the features of a fitted model
 * (`pair-model.ts`), which has the last word on short statements. Longer texts are judged by the rules.
 */
import { BoundedMap } from '../bounded-map.ts'
import {
  NearDuplicateSettings,
  type SimilaritySettings,
  weightedTokenJaccard,
} from '../text/jaccard.ts'
import { findConflict, findSlotChange, MIN_OVERLAP, overlap } from './judge-conflict.ts'
import { claimSubject, namingClaims } from './naming-claims.ts'
import { plainForm } from './normalise.ts'
import { areAboutOtherNumbers } from './numbered-things.ts'
import { cuesOf, type TextCues } from './pair-cues.ts'
import { type PairFinding, pairFeatures } from './pair-features.ts'
import { decideRelation, type PairOrders } from './pair-model.ts'
import {
  bareReadingOf,
  type Claim,
  type ClaimReading,
  MAX_READINGS,
  readingOf,
} from './read-claim.ts'
import { judgeRestatement } from './restatement.ts'
import { MAX_COMPARED_LENGTH } from './statement.ts'
import { traitsOf } from './types.ts'

export type { Claim } from './read-claim.ts'

export interface Judgement {
  readonly relation: 'same' | 'restated' | 'corrected' | 'contradicts' | 'distinct'
  /** B-03's weighted Jaccard, from 0 to 1. */
  readonly score: number
  /** Distance from the threshold for acting automatically; below 0 a person is asked. */
  readonly margin: number
  /** The reason, for people. */
  readonly reason: string
}

/** How near the two are in meaning, where both have vectors. */
interface Meaning {
  readonly cosine: number | null
}

const DEFAULTS = NearDuplicateSettings.parse({})
const MAX_STATEMENTS = 20
/** In a text of fewer words one in common says little; texts as near as this may say it in other words. */
const FEW_WORDS = 4
const NEAR_COSINE = 0.75
/** The model was fitted on statements; a longer text is more than one. */
const MAX_WEIGHED_STATEMENTS = 4
export const MAX_WEIGHED_LENGTH = 400
/** In a statement as short as this, each word tells it from others. */
const SHORT_CONTENT = 14
/** What seems the same in other words is never merged without a person's yes. */
const ASK_FIRST = -0.01

export function judgePair(
  newer: Claim,
  older: Claim,
  settings: SimilaritySettings = DEFAULTS,
  { cosine }: Meaning = { cosine: null },
): Judgement {
  const [mine, theirs] = [readingOf(newer), readingOf(older)]
  const titles = newer.title !== older.title && mine.hasOwnTitle && theirs.hasOwnTitle
  if (isSaidAgain(newer, older)) {
    return titles && namesApart(mine, theirs)
      ? judgement('distinct', 1, 0, 'the same words about different things')
      : judgement('same', 1, 1, 'the same words')
  }
  const score = weightedTokenJaccard(settings, mine.tokens, theirs.tokens)
  if (titles && namesApart(mine, theirs)) {
    return judgement('distinct', score, 0, 'the titles name different things')
  }
  const shared = overlap(mine.keys, theirs.keys)
  const isShort = Math.min(mine.keys.size, theirs.keys.size) < FEW_WORDS
  if (!isShort && shared < MIN_OVERLAP && (cosine ?? 0) < NEAR_COSINE) {
    return judgement('distinct', score, 0, 'they have too few words in common')
  }
  if (ruleOtherNames(newer, older)) {
    return judgement('distinct', score, 0, 'they rule how different things are named')
  }
  if (areAboutOtherNumbers(newer.content, older.content)) {
    return judgement('distinct', score, 0, 'they are about different numbers')
  }
  const change = isLong(newer) || isLong(older) ? null : findSlotChange(mine, theirs)
  if (change !== null) return judgement('corrected', score, 1, change.reason)
  const found = findByRules(newer, older, cosine)
  const { relation, reason } =
    isWeighed(newer) && isWeighed(older) && (cosine !== null || shared > 0)
      ? decideRelation(ordersOf(newer, older, found, cosine), found)
      : found
  if (relation === 'equal') return judgement('restated', score, score - settings.threshold, reason)
  if (relation === 'restated') return judgement('restated', score, ASK_FIRST, reason)
  return judgement(relation, score, relation === 'distinct' ? 0 : 1, reason)
}

const namesRuled = new WeakMap<Claim, ReadonlySet<string>>()

function namesRuledBy(claim: Claim): ReadonlySet<string> {
  const known =
    namesRuled.get(claim) ?? new Set(namingClaims(claim.content, null).map(claimSubject))
  namesRuled.set(claim, known)
  return known
}

/** Function names say nothing of the names of arguments, nor a prefix of a suffix, alike as they read. */
function ruleOtherNames(newer: Claim, older: Claim): boolean {
  const [mine, theirs] = [namesRuledBy(newer), namesRuledBy(older)]
  return mine.size > 0 && theirs.size > 0 && ![...mine].some((name) => theirs.has(name))
}

const TO_DO = /^\s*(?:to-?do|task)\s*[:—–-]\s+/i

/** The same words, however they are typed and handed over; of a task "to do" says nothing more. */
export function isSaidAgain(newer: Claim, older: Claim): boolean {
  const isTask = newer.type === 'task' && older.type === 'task'
  const form = ({ content }: Claim) => formOf(isTask ? content.replace(TO_DO, '') : content)
  return form(newer) === form(older)
}

const forms = new BoundedMap<string, string>(MAX_READINGS)

function formOf(text: string): string {
  return text.length > MAX_COMPARED_LENGTH ? plainForm(text) : forms.of(text, () => plainForm(text))
}

function judgement(
  relation: Judgement['relation'],
  score: number,
  margin: number,
  reason: string,
): Judgement {
  return { relation, score, margin, reason }
}

/** Whether one replaces the other without asking a person. */
export function isOneMemory({ relation, margin }: Judgement): boolean {
  return relation === 'same' || (relation === 'restated' && margin >= 0)
}

/** True when the newer replaces the older, or the two cannot both hold. */
export function isConflict({ relation }: Judgement): boolean {
  return relation === 'corrected' || relation === 'contradicts'
}

/** True when a person should be asked whether the two are one. */
export function isWorthAsking({ relation, margin }: Judgement): boolean {
  return relation === 'restated' && margin < 0
}

/** The verdict of the rules. */
export function findByRules(newer: Claim, older: Claim, cosine: number | null): PairFinding {
  const [mine, theirs] = [readingOf(newer), readingOf(older)]
  const isSettled = [newer, older].some((claim) => isEvent(claim) || isLong(claim))
  const conflict = isSettled ? null : findConflict(mine, theirs, cosine)
  if (conflict !== null) {
    const relation = conflict.kind === 'supersedes' ? 'corrected' : 'contradicts'
    return { relation, reason: conflict.reason }
  }
  const { kind, reason, isFirm = false } = judgeRestatement(mine, theirs, cosine)
  const relation = kind === 'no' ? 'distinct' : kind === 'equal' ? 'equal' : 'restated'
  return { relation, reason, isFirm }
}

/** Input of the model. */
export function ordersOf(
  newer: Claim,
  older: Claim,
  found: PairFinding,
  cosine: number | null,
): PairOrders {
  return {
    features: pairFeatures(textOf(newer), textOf(older), found.relation, cosine),
    reversed: () => {
      const { relation } = findByRules(older, newer, cosine)
      return pairFeatures(textOf(older), textOf(newer), relation, cosine)
    },
  }
}

type WeighedText = ClaimReading & { readonly text: string; readonly cues: TextCues }

/** The same memory comes from the store again and again, with each that is judged beside it. */
const texts = new BoundedMap<string, WeighedText>(MAX_READINGS)

function textOf(claim: Claim): WeighedText {
  return texts.of(`${claim.title}\n${claim.content}`, () => ({
    ...bareReadingOf(claim),
    text: claim.content,
    cues: cuesOf(claim.content),
  }))
}

/** What happened is not undone by what happened next. */
function isEvent(claim: Claim): boolean {
  return claim.type !== undefined && traitsOf(claim.type).layer === 'episodic'
}

function isLong(claim: Claim): boolean {
  const { statements } = readingOf(claim)
  return claim.content.length > MAX_COMPARED_LENGTH || statements.length > MAX_STATEMENTS
}

function isWeighed(claim: Claim): boolean {
  if (isEvent(claim) || claim.content.length > MAX_WEIGHED_LENGTH) return false
  return readingOf(claim).statements.length <= MAX_WEIGHED_STATEMENTS
}

/** Titles that each name something the other memory never mentions are about two things. */
function namesApart(mine: ClaimReading, theirs: ClaimReading): boolean {
  const ownOf = (reading: ClaimReading, other: ClaimReading) =>
    reading.title.filter((term) => !other.keys.has(term.key) && !reading.said.has(term.key))
  const own = ownOf(mine, theirs)
  const others = ownOf(theirs, mine)
  if (own.length === 0 || others.length === 0) return false
  const short = Math.min(mine.keys.size, theirs.keys.size) <= SHORT_CONTENT
  return short || [...own, ...others].some((term) => term.kind !== 'word')
}
