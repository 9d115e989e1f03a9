/**
 * M-10, B-05. Whether the newer text corrects the older one: it names what it gives up and that is what
 * the older says, or it says that something changed and the rest of the older is said again.
 */
import type { Verdict } from './compare-statements.ts'
import { judgeClauses, judgeDenial } from './correction-clauses.ts'
import { freshTerms, isTelling, MAX_VALUE, wordsOf } from './correction-terms.ts'
import { judgeAnnouncement } from './correction-values.ts'
import { isChoice } from './opposites.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Term } from './statement.ts'
import * as is from './statement-words.ts'

/** A longer memory says other things too, which would be lost with it. */
const MAX_CONTENT = 14
/** "Use B instead of A" takes the place of what was said of A, if that was little more than its name. */
const MAX_LEFT_UNSAID = 2

/** `meaning` is the cosine of the two vectors; null where there are none yet. */
export function judgeCorrection(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const content = older.terms.filter((term) => term.role === 'content')
  if (content.length === 0 || content.length > MAX_CONTENT) return null
  if (older.statements.some((each) => each.negated)) return null
  return (
    judgeGivenUp(newer, older) ??
    judgeAnnouncement(newer, older, meaning) ??
    judgeClauses(newer, older, meaning) ??
    judgeDenial(newer, older, meaning)
  )
}

function judgeGivenUp(newer: WholeText, older: WholeText): Verdict | null {
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
  if (rest.length <= MAX_LEFT_UNSAID && isBareChoice(newer, older)) {
    return { kind: 'supersedes', reason: `gives up ${name}` }
  }
  return unsaid.length * 2 <= rest.length
    ? { kind: 'contradicts', reason: `gives up ${name} in part` }
    : null
}

/** "A was replaced by B": nothing but the new choice is said, and not for some purpose only. */
function isBareChoice(newer: WholeText, older: WholeText): boolean {
  const [only, second] = newer.statements
  if (only?.terms[0]?.role !== 'choosing' || second !== undefined) return false
  const fresh = freshTerms(newer, older)
  const isScoped = only.terms.some((term) => term.role === 'link')
  return fresh.length <= MAX_VALUE && !isScoped && fresh.some(isNamed)
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
