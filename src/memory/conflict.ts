/**
 * B-03, B-05, L "Order on write". What a new memory is to one we have: a repetition, a correction,
 * a contradiction, or its own thing. A wrong "supersedes" hides a memory and a wrong duplicate
 * loses one, so in doubt both stay.
 */
import { jaccard, NearDuplicateSettings, weightedJaccard } from '../text/jaccard.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { compareStatements, type Verdict } from './compare-statements.ts'
import { normalisedContent } from './normalise.ts'
import { type Slot, slotChange, slotOf } from './slots.ts'
import { contentOf, type Statement, statementOf, type Term } from './statement.ts'
import { traitsOf } from './types.ts'

export interface Claim {
  readonly title: string
  readonly content: string
  readonly type?: string
}

export interface Relation {
  readonly kind: 'same' | 'near-duplicate' | 'supersedes' | 'contradicts' | 'unrelated'
  /** B-03's weighted Jaccard, from 0 to 1. */
  readonly score: number
  /** For people: why it was decided so. */
  readonly reason: string
}

const DEFAULTS = NearDuplicateSettings.parse({})
/** With less of the shorter text's words in common, two texts cannot be about one thing. */
const MIN_OVERLAP = 0.25
/** "Use tabs" and "Use spaces" share no word at all, yet are about one thing. */
const TOO_FEW_TO_JUDGE = 1
/** Longer texts are told apart by their words and figures; sentence by sentence would cost too much. */
const MAX_COMPARED_LENGTH = 4000
const MAX_STATEMENTS = 20
/** In a statement as short as this, each word tells it from others. */
const SHORT_CONTENT = 14

export function relation(newer: Claim, older: Claim, settings = DEFAULTS): Relation {
  if (normalisedContent(newer.content) === normalisedContent(older.content)) {
    return newer.title !== older.title && namesApart(readingOf(newer), readingOf(older))
      ? { kind: 'unrelated', score: 1, reason: 'the same words about different things' }
      : { kind: 'same', score: 1, reason: 'the same words' }
  }
  const score = weightedJaccard(settings, newer, older)
  const verdict = compareClaims(newer, older)
  if (verdict.kind === 'supersedes' || verdict.kind === 'contradicts') {
    return { kind: verdict.kind, score, reason: verdict.reason }
  }
  if (verdict.kind === 'apart') return { kind: 'unrelated', score, reason: verdict.reason }
  if (score >= settings.threshold) {
    return { kind: 'near-duplicate', score, reason: 'nearly the same words, and nothing changed' }
  }
  return { kind: 'unrelated', score, reason: 'too few words in common' }
}

/** A sentence as it is compared. */
interface Sentence extends Statement {
  readonly slot: Slot | null
}

/** A claim as it is compared. */
interface Reading {
  readonly statements: readonly Sentence[]
  readonly title: readonly Term[]
  /** Keys of the content alone. */
  readonly said: ReadonlySet<string>
  /** Keys of title and content, and of what is given up. */
  readonly keys: ReadonlySet<string>
}

/** One claim is compared with dozens, so it is read once. */
const readings = new WeakMap<Claim, Reading>()

function readingOf(claim: Claim): Reading {
  const known = readings.get(claim)
  if (known !== undefined) return known
  const statements = sentencesOf(claim.content.slice(0, MAX_COMPARED_LENGTH))
    .flatMap((sentence) => sentence.text.split(/;\s+/).map(sentenceOf))
    .filter((statement) => statement.content.length > 0)
  const title = contentOf(claim.title)
  const said = new Set(statements.flatMap((each) => [...each.keys, ...each.rejected]))
  const keys = new Set([...said, ...title.map((term) => term.key)])
  const reading = { statements, title, said, keys }
  readings.set(claim, reading)
  return reading
}

function sentenceOf(text: string): Sentence {
  return { ...statementOf(text), slot: slotOf(text) }
}

/** `alike` leaves the decision to the score; `apart` forbids taking one for the other. */
function compareClaims(newer: Claim, older: Claim): Verdict {
  const mine = readingOf(newer)
  const theirs = readingOf(older)
  if (overlap(mine.keys, theirs.keys) < MIN_OVERLAP) {
    return { kind: 'alike', reason: 'too few words in common' }
  }
  if (newer.title !== older.title && namesApart(mine, theirs)) {
    return { kind: 'apart', reason: 'the titles name different things' }
  }
  if (isLong(newer, mine) || isLong(older, theirs)) return longTexts(newer, older)
  const verdict = compareTexts(mine, theirs)
  if (verdict.kind === 'alike' || verdict.kind === 'apart') return verdict
  return isEvent(newer) || isEvent(older)
    ? { kind: 'apart', reason: 'two events, each true of its time' }
    : verdict
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
  let apart: Verdict | undefined
  let allReplaced = true
  for (const older of theirs.statements) {
    const best = bestVerdict(mine.statements, older, subjects)
    if (best.kind === 'supersedes') {
      change ??= best
    } else if (best.kind === 'contradicts') {
      change = best
      allReplaced = false
    } else if (best.kind === 'apart') {
      apart ??= best
      if (best.firm) apart = best
      allReplaced = false
    }
  }
  if (change !== undefined) {
    return allReplaced ? change : { kind: 'contradicts', reason: change.reason }
  }
  if (apart === undefined) return { kind: 'alike', reason: 'every sentence has its like' }
  const words = theirs.statements.reduce((sum, older) => sum + older.content.length, 0)
  return words <= SHORT_CONTENT || apart.firm ? apart : { kind: 'alike', reason: apart.reason }
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

/** The same attribute of the same thing, whatever the words around it. */
function slotVerdict(newer: Sentence, older: Sentence): Verdict | null {
  const change = slotChange(newer.slot, older.slot)
  if (change === null) return null
  return change === 'same'
    ? { kind: 'alike', reason: 'the same value of the same thing' }
    : { kind: 'supersedes', reason: `"${change.from}" became "${change.to}"` }
}

/** Figures tell long texts apart even where most words agree. */
function longTexts(newer: Claim, older: Claim): Verdict {
  const mine = tokensOf(newer.content)
  const theirs = tokensOf(older.content)
  const hasOwnFigure = (tokens: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...tokens].some((token) => /^\d/.test(token) && !others.has(token))
  return hasOwnFigure(mine, theirs) && hasOwnFigure(theirs, mine)
    ? { kind: 'apart', reason: 'different figures in long texts' }
    : { kind: 'alike', reason: 'long texts' }
}
