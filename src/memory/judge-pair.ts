/**
 * M-10, B-03, B-05, L "Order on write". What a new memory is to one we have. A wrong "corrected" hides a
 * memory and a wrong "same" loses one, so a difference in subject, object, path, flag, host, figure or
 * polarity always keeps two apart, and in doubt both stay.
 */
import { BoundedMap } from '../bounded-map.ts'
import {
  jaccard,
  NearDuplicateSettings,
  type SimilaritySettings,
  weightedJaccard,
} from '../text/jaccard.ts'
import { sentencesOf } from '../text/sentences.ts'
import { endsSomething, takeOpening } from './change-cues.ts'
import { compareStatements, type Verdict } from './compare-statements.ts'
import { judgeCorrection } from './correction.ts'
import { plainForm } from './normalise.ts'
import { judgeOpposition } from './opposition.ts'
import { judgeRestatement, type WholeText } from './restatement.ts'
import { type Slot, slotChange, slotOf } from './slots.ts'
import {
  contentOf,
  givenUpIn,
  type Statement,
  statementOf,
  type Term,
  termsOf,
} from './statement.ts'
import { traitsOf } from './types.ts'

export interface Claim {
  readonly title: string
  readonly content: string
  readonly type?: string
}

export interface Judgement {
  readonly relation: 'same' | 'restated' | 'corrected' | 'contradicts' | 'distinct'
  /** B-03's weighted Jaccard, from 0 to 1. */
  readonly score: number
  /** How far beyond the line at which we act by ourselves; below 0 a person is asked. */
  readonly margin: number
  /** For people: why it was decided so. */
  readonly reason: string
}

/** How near the two are in meaning, where both have vectors. */
interface Meaning {
  readonly cosine: number | null
}

const DEFAULTS = NearDuplicateSettings.parse({})
/** "Use tabs" and "Use spaces" share no word at all, yet are about one thing. */
const TOO_FEW_TO_JUDGE = 1
/** With less of the shorter text's words in common, two texts cannot be about one thing. */
const MIN_OVERLAP = 0.25
/** Longer texts are the same or not; sentence by sentence would cost too much. */
const MAX_COMPARED_LENGTH = 4000
const MAX_STATEMENTS = 20
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
  const titles = newer.title !== older.title
  if (plainForm(newer.content) === plainForm(older.content)) {
    return titles && namesApart(readingOf(newer), readingOf(older))
      ? judgement('distinct', 1, 0, 'the same words about different things')
      : judgement('same', 1, 1, 'the same words')
  }
  const score = weightedJaccard(settings, newer, older)
  const [mine, theirs] = [readingOf(newer), readingOf(older)]
  if (titles && namesApart(mine, theirs)) {
    return judgement('distinct', score, 0, 'the titles name different things')
  }
  const conflict = findConflict(newer, older, cosine)
  if (conflict !== null) {
    const relation = conflict.kind === 'supersedes' ? 'corrected' : 'contradicts'
    return judgement(relation, score, 1, conflict.reason)
  }
  const restated = judgeRestatement(mine, theirs, cosine)
  if (restated.kind === 'no') return judgement('distinct', score, 0, restated.reason)
  const margin = restated.kind === 'equal' ? score - settings.threshold : ASK_FIRST
  return judgement('restated', score, margin, restated.reason)
}

function judgement(
  relation: Judgement['relation'],
  score: number,
  margin: number,
  reason: string,
): Judgement {
  return { relation, score, margin, reason }
}

/** True when one of the two takes the other's place without asking. */
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

/** A sentence as it is compared. */
interface Sentence extends Statement {
  readonly slot: Slot | null
}

/** A claim as it is compared. */
interface Reading extends WholeText {
  readonly statements: readonly Sentence[]
  readonly clauses: readonly Sentence[]
  readonly title: readonly Term[]
  /** Keys of the content alone. */
  readonly said: ReadonlySet<string>
  /** Keys of title and content, and of what is given up. */
  readonly keys: ReadonlySet<string>
}

/** One claim is compared with dozens, so it is read once. */
const readings = new WeakMap<Claim, Reading>()
/** A memory is judged by its words, then by its meaning, from the store each time: its words stay. */
const MAX_READINGS = 100
const readingsByText = new BoundedMap<string, Reading>(MAX_READINGS)

function readingOf(claim: Claim): Reading {
  const known = readings.get(claim)
  if (known !== undefined) return known
  const reading = readingsByText.of(`${claim.title}\n${claim.content}`, () => readClaim(claim))
  readings.set(claim, reading)
  return reading
}

function readClaim(claim: Claim): Reading {
  const text = claim.content.slice(0, MAX_COMPARED_LENGTH)
  const sentences = sentencesOf(text).flatMap((sentence) => sentence.text.split(/;\s+/))
  const statements = sentences.map(sentenceOf).filter((each) => each.content.length > 0)
  const clauses = sentences.flatMap(clausesOf).map(sentenceOf)
  const title = contentOf(takeOpening(claim.title).rest)
  const said = new Set(statements.flatMap((each) => [...each.keys, ...each.rejected]))
  const keys = new Set([...said, ...title.map((term) => term.key)])
  const parts = sentences.map(termsOf)
  return {
    statements,
    clauses,
    title,
    said,
    keys,
    terms: parts.flatMap((part) => part.terms),
    denies: parts.some((part) => part.denies),
    endsSomething: endsSomething(text),
    ...givenUpIn(text),
  }
}

function sentenceOf(text: string): Sentence {
  return { ...statementOf(text), slot: slotOf(text) }
}

const MIN_CLAUSE_WORDS = 2
/** A list of steps is one thing: its parts are not claims of their own. */
const MAX_CLAUSES = 3

/** "Deletes are soft, a deleted_at column is set": two claims in one sentence. */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(/[,:]\s+/)
  if (parts.length < 2 || parts.length > MAX_CLAUSES) return []
  return parts.filter((part) => part.split(/\s+/).length >= MIN_CLAUSE_WORDS)
}

/** B-05. The newer replaces the older, or the two cannot both hold; null when neither. */
function findConflict(newer: Claim, older: Claim, cosine: number | null): Verdict | null {
  const [mine, theirs] = [readingOf(newer), readingOf(older)]
  if (isEvent(newer) || isEvent(older)) return null
  if (isLong(newer, mine) || isLong(older, theirs)) return null
  const correction = judgeCorrection(mine, theirs, cosine)
  if (correction?.kind === 'supersedes') return correction
  if (overlap(mine.keys, theirs.keys) < MIN_OVERLAP) return correction
  const verdict = compareTexts(mine, theirs)
  if (verdict.kind === 'supersedes' || verdict.kind === 'contradicts') return verdict
  if (correction !== null) return correction
  const opposition = judgeOpposition(mine, theirs, cosine)
  if (opposition !== null) return opposition
  // Said the other way round: the older gives up what the newer says.
  const reversed = judgeCorrection(theirs, mine, cosine)
  return reversed === null ? null : { kind: 'contradicts', reason: reversed.reason }
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size <= TOO_FEW_TO_JUDGE) return 1
  let shared = 0
  for (const key of small) if (large.has(key)) shared += 1
  return shared / small.size
}

/** What happened is not undone by what happened next. */
function isEvent(claim: Claim): boolean {
  return claim.type !== undefined && traitsOf(claim.type).layer === 'episodic'
}

function isLong(claim: Claim, reading: Reading): boolean {
  return claim.content.length > MAX_COMPARED_LENGTH || reading.statements.length > MAX_STATEMENTS
}

/** Titles that each name something the other memory never mentions are about two things. */
function namesApart(mine: Reading, theirs: Reading): boolean {
  const ownOf = (reading: Reading, other: Reading) =>
    reading.title.filter((term) => !other.keys.has(term.key) && !reading.said.has(term.key))
  const own = ownOf(mine, theirs)
  const others = ownOf(theirs, mine)
  if (own.length === 0 || others.length === 0) return false
  const short = Math.min(mine.keys.size, theirs.keys.size) <= SHORT_CONTENT
  return short || [...own, ...others].some((term) => term.kind !== 'word')
}

/**
 * Every older sentence has to be repeated or replaced before the older text may stop surfacing;
 * if anything else of it would be lost, the two contradict each other and both stay.
 */
function compareTexts(mine: Reading, theirs: Reading): Verdict {
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

function denies(reading: Reading): boolean {
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
