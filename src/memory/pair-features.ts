/**
 * M-10. What two texts show when they are laid side by side, as figures from 0 to 1: how much of the one
 * the other says again, which words are in the place of which, and whether the newer speaks of a change.
 */
import { alignTerms, type Difference } from './align.ts'
import { isTelling, subjectOf, without } from './correction-terms.ts'
import { areOpposites, haveOne, isOneChoice } from './opposites.ts'
import { cueFeatures, type TextCues } from './pair-cues.ts'
import {
  hasOtherModifier,
  hasOtherSwap,
  hasSameRelation,
  hasScope,
  isNarrowed,
  isTurned,
  unmatchedIn,
  valueIn,
  weightyOf,
} from './pair-differences.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Term } from './statement.ts'
import * as is from './statement-words.ts'

export type PairFeatures = Readonly<Record<string, number>>

/** What the rules, or the model after them, make of two texts. */
export interface PairFinding {
  /** `equal`: no word of weight differs. `restated`: the same in other words, for a person to decide. */
  readonly relation: 'equal' | 'restated' | 'corrected' | 'contradicts' | 'distinct'
  readonly reason: string
  /** Two memories, however near they are in meaning: they cannot be one in other words. */
  readonly isFirm?: boolean
}

interface Text extends WholeText {
  readonly text: string
  readonly cues: TextCues
}

const MAX_COUNTED = 3
const MAX_WORDS_COUNTED = 6
/** A change of another thing shares little with this one, in words and in meaning. */
const MIN_COVERED = 0.4
const MIN_MEANING = 0.6
const SAID_AGAIN = 0.75
const MIN_TOPIC = 0.5
/** A correction as probable as this needs no further sign, or holds in spite of a sign against it. */
const SURE = { byTense: 0.7, withoutValue: 0.9, despiteOther: 0.9, despiteScope: 0.95 } as const

export function pairFeatures(
  newer: Text,
  older: Text,
  found: PairFinding['relation'],
  cosine: number | null,
): PairFeatures {
  const [mine, theirs] = [weightyOf(newer), weightyOf(older)]
  const [added, missing] = [unmatchedIn(mine, theirs), unmatchedIn(theirs, mine)]
  const value = valueIn(newer, older, added, missing)
  const alignment = alignTerms(newer.terms, older.terms)
  const announces = newer.announcesChange || newer.corrects || newer.endsSomething
  const isNamed = (terms: readonly Term[]) => terms.some((term) => term.kind === 'name')
  const givenUp = newer.givenUp.flat().filter(isWeighty)
  return {
    hasMeaning: Number(cosine !== null),
    cosine: cosine ?? 0,
    ruledCorrected: Number(found === 'corrected'),
    ruledContradicts: Number(found === 'contradicts'),
    ruledRestated: Number(found === 'restated'),
    ...coverage(newer, older, mine, theirs, added, missing),
    ...places(newer, older, alignment),
    ...cueFeatures(newer.cues, older.cues),
    topicKept: shareFound(without(theirs.filter(isTelling), value.before), mine),
    topicKnown: shareFound(without(mine.filter(isTelling), value.after), theirs),
    topicLost: cappedShare(without(missing.filter(isTelling), value.before).length, MAX_COUNTED),
    valueKind: Number(value.how === 'kind'),
    valueGivenUp: Number(value.how === 'given up'),
    otherSwap: Number(hasOtherSwap(alignment.differences, value.before, value.after)),
    name: Number(isNamed(added) && isNamed(missing)),
    nameAdded: Number(isNamed(added) && !isNamed(missing)),
    nameMissing: Number(!isNamed(added) && isNamed(missing)),
    choice: Number(haveOne(added, missing, isOneChoice)),
    opposite: Number(haveOne(beside(newer, older), beside(older, newer), areOpposites)),
    narrowed: Number(isNarrowed(newer, added, value.after, theirs)),
    widened: Number(isNarrowed(older, missing, value.before, mine)),
    otherKind: Number(hasOtherModifier(newer, older)),
    otherPlace: Number(hasOwnFlag(added) && hasOwnFlag(missing)),
    otherAttribute: Number(hasAttribute(added) && hasAttribute(missing)),
    otherName: Number(haveOwnNames(newer.text, older.text)),
    figureAlone: Number(hasFigure(added) !== hasFigure(missing)),
    turned: Number(isTurned(newer, older)),
    announces: Number(newer.announcesChange),
    change: Number(announces || givenUp.length > 0 || newer.cues.hints),
    sameRelation: Number(hasSameRelation(newer, older, value.before, value.after)),
    scoped: Number(hasScope(newer, without(added, value.after))),
    givesUpOther: givenUp.length === 0 ? 0 : 1 - shareFound(givenUp, theirs),
    olderAnnounces: Number(older.announcesChange || older.endsSomething),
    bothDeny: Number(denies(newer) && denies(older)),
    length: Math.log(1 + mine.length) / MAX_COUNTED,
    sentences: Number(newer.statements.length > 1 || older.statements.length > 1),
  }
}

/** The newer says of itself that something is different now, was wrong, or was done. */
export function speaksOfChange(
  { change = 0, past = 0 }: PairFeatures,
  probability: number,
): boolean {
  return change > 0 || (past > 0 && probability >= SURE.byTense)
}

/**
 * Whatever changed, it was a part, another kind, or something that shares little with the older. Some
 * signs of that only ask for more certainty (`probability` is that of a correction).
 */
export function isOfOtherThing(features: PairFeatures, probability: number): boolean {
  const { narrowed = 0, adds = 0, scoped = 0, otherSwap = 0, topicLost = 0, history = 0 } = features
  if (isOtherKind(features) || history > 0) return true
  if (scoped + adds > 0 && probability < SURE.despiteScope) return true
  const isOther = narrowed > 0 || (otherSwap > 0 && topicLost > 0)
  if (isOther && probability < SURE.despiteOther) return true
  const { coverOlder = 0, hasMeaning = 0, cosine = 0 } = features
  return coverOlder < MIN_COVERED && !(hasMeaning > 0 && cosine >= MIN_MEANING)
}

/** "Unit tests" and "integration tests", "queue-keeper" and "media-resizer". */
export function isOtherKind({ otherKind = 0, otherName = 0 }: PairFeatures): boolean {
  return otherKind + otherName > 0
}

/** Two flags or paths, two attributes: both may hold, unless the rules say why not. */
export function haveOtherPlaces({ otherPlace = 0, otherAttribute = 0 }: PairFeatures): boolean {
  return otherPlace + otherAttribute > 0
}

/** What the older says is given up, or has another value of its kind or in its place, or is all said again. */
export function hasNewValue(features: PairFeatures, probability: number): boolean {
  if (probability >= SURE.withoutValue) return true
  const { ruledContradicts = 0, coverOlder = 0, valueGivenUp = 0, topicKept = 0 } = features
  if (coverOlder >= SAID_AGAIN) return true
  if (valueGivenUp > 0) return topicKept >= MIN_TOPIC
  if (ruledContradicts > 0) return true
  const { valueKind = 0, sameRelation = 0 } = features
  return valueKind + sameRelation > 0
}

/** How much of each the other says too. */
function coverage(
  newer: WholeText,
  older: WholeText,
  mine: readonly Term[],
  theirs: readonly Term[],
  added: readonly Term[],
  missing: readonly Term[],
): PairFeatures {
  const subject = ({ statements: [first] }: WholeText) =>
    first === undefined ? [] : subjectOf(first).filter(isWeighty)
  return {
    coverOlder: theirs.length === 0 ? 0 : 1 - missing.length / theirs.length,
    subjectKept: shareFound(subject(older), mine),
    subjectKnown: shareFound(subject(newer), theirs),
    added: cappedShare(added.length, MAX_WORDS_COUNTED),
    missing: cappedShare(missing.length, MAX_WORDS_COUNTED),
    addedNone: Number(added.length === 0),
    missingNone: Number(missing.length === 0),
    missingOne: Number(missing.length <= 1),
  }
}

/** Which words are in the place of which. */
function places(
  newer: WholeText,
  older: WholeText,
  { differences, shared }: ReturnType<typeof alignTerms>,
): PairFeatures {
  const swaps = differences.filter(
    (each) => each.newer.some(isWeighty) && each.older.some(isWeighty),
  )
  const size = Math.min(contentSize(newer), contentSize(older))
  return {
    inOrder: size === 0 ? 0 : shared / size,
    swaps: cappedShare(swaps.length, MAX_COUNTED),
    oneSwap: Number(swaps.length === 1),
    swapsInFrame: Number(shared > 1 && swaps.some(isSameBuild)),
  }
}

function hasOwnFlag(terms: readonly Term[]): boolean {
  return terms.some(({ word }) => /^-|\//.test(word))
}

const COMPOUND_NAME = /\p{L}{2,40}(?:[-_]\p{L}{2,40}){1,4}/gu

/** "Queue-keeper", "media-resizer": each speaks of a thing of its own, whatever else is alike. */
function haveOwnNames(newer: string, older: string): boolean {
  const [mine, theirs] = [newer.toLowerCase(), older.toLowerCase()]
  const hasOwn = (text: string, other: string) =>
    [...text.matchAll(COMPOUND_NAME)].some(([name]) => !other.includes(name))
  return hasOwn(mine, theirs) && hasOwn(theirs, mine)
}

function hasFigure(terms: readonly Term[]): boolean {
  return terms.some(({ kind }) => kind === 'number')
}

function hasAttribute(terms: readonly Term[]): boolean {
  return terms.some(({ word }) => is.ATTRIBUTES.has(word))
}

function contentSize({ terms }: WholeText): number {
  return terms.filter((term) => term.role === 'content').length
}

function denies({ statements }: WholeText): boolean {
  return statements.some((each) => each.negated)
}

/** Half where there is nothing to look for: that tells nothing. */
function shareFound(wanted: readonly Term[], terms: readonly Term[]): number {
  if (wanted.length === 0) return 0.5
  return 1 - unmatchedIn(wanted, terms).length / wanted.length
}

function cappedShare(count: number, most: number): number {
  return Math.min(count, most) / most
}

/** All terms that the other text has not, "per" among them, but not what it gives up. */
function beside(text: WholeText, other: WholeText): Term[] {
  const known = [...other.terms, ...text.givenUp.flat()]
  return text.terms.filter((term) => !known.some(({ key }) => key === term.key))
}

/** The words between are the same on both sides: only the content changed. */
function isSameBuild({ newer, older }: Difference): boolean {
  const between = (terms: readonly Term[]) =>
    terms.flatMap((term) => (term.role === 'content' ? [] : [term.key])).join(' ')
  return between(newer) === between(older)
}
