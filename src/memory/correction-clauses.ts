/** M-10. A correction stated in two clauses, or as a denial of the older statement. */
import type { Verdict } from './compare-statements.ts'
import {
  freshTerms,
  isAttribute,
  isOfSubject,
  isTelling,
  MAX_VALUE,
  MIN_MEANING,
  subjectOf,
  without,
  wordsOf,
} from './correction-terms.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'

/** A denial leaves more unsaid than a new value does, so the two must be nearer. */
const SURE_MEANING = 0.65

/**
 * "A was disabled, the service account is B": one clause ends the old value, another gives what the
 * older says a new one. A clause that says all of it again restates it.
 */
export function judgeClauses(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const [claim, second] = older.statements
  if (claim === undefined || second !== undefined) return null
  if (!newer.announcesChange && !newer.endsSomething) return null
  if (older.givenUp.length > 0 || (meaning !== null && meaning < MIN_MEANING)) return null
  const clauses = newer.clauses.length > 1 ? newer.clauses : newer.statements
  const telling = claim.content.filter((term) => isTelling(term) && !isAttribute(term))
  if (clauses.length < 2 || telling.length === 0) return null
  const framing = claim.content.filter((term) => isWeighty(term))
  const known = new Set(older.terms.map((term) => term.key))
  const modifiers = subjectOf(claim).slice(0, -1)
  for (const frame of clauses) {
    const said = framing.filter((term) => frame.keys.has(term.key))
    const left = telling.filter((term) => !frame.keys.has(term.key))
    // "The panel" for "the admin panel".
    const value = said.length > 0 ? without(left, modifiers) : left
    const fresh = frame.content.filter((term) => isWeighty(term) && !known.has(term.key))
    const isEnded = (part: Statement) =>
      part !== frame && value.every((term) => part.keys.has(term.key) || isVerbBefore(claim, term))
    const ended = clauses.find(isEnded)
    if (value.length === 0 || value.length > MAX_VALUE || frame.negated || !ended) continue
    if (fresh.length === 0 || fresh.length > MAX_VALUE) continue
    // Where the frame is not said again ("it's B"), the other clause must speak of all of it.
    const isOther = said.length > 0 && said.some((term) => ended.keys.has(term.key))
    if (isOther || (said.length > 0 && isOfSubject(claim, value))) continue
    return { kind: 'supersedes', reason: `"${wordsOf(value)}" became "${wordsOf(fresh)}"` }
  }
  return null
}

/** A verb of the older that the newer puts in other words: "is generated with". */
function isVerbBefore({ terms }: Statement, term: Term): boolean {
  const next = terms[terms.indexOf(term) + 1]
  return term.kind === 'word' && next?.role === 'link' && /(?:ed|es|s|en)$/.test(term.word)
}

/** "Docblocks aren't mandatory any longer": what the older asks for is no longer so. */
export function judgeDenial(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Verdict | null {
  const [claim, second] = older.statements
  const [denial, more] = newer.statements
  if (!claim || second || !denial || more || meaning === null || meaning < SURE_MEANING) return null
  if (!denial.negated || !denial.announcesChange || newer.givenUp.length > 0) return null
  const telling = claim.content.filter(isTelling)
  const unsaid = telling.filter((term) => !denial.keys.has(term.key))
  const fresh = freshTerms(newer, older)
  if (unsaid.length * 2 > telling.length || fresh.length > 1) return null
  return { kind: 'supersedes', reason: 'the same is now denied, and said to have changed' }
}
