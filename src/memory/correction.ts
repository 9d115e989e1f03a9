/**
 * M-10, B-05. Whether the newer text corrects the older one: it names what it gives up and that is what
 * the older says, or it says that something changed and the rest of the older is said again.
 */
import type { Verdict } from './compare-statements.ts'
import { isChoice, isOneChoice } from './opposites.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'
import * as is from './statement-words.ts'

/** A longer memory says other things too, which would be lost with it. */
const MAX_CONTENT = 14
/** "Use B instead of A" takes the place of what was said of A, if that was little more than its name. */
const MAX_LEFT_UNSAID = 2
/** What stands in the place of the old: a name, a figure with its unit, a short phrase. */
const MAX_NEW_VALUE = 4
/** With the reasons of the change around it. */
const MAX_FRESH = 9
const MAX_VALUE = 3
/** Below this the two are not about one thing, whatever words they share. */
const MIN_MEANING = 0.45

/** `meaning` is the cosine of the two vectors; null where there are none yet. */
export function judgeCorrection(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const content = older.terms.filter((term) => term.role === 'content')
  if (content.length === 0 || content.length > MAX_CONTENT) return null
  if (older.statements.some((each) => each.negated)) return null
  return byGivingUp(newer, older) ?? byAnnouncing(newer, older, meaning)
}

function byGivingUp(newer: WholeText, older: WholeText): Verdict | null {
  const affirmed = older.statements.flatMap((each) => each.content)
  const [thing] = newer.givenUp
    .map((group) => matching(group, affirmed))
    .filter((found) => found.length > 0)
  if (thing === undefined) return null
  const name = `"${wordsOf(thing)}"`
  const gone = withArguments(thing, affirmed)
  const rest = affirmed.filter((term) => !gone.has(term) && isTelling(term))
  const said = new Set(newer.terms.map((term) => term.key))
  const unsaid = rest.filter((term) => !said.has(term.key))
  if (unsaid.length === 0 || (unsaid.length === 1 && rest.length >= 3)) {
    return { kind: 'supersedes', reason: `gives up ${name}` }
  }
  const isLittle = rest.length <= 1 && thing.some(isCommand) && hasAlternative(newer, older)
  if (isLittle || (rest.length <= MAX_LEFT_UNSAID && isBareChoice(newer, older))) {
    return { kind: 'supersedes', reason: `gives up ${name}` }
  }
  return unsaid.length * 2 <= rest.length
    ? { kind: 'contradicts', reason: `gives up ${name} in part` }
    : null
}

/** It tells what is spoken of, unlike a verb that only ties a value to its thing: "is hosted on". */
function isTelling(term: Term): boolean {
  if (!isWeighty(term)) return false
  if (term.kind !== 'word') return true
  return !is.PLACING.has(term.word) && !is.DWELLING.has(term.word) && !is.OWNING.has(term.word)
}

/** "A was replaced by B": nothing but the new choice is said, and not for some purpose only. */
function isBareChoice(newer: WholeText, older: WholeText): boolean {
  const [only, second] = newer.statements
  if (only?.terms[0]?.role !== 'choosing' || second !== undefined) return false
  const fresh = freshTerms(newer, older)
  const isScoped = only.terms.some((term) => term.role === 'link')
  return fresh.length <= MAX_VALUE && !isScoped && fresh.some(isNamed)
}

/** "A doesn't exist any more, run B": something else is said, and not for some purpose only. */
function hasAlternative(newer: WholeText, older: WholeText): boolean {
  const fresh = new Set(freshTerms(newer, older))
  if (fresh.size === 0 || fresh.size > MAX_NEW_VALUE) return false
  const terms = newer.statements.flatMap((each) => each.terms)
  return !terms.some((term, at) => {
    const after = terms[at + 1]
    return after !== undefined && SCOPING.has(term.word) && fresh.has(after)
  })
}

function isCommand({ key }: Term): boolean {
  return /[./_-]/.test(key)
}

function isNamed(term: Term): boolean {
  return term.kind !== 'word' || isChoice(term)
}

/** The terms of the older text that are given up; none unless all that tell something are there. */
function matching(group: readonly Term[], affirmed: readonly Term[]): Term[] {
  const found: Term[] = []
  for (const term of group) {
    const same = affirmed.find((each) => each.key === term.key || isSameFigure(each, term))
    if (same) found.push(same)
    else if (isWeighty(term) && !is.GENERIC_THINGS.has(term.word)) return []
  }
  return found.some((term) => isWeighty(term)) ? found : []
}

/** "Not 90" gives up "90 days": a bare figure is meant with the unit it was said with. */
function isSameFigure(said: Term, bare: Term): boolean {
  return said.kind === 'number' && bare.kind === 'number' && said.word === bare.word
}

/** A command goes with its arguments, a first name with its last: names side by side are one. */
function withArguments(thing: readonly Term[], affirmed: readonly Term[]): Set<Term> {
  const gone = new Set(thing)
  for (let at = 1; at < affirmed.length; at += 1) {
    const [before, term] = [affirmed[at - 1], affirmed[at]]
    if (before && term && gone.has(before) && term.kind === 'name') gone.add(term)
  }
  return gone
}

/** "Correction: …", "… now …": what the older says is said again, but for one value. */
function byAnnouncing(newer: WholeText, older: WholeText, meaning: number | null): Verdict | null {
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
  if (isOfSubject(claim, missing) || !namesSubject(claim, said)) return null
  const value = valueInPlace(newer, claim, missing, fresh)
  if (value === null || isNarrower(newer, older, without(fresh, value))) return null
  const [before, after] = [wordsOf(missing), wordsOf(value)]
  return {
    kind: 'supersedes',
    reason: before === '' ? `corrected to "${after}"` : `"${before}" became "${after}"`,
  }
}

function without(terms: readonly Term[], some: readonly Term[]): Term[] {
  return terms.filter((term) => !some.includes(term))
}

function isAttribute(term: Term): boolean {
  return term.kind === 'word' && is.ATTRIBUTES.has(term.word)
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
function areOneKind(before: Term, after: Term): boolean {
  if (before.kind === 'number' || after.kind === 'number') {
    return before.kind === after.kind && shapeOf(before) === shapeOf(after)
  }
  if (isOneChoice(before, after)) return true
  return /\d/.test(before.key) && shapeOf(before) === shapeOf(after)
}

/** `eu-west-1` and `eu-west-3`, `10.0.0.1` and `10.0.3.20`, 1 s and 0.5 s. */
function shapeOf({ key }: Term): string {
  return key.replace(/\d+/g, '0').replace(/^0\.0(?=[a-z%]*$)/, '0')
}

/** All of it stands side by side: one value. */
function isRun({ terms }: Statement, missing: readonly Term[]): boolean {
  const places = missing.map((term) => terms.indexOf(term))
  return Math.max(...places) - Math.min(...places) === missing.length - 1
}

type Relation = 'is' | 'at' | 'with'

/** How a value is tied to its thing: it is it, it is there, it is done with it; null for other ways. */
function relationOf({ terms }: Statement, value: readonly Term[]): Relation | null {
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

const SCOPING: ReadonlySet<string> = new Set('for in on at when if during under within'.split(' '))
const NARROWING: ReadonlySet<string> = new Set(['for', 'when', 'if', 'during', 'under', 'within'])

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

/** Something stands between the two: "renegotiated, search", "for the uploads". */
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

/** What comes before the verb is what is spoken of, and that has to be the same. */
function isOfSubject(claim: Statement, missing: readonly Term[]): boolean {
  const subject = subjectOf(claim).filter((term) => !isVersion(claim, term))
  return claim.content.length > 1 && missing.some((term) => subject.includes(term))
}

/** "Java 17 is required": the figure behind a name is its value, not its name. */
function isVersion({ content }: Statement, term: Term): boolean {
  const before = content[content.indexOf(term) - 1]
  return term.kind === 'number' && before !== undefined && content.filter(isWeighty).length === 2
}

/** At least a word of what is spoken of is said again. */
function namesSubject(claim: Statement, said: ReadonlySet<string>): boolean {
  return subjectOf(claim).some((term) => said.has(term.key))
}

function subjectOf(claim: Statement): readonly Term[] {
  const verb = claim.terms.findIndex((term) => term.role !== 'content')
  if (verb <= 0) return namedFirst(claim)
  const before = claim.terms.slice(0, verb)
  // "The train leaves on …": the verb is no part of what is spoken of.
  const isVerbLast = before.length > 1 && /(?:s|ed)$/.test(before.at(-1)?.word ?? '')
  return isVerbLast && claim.terms[verb]?.role === 'link' ? before.slice(0, -1) : before
}

/** "Version 2 introduced …": a figure behind the first word names that thing. */
function namedFirst({ content }: Statement): readonly Term[] {
  return content.slice(0, content[1]?.kind === 'number' ? 2 : 1)
}

function freshTerms(newer: WholeText, older: WholeText): Term[] {
  const known = new Set(older.terms.map((term) => term.key))
  return newer.statements
    .flatMap((each) => each.content)
    .filter((term) => isWeighty(term) && !known.has(term.key))
}

function wordsOf(terms: readonly Term[]): string {
  return terms.map((term) => term.word).join(' ')
}
