/**
 * M-10, B-05. Whether the newer text corrects the older one: it names what it gives up and that is what
 * the older says, or it says that something changed and the rest of the older is said again.
 */
import type { Verdict } from './compare-statements.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'

/** A longer memory says other things too, which would be lost with it. */
const MAX_CONTENT = 14
/** "Use B instead of A" takes the place of what was said of A, if that was little more than its name. */
const MAX_LEFT_UNSAID = 2
/** What stands in the place of the old: a name, a figure with its unit, a short phrase. */
const MAX_NEW_VALUE = 4
const MAX_VALUE = 3

export function judgeCorrection(newer: WholeText, older: WholeText): Verdict | null {
  const content = older.terms.filter((term) => term.role === 'content')
  if (content.length === 0 || content.length > MAX_CONTENT) return null
  if (older.statements.some((each) => each.negated)) return null
  return byGivingUp(newer, older) ?? byAnnouncing(newer, older)
}

function byGivingUp(newer: WholeText, older: WholeText): Verdict | null {
  const affirmed = older.statements.flatMap((each) => each.content)
  const [thing] = newer.givenUp
    .map((group) => matching(group, affirmed))
    .filter((found) => found.length > 0)
  if (thing === undefined) return null
  const name = `"${thing.map((term) => term.word).join(' ')}"`
  const gone = withArguments(thing, affirmed)
  const rest = affirmed.filter((term) => !gone.has(term) && isWeighty(term))
  const said = new Set(newer.terms.map((term) => term.key))
  const unsaid = rest.filter((term) => !said.has(term.key))
  if (unsaid.length === 0 || (unsaid.length === 1 && rest.length >= 3)) {
    return { kind: 'supersedes', reason: `gives up ${name}` }
  }
  if (rest.length <= MAX_LEFT_UNSAID && isBareChoice(newer, older)) {
    return { kind: 'supersedes', reason: `gives up ${name}` }
  }
  return unsaid.length * 2 <= rest.length
    ? { kind: 'contradicts', reason: `gives up ${name} in part` }
    : null
}

/** "Use B instead of A", "A was replaced by B": nothing but the new choice is said. */
function isBareChoice(newer: WholeText, older: WholeText): boolean {
  const [only, second] = newer.statements
  if (only?.terms[0]?.role !== 'choosing' || second !== undefined) return false
  return freshTerms(newer, older).length <= MAX_VALUE
}

/** The terms of the older text that are given up; none unless all of the group are there. */
function matching(group: readonly Term[], affirmed: readonly Term[]): Term[] {
  const found: Term[] = []
  for (const term of group) {
    const same = affirmed.find((each) => each.key === term.key || isSameFigure(each, term))
    if (same) found.push(same)
    else if (isWeighty(term)) return []
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
function byAnnouncing(newer: WholeText, older: WholeText): Verdict | null {
  const [claim, second] = older.statements
  if (claim === undefined || second !== undefined) return null
  if (isUnrestricted(newer, claim)) return { kind: 'supersedes', reason: 'no longer restricted' }
  if (!newer.corrects) return null
  if (newer.statements.some((each) => each.negated)) return null
  const said = new Set(newer.terms.map((term) => term.key))
  const weighty = claim.content.filter(isWeighty)
  const missing = weighty.filter((term) => !said.has(term.key))
  const shared = weighty.filter((term) => said.has(term.key))
  const fresh = freshTerms(newer, older)
  if (shared.length === 0 || fresh.length === 0 || fresh.length > MAX_NEW_VALUE) return null
  if (missing.length > MAX_VALUE || isOfSubject(claim, missing)) return null
  const before = missing.map((term) => term.word).join(' ')
  const after = fresh.map((term) => term.word).join(' ')
  return {
    kind: 'supersedes',
    reason: before === '' ? `corrected to "${after}"` : `"${before}" became "${after}"`,
  }
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
  const verb = claim.terms.findIndex((term) => term.role !== 'content')
  const subject = verb <= 0 ? claim.content.slice(0, 1) : claim.terms.slice(0, verb)
  return claim.content.length > 1 && missing.some((term) => subject.includes(term))
}

function freshTerms(newer: WholeText, older: WholeText): Term[] {
  const known = new Set(older.terms.map((term) => term.key))
  return newer.statements
    .flatMap((each) => each.content)
    .filter((term) => isWeighty(term) && !known.has(term.key))
}
