/** M-10. A correction that says that something changed: all is said again, but for one value. */
import type { Verdict } from './compare-statements.ts'
import {
  freshTerms,
  isAttribute,
  isOfSubject,
  isOwned,
  isTelling,
  MAX_VALUE,
  MIN_MEANING,
  subjectOf,
  without,
  wordsOf,
} from './correction-terms.ts'
import { isOneChoice } from './opposites.ts'
import type { WholeText } from './restatement.ts'
import type { Statement, Term } from './statement.ts'
import * as is from './statement-words.ts'

/** What is in the place of the old. */
const MAX_NEW_VALUE = 4
/** With the reasons of the change around it. */
const MAX_FRESH = 9
const MIN_NAME_PART = 4
const NARROWING: ReadonlySet<string> = new Set(['for', 'when', 'if', 'during', 'under', 'within'])

type Relation = 'is' | 'at' | 'with'

/** "Correction: …", "… now …": what the older says is said again, but for one value. */
export function judgeAnnouncement(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const [claim, second] = older.statements
  if (claim === undefined || second !== undefined) return null
  if (isUnrestricted(newer, claim)) return { kind: 'supersedes', reason: 'no longer restricted' }
  if (isRestricted(newer, claim)) return { kind: 'supersedes', reason: 'restricted since' }
  if (!newer.announcesChange || newer.statements.some((each) => each.negated)) return null
  if (meaning !== null && meaning < MIN_MEANING) return null
  // It says what it gives up, and that is not what the older says.
  if (newer.givenUp.length > 0 && !newer.corrects) return null
  const said = new Set(newer.terms.map((term) => term.key))
  const telling = claim.content.filter((term) => isTelling(term) && !isAttribute(term))
  const missing = telling.filter((term) => !said.has(term.key))
  const fresh = freshTerms(newer, older)
  if (missing.length === telling.length || missing.length > MAX_VALUE) return null
  if (fresh.length === 0 || fresh.length > MAX_FRESH) return null
  const left = modifiersOf(claim, missing, fresh)
  if (isOfSubject(claim, without(missing, left)) || !namesSubject(claim, said)) return null
  const value = valueInPlace(newer, claim, without(missing, left), fresh)
  if (value === null || isNarrower(newer, older, without(fresh, value))) return null
  const [before, after] = [wordsOf(missing), wordsOf(value)]
  return {
    kind: 'supersedes',
    reason: before === '' ? `corrected to "${after}"` : `"${before}" became "${after}"`,
  }
}

/**
 * "The Ansible inventory", then "the inventory": what the newer leaves out of the name of the thing, where
 * the value itself shows that it is the same one.
 */
function modifiersOf(
  claim: Statement,
  missing: readonly Term[],
  fresh: readonly Term[],
): readonly Term[] {
  const modifiers = subjectOf(claim).slice(0, -1)
  const values = missing.filter((term) => !modifiers.includes(term))
  const isShown = values.every(
    (term) => term.kind === 'name' && fresh.some((other) => areOneKind(term, other)),
  )
  return values.length > 0 && isShown ? missing.filter((term) => modifiers.includes(term)) : []
}

/** What is said in the place of the missing words; null where nothing shows that it is their place. */
function valueInPlace(
  newer: WholeText,
  claim: Statement,
  missing: readonly Term[],
  fresh: readonly Term[],
): readonly Term[] | null {
  const taken = missing.filter((term) => fresh.some((other) => areOneKind(term, other)))
  const left = without(missing, taken).filter((term) => !isVerbOf(claim, term, taken))
  const values = fresh.filter((term) => taken.some((other) => areOneKind(other, term)))
  if (taken.length > 0 && left.length === 0) return values
  const isShort = fresh.length <= MAX_NEW_VALUE
  if (!isShort || missing.some((term) => term.kind === 'number')) return null
  if (fresh.some(isAttribute)) return null
  if (newer.corrects && missing.length <= 1) return fresh
  if (missing.length === 0) return null
  // Whose it is changes with the one who is named.
  const [holder] = subjectOf(claim)
  if (isOwned(claim) && holder !== undefined && missing.every((term) => term === holder)) {
    return fresh
  }
  const before = relationOf(claim, missing)
  const isSameRelation = newer.statements.some((each) =>
    each.content.some((term) => fresh.includes(term) && relationOf(each, [term]) === before),
  )
  return before !== null && isSameRelation && isRun(claim, missing) ? fresh : null
}

/** "Leaves on Thursday", "is protected by one approval": the verb before the value goes with it. */
function isVerbOf({ terms }: Statement, term: Term, values: readonly Term[]): boolean {
  const at = terms.indexOf(term)
  const [next, second] = [terms[at + 1], terms[at + 2]]
  if (term.kind !== 'word' || at === 0) return false
  if (next?.role === 'link') return second !== undefined && values.includes(second)
  return next !== undefined && values.includes(next) && /(?:s|ed)$/.test(term.word)
}

/** Two values of which a thing has one: seconds and seconds, one address and another, bash and fish. */
export function areOneKind(before: Term, after: Term): boolean {
  if (before.kind === 'number' || after.kind === 'number') {
    return before.kind === after.kind && shapeOf(before) === shapeOf(after)
  }
  if (isOneChoice(before, after) || areOfOneName(before, after)) return true
  return /\d/.test(before.key) && shapeOf(before) === shapeOf(after)
}

const HAS_PARTS = /[./_:-]/

/** `hosts.ini` and `hosts.yml`: two names of one build that share a part. */
function areOfOneName(before: Term, after: Term): boolean {
  if (!HAS_PARTS.test(before.key) || !HAS_PARTS.test(after.key)) return false
  const parts = (term: Term) => term.key.split(/[./_:-]+/).filter((part) => part !== '')
  const [mine, theirs] = [parts(before), parts(after)]
  if (mine.length < 2 || mine.length !== theirs.length) return false
  return mine.some((part, at) => part.length >= MIN_NAME_PART && part === theirs[at])
}

/** `eu-west-1` and `eu-west-3`, `10.0.0.1` and `10.0.3.20`, 1 s and 0.5 s. */
function shapeOf({ key }: Term): string {
  return key.replace(/\d+/g, '0').replace(/^0\.0(?=[a-z%]*$)/, '0')
}

/** All of it is side by side: one value. */
function isRun({ terms }: Statement, missing: readonly Term[]): boolean {
  const places = missing.map((term) => terms.indexOf(term))
  return Math.max(...places) - Math.min(...places) === missing.length - 1
}

/** How a value is tied to its thing: it is it, it is there, it is done with it; null for other ways. */
export function relationOf({ terms }: Statement, value: readonly Term[]): Relation | null {
  const start = terms.findIndex((term) => value.includes(term))
  const [link, verb] = [terms[start - 1], terms[start - 2]]
  if (link === undefined) return null
  if (link.role === 'choosing') return 'with'
  if (link.role === 'copula') return link.word === 'moved' ? 'at' : 'is'
  if (link.role !== 'link') return null
  if (is.MEANS_LINKS.has(link.word)) return 'with'
  if (verb?.role === 'copula') return verb.word === 'changed' ? 'is' : 'at'
  return verb !== undefined && is.STAYING.has(verb.word) ? 'at' : null
}

/** It speaks of a part of what the older speaks of: "the staging cluster", "for uploads". */
function isNarrower(newer: WholeText, older: WholeText, fresh: readonly Term[]): boolean {
  const known = new Set(older.terms.map((term) => term.key))
  const isFresh = new Set(fresh)
  const terms = newer.statements.flatMap((each) => each.terms)
  return terms.some((term, at) => {
    const after = terms[at + 1]
    if (after === undefined || isStatedApart(term, after)) return false
    if (term.role === 'link' && NARROWING.has(term.word)) return isFresh.has(after)
    const isOwnWord = isFresh.has(term) && term.kind !== 'number'
    return isOwnWord && after.role === 'content' && known.has(after.key) && isTelling(after)
  })
}

/** Something is between the two: "renegotiated, search", "for the uploads". */
function isStatedApart(term: Term, after: Term): boolean {
  return after.isApart === true && term.role === 'content'
}

/** "In all crates", then "for binaries only … from today". */
function isRestricted(newer: WholeText, claim: Statement): boolean {
  const said = new Set(newer.terms.map((term) => term.key))
  return (
    claim.restricts === '' &&
    newer.announcesChange &&
    newer.statements.every((each) => !each.negated) &&
    newer.statements.some((each) => each.restricts !== '') &&
    claim.content.length > 1 &&
    claim.content.every((term) => said.has(term.key))
  )
}

/** "ARM builds only", then "ARM and x64 builds again". */
function isUnrestricted(newer: WholeText, claim: Statement): boolean {
  const said = new Set(newer.terms.map((term) => term.key))
  return (
    claim.restricts !== '' &&
    newer.statements.every((each) => each.restricts === '' && !each.negated) &&
    newer.statements.some((each) => each.announcesChange) &&
    claim.content.every((term) => said.has(term.key))
  )
}

/** At least a word of what is spoken of is said again. */
function namesSubject(claim: Statement, said: ReadonlySet<string>): boolean {
  return subjectOf(claim).some((term) => said.has(term.key))
}
