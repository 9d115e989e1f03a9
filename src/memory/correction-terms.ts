/** M-10. What the judges of corrections ask of a statement: which words tell, and what it speaks of. */
import type { WholeText } from './restatement.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'
import * as is from './statement-words.ts'

/** Below this two texts are not about one thing, whatever words they share. */
export const MIN_MEANING = 0.45
/** A value has few words: a name, a figure with its unit, a short phrase. */
export const MAX_VALUE = 3

/** It tells what is spoken of, unlike a verb that only ties a value to its thing: "is hosted on". */
export function isTelling(term: Term): boolean {
  if (!isWeighty(term)) return false
  if (term.kind !== 'word') return true
  return !is.PLACING.has(term.word) && !is.DWELLING.has(term.word) && !is.OWNING.has(term.word)
}

export function isAttribute(term: Term): boolean {
  return term.kind === 'word' && is.ATTRIBUTES.has(term.word)
}

export function without(terms: readonly Term[], some: readonly Term[]): Term[] {
  return terms.filter((term) => !some.includes(term))
}

/** What comes before the verb is what is spoken of, and that has to be the same. */
export function isOfSubject(claim: Statement, missing: readonly Term[]): boolean {
  if (isOwned(claim)) return false
  const subject = subjectOf(claim)
  return claim.content.length > 1 && missing.some((term) => subject.includes(term))
}

export function subjectOf(claim: Statement): readonly Term[] {
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

/** Whose it is, is a value, though it is where a subject is. */
export function isOwned({ content }: Statement): boolean {
  return content.some((term) => is.OWNING.has(term.word))
}

export function freshTerms(newer: WholeText, older: WholeText): Term[] {
  const known = new Set(older.terms.map((term) => term.key))
  return newer.statements
    .flatMap((each) => each.content)
    .filter((term) => isWeighty(term) && !known.has(term.key))
}

export function wordsOf(terms: readonly Term[]): string {
  return terms.map((term) => term.word).join(' ')
}
