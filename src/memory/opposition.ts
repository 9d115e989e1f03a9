/**
 * M-10, B-05. Two texts of one thing that cannot both hold, though neither speaks of a change: opposite
 * words, two limits, two holders of one role, "German and French" beside "German only". Both stay, flagged.
 */
import { alignTerms } from './align.ts'
import type { Verdict } from './compare-statements.ts'
import { areOpposites, isOneChoice } from './opposites.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'
import * as is from './statement-words.ts'

/** A longer text says much that has its opposite somewhere. */
const MAX_CONTENT = 14
const MIN_MEANING = 0.55
const MIN_SHARED = 0.3
/** Without vectors the words alone must show that both speak of one thing. */
const MIN_SHARED_BY_WORDS = 0.5

export function judgeOpposition(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const [mine, theirs] = [weightyOf(newer), weightyOf(older)]
  if (Math.max(mine.length, theirs.length) > MAX_CONTENT) return null
  const pair: Pair = { newer, older, added: own(mine, theirs), missing: own(theirs, mine) }
  const size = Math.min(mine.length, theirs.length)
  const shared = size - Math.min(pair.added.length, pair.missing.length, size)
  if (shared === 0) return null
  const share = shared / size
  const isOfOneThing =
    meaning === null ? share >= MIN_SHARED_BY_WORDS : meaning >= MIN_MEANING && share >= MIN_SHARED
  if (!isOfOneThing) return null
  const reason = twoLimits(pair) ?? twoHolders(pair) ?? onlyOne(pair) ?? oppositeWords(pair)
  return reason === null ? null : { kind: 'contradicts', reason }
}

interface Pair {
  readonly newer: WholeText
  readonly older: WholeText
  /** The words of weight that one has and the other has not. */
  readonly added: readonly Term[]
  readonly missing: readonly Term[]
}

function weightyOf({ statements }: WholeText): Term[] {
  return statements.flatMap((each) => each.content).filter(isWeighty)
}

function own(terms: readonly Term[], others: readonly Term[]): Term[] {
  const keys = new Set(others.map((term) => term.key))
  return terms.filter((term) => !keys.has(term.key))
}

function denies({ statements }: WholeText): boolean {
  return statements.some((each) => each.negated)
}

/** "Under 30 lines", "up to 60 lines". */
function twoLimits({ newer, older, added, missing }: Pair): string | null {
  if (denies(newer) !== denies(older)) return null
  const [a, b] = [added.filter(isTelling), missing.filter(isTelling)]
  const [mine, theirs] = [a[0], b[0]]
  if (a.length !== 1 || b.length !== 1 || mine?.kind !== 'number' || theirs?.kind !== 'number') {
    return null
  }
  const unit = (term: Term) => term.key.replace(/[\d.,:]+/, '')
  return unit(mine) === unit(theirs) ? `"${theirs.word}" is not "${mine.word}"` : null
}

function isTelling(term: Term): boolean {
  return !is.LIMITING.has(term.word)
}

/** "Anna is the release manager", "Ben is the release manager": there is one. */
function twoHolders({ newer, older }: Pair): string | null {
  const [mine, theirs] = [holderOf(newer), holderOf(older)]
  if (mine === null || theirs === null || mine.role !== theirs.role) return null
  return mine.holder === theirs.holder ? null : `"${theirs.holder}" is not "${mine.holder}"`
}

/** One statement that a named one is *the* something; null for anything else. */
function holderOf({ statements }: WholeText): { holder: string; role: string } | null {
  const [only, second] = statements
  if (only === undefined || second !== undefined || only.negated) return null
  const copula = only.terms.findIndex((term) => term.role !== 'content')
  const first = only.terms[copula + 1]
  if (copula <= 0 || !/^(?:is|are)$/.test(only.terms[copula]?.word ?? '')) return null
  if (first?.role !== 'content' || first.isApart !== true) return null
  const keys = (terms: readonly Term[]) => terms.map((term) => term.key).join(' ')
  return { holder: keys(only.terms.slice(0, copula)), role: keys(only.terms.slice(copula + 1)) }
}

/** "In German and French", "in German only". */
function onlyOne({ newer, older }: Pair): string | null {
  return narrows(newer, older) ?? narrows(older, newer)
}

function narrows(narrow: WholeText, wide: WholeText): string | null {
  const [one, other] = [narrow.statements[0], wide.statements[0]]
  if (!one || !other || narrow.statements.length + wide.statements.length > 2) return null
  if (!/\b(?:only|solely)\b/.test(one.restricts) || other.restricts !== '') return null
  if (one.negated || other.negated || one.content.some((term) => !other.keys.has(term.key))) {
    return null
  }
  const more = other.content.filter((term) => !one.keys.has(term.key))
  const isListed = (term: Term) => term.isApart === true && isAfterShared(one, other, term)
  return more.length > 0 && more.every(isListed)
    ? `"${more.map((term) => term.word).join(' ')}" is left out`
    : null
}

function isAfterShared(one: Statement, other: Statement, term: Term): boolean {
  const before = other.terms[other.terms.indexOf(term) - 1]
  return before?.role === 'content' && one.keys.has(before.key)
}

/** Opposite words for one thing; what else differs must not name another thing. */
function oppositeWords({ newer, older, added, missing }: Pair): string | null {
  if (denies(newer) !== denies(older)) return null
  const [mine, theirs] = [termsBeside(newer, older), termsBeside(older, newer)]
  const areTied = (a: Term, b: Term) => areOpposites(a, b) || isOneChoice(a, b)
  const one = mine.find((a) => theirs.some((b) => areTied(a, b)))
  const other = theirs.find((b) => one !== undefined && areTied(one, b))
  if (one === undefined || other === undefined) return null
  if (isOneChoice(one, other) && (added.length > 1 || missing.length > 1)) return null
  if (isOneChoice(one, other) && [...newer.terms].some((term) => is.ADDING.has(term.word))) {
    return null
  }
  const rest = (terms: readonly Term[], taken: Term) =>
    terms.filter((term) => term.key !== taken.key)
  const [a, b] = [rest(added, one), rest(missing, other)]
  const namesThing = (terms: readonly Term[]) => terms.some((term) => term.kind !== 'word')
  if (namesThing(a) && namesThing(b)) return null
  return hasOtherPlace(newer, older, one, other) ? null : `"${other.word}" is not "${one.word}"`
}

/** All terms that the other text has not, "per" among them, but not what it gives up. */
function termsBeside(text: WholeText, other: WholeText): Term[] {
  const keys = new Set([...other.terms, ...text.givenUp.flat()].map((term) => term.key))
  return text.terms.filter((term) => !keys.has(term.key))
}

/** Another word of the same sentence differs too, so they are about two things. */
function hasOtherPlace(newer: WholeText, older: WholeText, one: Term, other: Term): boolean {
  return alignTerms(newer.terms, older.terms).differences.some((difference) => {
    const [mine, theirs] = [difference.newer.filter(isWeighty), difference.older.filter(isWeighty)]
    if (mine.length === 0 || theirs.length === 0) return false
    return !difference.newer.includes(one) && !difference.older.includes(other)
  })
}
