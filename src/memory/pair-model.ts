/**
 * M-10. What two short statements are to each other: a multinomial logistic model over the features of
 * `pair-features.ts`. `pair-table.ts` holds its weights and says how they came about; `npm run bench --
 * fit-pairs` fits them anew.
 */
import {
  hasNewValue,
  haveOtherPlaces,
  isOfOtherThing,
  isOtherKind,
  type PairFeatures,
  type PairFinding,
  speaksOfChange,
} from './pair-features.ts'
import { PAIR_TABLE } from './pair-table.ts'

interface PairProbabilities {
  readonly corrected: number
  readonly contradicts: number
  readonly restated: number
  readonly distinct: number
}

/** From here on the newer replaces the older, the two are flagged, or a person is asked. */
const MIN_PROBABILITY = {
  corrected: 0.5,
  conflict: 0.42,
  conflictByWords: 0.65,
  conflictWhenFirm: 0.6,
  restated: 0.5,
} as const
const HALF = 0.5
/** Two as surely distinct as this in one order are not looked at in the other. */
const FAR_APART = 0.9
/** Below this the two speak of one thing, and the likelier of agreeing and disagreeing is taken. */
const MAX_DISTINCT = { meaning: 0.2, words: 0.15 } as const
/** Where more of what the older speaks of is missing, the two may both hold. */
const MAX_TOPIC_LOST = 0.5
/** What the rules found is dropped only where the model is surer of something else. */
const MIN_FOUND = {
  corrected: 0.2,
  correctedInScope: 0.5,
  correctedWithoutCue: 0.4,
  contradicts: 0.3,
  restated: 0.25,
} as const

export interface PairWeights {
  /** For corrected, contradicts and restated, each held against distinct. */
  readonly bias: readonly number[]
  readonly weights: Readonly<Record<string, readonly number[]>>
}

function weighPair(features: PairFeatures, { bias, weights }: PairWeights): PairProbabilities {
  const sums = [...bias]
  for (const { parts, row } of rowsOf(weights)) {
    const value = featureValue(features, parts)
    if (value === 0) continue
    for (const [at, weight] of row.entries()) sums[at] = (sums[at] ?? 0) + weight * value
  }
  const [corrected = 0, contradicts = 0, restated = 0] = sums.map((sum) => Math.exp(sum))
  const all = corrected + contradicts + restated + 1
  return {
    corrected: corrected / all,
    contradicts: contradicts / all,
    restated: restated / all,
    distinct: 1 / all,
  }
}

const parsed = new WeakMap<PairWeights['weights'], readonly Row[]>()

interface Row {
  readonly parts: readonly string[]
  readonly row: readonly number[]
}

function rowsOf(weights: PairWeights['weights']): readonly Row[] {
  const known = parsed.get(weights)
  if (known !== undefined) return known
  const rows = Object.entries(weights).map(([name, row]) => ({ parts: name.split('*'), row }))
  parsed.set(weights, rows)
  return rows
}

/** "a*b" is the product of two features. */
export function featureValue(features: PairFeatures, parts: readonly string[]): number {
  return parts.reduce((product, part) => product * (features[part] ?? 0), 1)
}

/** What the model weighs of a pair, as it came and the other way round. */
export interface PairOrders {
  readonly features: PairFeatures
  /** Asked for where it may matter: most pairs are far apart at first sight. */
  readonly reversed: () => PairFeatures
}

/** The rules propose, the model decides; nothing is replaced that seems to speak of another thing. */
export function decideRelation(
  { features, reversed }: PairOrders,
  found: PairFinding,
  weights: PairWeights = features.hasMeaning ? PAIR_TABLE.meaning : PAIR_TABLE.words,
): PairFinding {
  const p = weighPair(features, weights)
  if (found.relation === 'equal') {
    return p.restated > HALF ? found : { ...found, relation: 'restated' }
  }
  if (isCorrection(features, found, p)) {
    return { relation: 'corrected', reason: reasonOf(found, 'says that this has changed') }
  }
  const either = p.distinct > FAR_APART ? p : meanOf(p, weighPair(reversed(), weights))
  if (isDisagreement(features, found, either)) {
    const reason = reasonOf(found, 'speaks of the same and says something else')
    return { relation: 'contradicts', reason }
  }
  if (isRestatement(features, found, either)) {
    return { relation: 'restated', reason: 'seems to say the same in other words' }
  }
  return found.relation === 'distinct'
    ? found
    : { relation: 'distinct', reason: 'speaks of something else' }
}

/** Whether two agree or disagree does not depend on which of them came first. */
function meanOf(a: PairProbabilities, b: PairProbabilities): PairProbabilities {
  return {
    corrected: (a.corrected + b.corrected) / 2,
    contradicts: (a.contradicts + b.contradicts) / 2,
    restated: (a.restated + b.restated) / 2,
    distinct: (a.distinct + b.distinct) / 2,
  }
}

/** The newer replaces the older: by the rules, or because it says so and nothing speaks against it. */
function isCorrection(features: PairFeatures, found: PairFinding, p: PairProbabilities): boolean {
  if (found.relation === 'corrected' && isConfirmed(features, p)) return true
  if (p.corrected < MIN_PROBABILITY.corrected) return false
  if (!speaksOfChange(features, p.corrected) || !hasNewValue(features, p.corrected)) return false
  return !isOfOtherThing(features, p.corrected)
}

/** The rules found a correction, and the model sees nothing else in it. */
function isConfirmed(features: PairFeatures, p: PairProbabilities): boolean {
  if (
    isOtherKind(features) ||
    (haveOtherPlaces(features) && !features.change && !features.sameRelation)
  )
    return false
  if (features.scoped && p.corrected < MIN_FOUND.correctedInScope) return false
  const conflict = p.corrected + p.contradicts
  // What the older says is given up by name: the rest may well be said again.
  if (features.valueGivenUp) return conflict >= MIN_FOUND.corrected
  const least = features.change ? MIN_FOUND.corrected : MIN_FOUND.correctedWithoutCue
  return conflict >= Math.max(least, p.restated)
}

/** Two flags or attributes may both hold, whatever the model makes of them. */
function isDisagreement(
  features: PairFeatures,
  { relation, isFirm }: PairFinding,
  p: PairProbabilities,
): boolean {
  const conflict = p.corrected + p.contradicts
  if (relation === 'contradicts' && conflict >= MIN_FOUND.contradicts) return true
  if (relation === 'distinct' && haveOtherPlaces(features)) return false
  const { hasMeaning = 0, topicLost = 0 } = features
  if (conflict >= (hasMeaning ? MIN_PROBABILITY.conflict : MIN_PROBABILITY.conflictByWords)) {
    return true
  }
  // They cannot be one in other words: they speak of two things, or say two of one.
  if (isFirm && hasMeaning) {
    return conflict >= MIN_PROBABILITY.conflictWhenFirm * (conflict + p.distinct)
  }
  return isOfOneThing(features, p) && conflict >= p.restated && topicLost < MAX_TOPIC_LOST
}

/** By words alone a figure that only one has keeps the two apart. */
function isRestatement(
  features: PairFeatures,
  { relation, isFirm }: PairFinding,
  p: PairProbabilities,
): boolean {
  if (relation === 'restated' && p.restated >= MIN_FOUND.restated) return true
  if (isFirm || (!features.hasMeaning && features.figureAlone)) return false
  if (p.restated >= MIN_PROBABILITY.restated) return true
  return isOfOneThing(features, p) && p.corrected + p.contradicts < p.restated
}

function isOfOneThing({ hasMeaning }: PairFeatures, { distinct }: PairProbabilities): boolean {
  return distinct < MAX_DISTINCT[hasMeaning ? 'meaning' : 'words']
}

function reasonOf({ relation, reason }: PairFinding, otherwise: string): string {
  return relation === 'corrected' || relation === 'contradicts' ? reason : otherwise
}
