/** B-05, M-10. Whether the words show that the newer replaces the older, or that the two cannot both hold. */
import { jaccard } from '../text/jaccard.ts'
import { compareStatements, type Verdict } from './compare-statements.ts'
import { judgeCorrection } from './correction.ts'
import { judgeOpposition } from './opposition.ts'
import type { ClaimReading, Sentence } from './read-claim.ts'
import { slotChange } from './slots.ts'

/** "Use tabs" and "Use spaces" share no word at all, yet are about one thing. */
const TOO_FEW_TO_JUDGE = 1
/** With less of the shorter text's words in common, two texts cannot be about one thing. */
export const MIN_OVERLAP = 0.25

/** B-05. The newer replaces the older, or the two cannot both hold; null when neither. */
export function findConflict(
  mine: ClaimReading,
  theirs: ClaimReading,
  cosine: number | null,
): Verdict | null {
  const correction = judgeCorrection(mine, theirs, cosine)
  if (correction?.kind === 'supersedes') return correction
  const isJudged = Math.min(mine.keys.size, theirs.keys.size) > TOO_FEW_TO_JUDGE
  if (isJudged && overlap(mine.keys, theirs.keys) < MIN_OVERLAP) return correction
  const verdict = compareTexts(mine, theirs)
  if (verdict.kind === 'supersedes' || verdict.kind === 'contradicts') return verdict
  if (correction !== null) return correction
  const opposition = judgeOpposition(mine, theirs, cosine)
  if (opposition !== null) return opposition
  // Said the other way round: the older gives up what the newer says.
  const reversed = judgeCorrection(theirs, mine, cosine)
  return reversed === null ? null : { kind: 'contradicts', reason: reversed.reason }
}

/** The part of the shorter text's words that the other has as well. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const key of small) if (large.has(key)) shared += 1
  return small.size === 0 ? 0 : shared / small.size
}

/**
 * Every older sentence has to be repeated or replaced before the older text may stop surfacing;
 * if anything else of it would be lost, the two contradict each other and both stay.
 */
function compareTexts(mine: ClaimReading, theirs: ClaimReading): Verdict {
  const titleKeys = mine.title.map((term) => term.key)
  const subjects = new Set(titleKeys.filter((key) => theirs.keys.has(key)))
  let change: Verdict | undefined
  let allReplaced = true
  // Where both deny something, a part that affirms denies nothing of the other.
  const bothDeny = denies(mine) && denies(theirs)
  const comparable = (all: readonly Sentence[], older: Sentence) =>
    bothDeny ? all.filter((each) => each.negated === older.negated) : all
  for (const older of theirs.statements) {
    const whole =
      bestSlotVerdict(mine.statements, older) ??
      bestVerdict(comparable(mine.statements, older), older, subjects)
    const best =
      whole.kind === 'apart'
        ? (changeBy(comparable(mine.clauses, older), older, subjects) ?? whole)
        : whole
    if (best.kind === 'supersedes') {
      change ??= best
    } else if (best.kind === 'contradicts') {
      change = best
      allReplaced = false
    } else if (best.kind === 'apart') {
      allReplaced = false
    }
  }
  if (change !== undefined) {
    return allReplaced ? change : { kind: 'contradicts', reason: change.reason }
  }
  for (const clause of theirs.clauses) {
    const part = changeBy(comparable(mine.statements, clause), clause, subjects)
    if (part !== null) return { kind: 'contradicts', reason: part.reason }
  }
  return { kind: 'apart', reason: 'nothing is changed' }
}

/** A clause can change what the other says; that it repeats it tells nothing of the rest. */
function changeBy(
  clauses: readonly Sentence[],
  older: Sentence,
  subjects: ReadonlySet<string>,
): Verdict | null {
  const found = bestVerdict(clauses, older, subjects)
  return found.kind === 'supersedes' || found.kind === 'contradicts' ? found : null
}

function denies(reading: ClaimReading): boolean {
  return reading.denies || reading.givenUp.length > 0
}

/** A sentence that is repeated as it was is not changed by another that looks like it. */
const STRENGTH = { alike: 3, supersedes: 2, contradicts: 1, apart: 0 } as const

/** The strongest verdict; among those that say no more than `apart`, that of the likest sentence. */
function bestVerdict(
  mine: readonly Sentence[],
  older: Sentence,
  subjects: ReadonlySet<string>,
): Verdict {
  let best: Verdict = { kind: 'apart', reason: 'nothing like it is said' }
  let nearest = 0
  for (const newer of mine) {
    const verdict = slotVerdict(newer, older) ?? compareStatements(newer, older, subjects)
    const likeness = jaccard(newer.keys, older.keys)
    if (STRENGTH[verdict.kind] > STRENGTH[best.kind]) best = verdict
    else if (verdict.kind === 'apart' && best.kind === 'apart' && likeness > nearest) best = verdict
    nearest = Math.max(nearest, likeness)
  }
  return best
}

/** All that the older says is an attribute of a thing, to which the newer gives another value. */
export function findSlotChange(mine: ClaimReading, theirs: ClaimReading): Verdict | null {
  const changes = theirs.statements.map((older) => bestSlotVerdict(mine.statements, older))
  return changes.length > 0 && changes.every((each) => each !== null) ? (changes[0] ?? null) : null
}

/** A value of the same thing, whatever else the two deny. */
function bestSlotVerdict(mine: readonly Sentence[], older: Sentence): Verdict | null {
  for (const newer of mine) {
    const verdict = slotVerdict(newer, older)
    if (verdict?.kind === 'supersedes') return verdict
  }
  return null
}

/** The same attribute of the same thing, whatever the words around it. */
function slotVerdict(newer: Sentence, older: Sentence): Verdict | null {
  const change = slotChange(newer.slot, older.slot)
  if (change === null) return null
  return change === 'same'
    ? { kind: 'alike', reason: 'the same value of the same thing' }
    : { kind: 'supersedes', reason: `"${change.from}" became "${change.to}"` }
}
