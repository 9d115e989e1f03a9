/**
 * B-03, B-05, L "Order on write". What a new memory is to one we have: a repetition, a correction,
 * a contradiction, or its own thing. A wrong "supersedes" hides a memory and a wrong duplicate
 * loses one, so in doubt both stay.
 */
import { jaccard, NearDuplicateSettings, weightedJaccard } from '../text/jaccard.ts'
import { sentencesOf } from '../text/sentences.ts'
import { compareStatements, type Verdict } from './compare-statements.ts'
import { normalisedContent } from './normalise.ts'
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
const LEAST_OVERLAP = 0.25
/** "Use tabs" and "Use spaces" share no word at all, yet are about one thing. */
const TOO_FEW_TO_JUDGE = 1
/** Longer texts are told apart by their words alone; sentence by sentence they would cost too much. */
const MOST_SENTENCES = 16
/** In a statement as short as this, each word tells it from others. */
const SHORT_CONTENT = 14

export function relation(newer: Claim, older: Claim, settings = DEFAULTS): Relation {
  if (normalisedContent(newer.content) === normalisedContent(older.content)) {
    return namesApart(newer, older)
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

/** `alike` leaves the decision to the score; `apart` forbids taking one for the other. */
function compareClaims(newer: Claim, older: Claim): Verdict {
  const mine = statementsOf(newer.content)
  const theirs = statementsOf(older.content)
  const titled = { mine: contentOf(newer.title), theirs: contentOf(older.title) }
  const myKeys = allKeys(mine, titled.mine)
  const theirKeys = allKeys(theirs, titled.theirs)
  for (const statement of mine) for (const key of statement.rejected) myKeys.add(key)
  if (overlap(myKeys, theirKeys) < LEAST_OVERLAP) {
    return { kind: 'alike', reason: 'too few words in common' }
  }
  const subjects = new Set(titled.mine.map((term) => term.key).filter((key) => theirKeys.has(key)))
  const verdict =
    mine.length > MOST_SENTENCES || theirs.length > MOST_SENTENCES
      ? longTexts(myKeys, theirKeys, mine, theirs)
      : compareTexts(mine, theirs, subjects)
  if (namesApart(newer, older, titled, myKeys, theirKeys)) {
    return { kind: 'apart', reason: 'the titles name different things' }
  }
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

function statementsOf(content: string): Statement[] {
  const statements = sentencesOf(content).flatMap((sentence) =>
    sentence.text.split(/;\s+/).map(statementOf),
  )
  return statements.filter((statement) => statement.content.length > 0)
}

function allKeys(statements: readonly Statement[], title: readonly Term[]): Set<string> {
  const keys = new Set(title.map((term) => term.key))
  for (const statement of statements) for (const key of statement.keys) keys.add(key)
  return keys
}

/** Titles that each name something the other memory never mentions are about two things. */
function namesApart(
  newer: Claim,
  older: Claim,
  titled = { mine: contentOf(newer.title), theirs: contentOf(older.title) },
  myKeys = new Set([...contentOf(newer.content), ...titled.mine].map((term) => term.key)),
  theirKeys = new Set([...contentOf(older.content), ...titled.theirs].map((term) => term.key)),
): boolean {
  if (newer.title === older.title) return false
  const ownOf = (title: readonly Term[], content: string, others: ReadonlySet<string>) => {
    const said = new Set(contentOf(content).map((term) => term.key))
    return title.filter((term) => !others.has(term.key) && !said.has(term.key))
  }
  const mine = ownOf(titled.mine, newer.content, theirKeys)
  const theirs = ownOf(titled.theirs, older.content, myKeys)
  if (mine.length === 0 || theirs.length === 0) return false
  const short = Math.min(myKeys.size, theirKeys.size) <= SHORT_CONTENT
  return short || [...mine, ...theirs].some((term) => term.kind !== 'word')
}

/**
 * Every older sentence has to be repeated or replaced before the older text may stop surfacing;
 * if anything else of it would be lost, the two contradict each other and both stay.
 */
function compareTexts(
  mine: readonly Statement[],
  theirs: readonly Statement[],
  subjects: ReadonlySet<string>,
): Verdict {
  let change: Verdict | undefined
  let apart: Verdict | undefined
  let covered = true
  let allReplaced = true
  for (const older of theirs) {
    const best = bestVerdict(mine, older, subjects)
    if (best.kind === 'supersedes' || best.kind === 'contradicts') {
      if (change === undefined || best.kind === 'contradicts') change = best
      if (best.kind === 'contradicts') allReplaced = false
    } else if (best.kind === 'apart') {
      apart ??= best
      covered = false
    }
  }
  if (change !== undefined) {
    if (covered && allReplaced) return change
    return { kind: 'contradicts', reason: change.reason }
  }
  if (apart !== undefined) {
    const short = theirs.reduce((sum, older) => sum + older.content.length, 0) <= SHORT_CONTENT
    return short || apart.firm === true ? apart : { kind: 'alike', reason: apart.reason }
  }
  return { kind: 'alike', reason: 'every sentence has its like' }
}

const STRENGTH = { alike: 3, supersedes: 2, contradicts: 1, apart: 0 } as const

/** A sentence that is repeated as it was is not changed by another that looks like it. */
function bestVerdict(
  mine: readonly Statement[],
  older: Statement,
  subjects: ReadonlySet<string>,
): Verdict {
  let best: Verdict = { kind: 'apart', reason: 'nothing like it is said' }
  let nearest = 0
  for (const newer of mine) {
    const verdict = compareStatements(newer, older, subjects)
    const likeness = jaccard(newer.keys, older.keys)
    if (STRENGTH[verdict.kind] > STRENGTH[best.kind]) best = verdict
    else if (verdict.kind === 'apart' && best.kind === 'apart' && likeness > nearest) best = verdict
    nearest = Math.max(nearest, likeness)
  }
  return best
}

/** Values tell long texts apart even where most words agree. */
function longTexts(
  myKeys: ReadonlySet<string>,
  theirKeys: ReadonlySet<string>,
  mine: readonly Statement[],
  theirs: readonly Statement[],
): Verdict {
  const values = (statements: readonly Statement[], others: ReadonlySet<string>) =>
    statements.some((each) =>
      each.content.some((term) => term.kind === 'number' && !others.has(term.key)),
    )
  return values(mine, theirKeys) && values(theirs, myKeys)
    ? { kind: 'apart', reason: 'different figures in long texts' }
    : { kind: 'alike', reason: 'long texts' }
}
