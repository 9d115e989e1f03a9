/** B-05. Which place a value holds in a statement, and whether another value there rules it out. */
import { hasUnsegmented } from '../text/scripts.ts'
import { areOpposites, haveOne, isOneChoice } from './opposites.ts'
import type { Statement, Term } from './statement.ts'
import * as is from './statement-words.ts'

export function isVerb(term: Term): boolean {
  return term.role === 'copula' || term.role === 'choosing' || is.PLACING.has(term.word)
}

interface ValuePlace {
  readonly kind: 'subject' | 'copula' | 'choice' | 'means' | 'location' | 'scope' | 'modifier'
  /** The term before the differing words. */
  readonly before: Term | undefined
}

/** What the word before, and the word before that, make of the differing words. */
export function placeOf(statement: Statement, terms: readonly Term[]): ValuePlace {
  const start = statement.terms.findIndex((term) => terms.includes(term))
  const before = statement.terms[start - 1]
  if (before === undefined) return { kind: 'subject', before }
  if (before.role === 'copula') return { kind: 'copula', before }
  if (before.role === 'choosing') return { kind: 'choice', before }
  if (before.role === 'link') {
    const verb = statement.terms[start - 2]
    if (verb?.role === 'choosing') return { kind: 'choice', before }
    if (verb?.role === 'copula')
      return { kind: /^(?:chang|mov)ed$/.test(verb.word) ? 'copula' : 'location', before }
    if (verb !== undefined && isPlacing(verb) && before.word !== 'for')
      return { kind: 'location', before }
    return { kind: is.MEANS_LINKS.has(before.word) ? 'means' : 'scope', before }
  }
  return { kind: 'modifier', before }
}

export function isNaming({ before }: ValuePlace): boolean {
  return before?.word === 'named' || before?.word === 'called'
}

function isPlacing(term: Term): boolean {
  return is.PLACING.has(term.word) || /ed$/.test(term.word)
}

interface Change {
  readonly added: readonly Term[]
  readonly missing: readonly Term[]
  readonly subjects: ReadonlySet<string>
  readonly place: ValuePlace
}

/** Whether the new value rules out the old one: surely, probably, or not at all. */
export function exclusiveness(
  newer: Statement,
  older: Statement,
  change: Change,
): 'sure' | 'likely' | 'none' {
  const { added, missing, place } = change
  const alternatives = haveOne(added, missing, isOneChoice)
  const opposites = haveOne(added, missing, areOpposites) || areOneUnit(added, missing)
  const valued =
    added.some((term) => term.kind !== 'word') && missing.some((term) => term.kind !== 'word')
  const specific = hasSubject(newer, older, change)
  switch (place.kind) {
    case 'subject':
    case 'scope':
      return 'none'
    case 'copula':
      if (!specific) return alternatives || opposites ? 'likely' : 'none'
      if (opposites) return 'likely'
      if (isNaming(place)) return 'sure'
      // "Has 24 partitions", "has a retention of 7 days": two attributes of one thing.
      if ([...added, ...missing].some((term) => is.ATTRIBUTES.has(term.word))) return 'none'
      return alternatives || valued || endsInAttribute(newer, added) ? 'sure' : 'none'
    case 'choice':
      if (alternatives) return specific ? 'sure' : 'likely'
      if (opposites && specific) return 'likely'
      return specific && hasPurpose(newer, added) ? 'likely' : 'none'
    case 'means':
      if (alternatives && specific) return 'sure'
      return valued && specific ? 'likely' : 'none'
    case 'location':
      if (!specific) return 'none'
      return alternatives || (valued && isAtHome(newer, change)) ? 'sure' : 'likely'
    case 'modifier':
      if (!specific || !followsVerb(newer, change)) return 'none'
      return alternatives ? 'sure' : opposites ? 'likely' : 'none'
  }
}

/** "Millisecond precision" and "second precision" measure the same. */
function areOneUnit(added: readonly Term[], missing: readonly Term[]): boolean {
  const measures = (terms: readonly Term[]) =>
    terms.flatMap((term) => (Object.hasOwn(is.UNITS, term.word) ? [is.UNITS[term.word]?.[0]] : []))
  const theirs = measures(missing)
  return measures(added).some((measure) => measure !== '' && theirs.includes(measure))
}

/** "Lives in", "is hosted on": a thing is at home in one place. What it does may be done in many. */
function isAtHome(statement: Statement, { added }: Change): boolean {
  const start = statement.terms.findIndex((term) => added.includes(term))
  return statement.terms.slice(0, start).some((term) => is.DWELLING.has(term.word))
}

/** Something beside the value tells what is spoken of: a word both share, or a common title. */
function hasSubject(newer: Statement, older: Statement, change: Change): boolean {
  const shared = newer.content.filter((term) => older.keys.has(term.key))
  if (shared.some((term) => !is.GENERIC_SUBJECTS.has(term.word))) return true
  const values = new Set([...change.added, ...change.missing].map((term) => term.key))
  return [...change.subjects].some((key) => !values.has(key) && !is.GENERIC_SUBJECTS.has(key))
}

/** "Use X for Y": what Y is done with is one thing. */
function hasPurpose(statement: Statement, terms: readonly Term[]): boolean {
  const end = statement.terms.findLastIndex((term) => terms.includes(term))
  const after = statement.terms[end + 1]
  return (
    after?.role === 'link' && (after.word === 'for' || after.word === 'as' || after.word === 'to')
  )
}

/** "The default branch is …": a subject that can have one value only. */
function endsInAttribute(statement: Statement, terms: readonly Term[]): boolean {
  const start = statement.terms.findIndex((term) => terms.includes(term))
  const subject = statement.terms.slice(0, start).filter((term) => term.role === 'content')
  return subject.some((term) => is.ATTRIBUTES.has(term.word))
}

/**
 * The value is part of what a verb takes: "prefers the dark mode", and not of where or for what it
 * does so: "writes docs for public endpoints". Where words are not spaced we
 * cannot see the verb, and take what comes first for the subject.
 */
function followsVerb(statement: Statement, { added, place }: Change): boolean {
  if (place.before !== undefined && hasUnsegmented(place.before.word)) return true
  const start = statement.terms.findIndex((term) => added.includes(term))
  const verb = statement.terms.slice(0, start).findLastIndex(isVerb)
  return verb >= 0 && !statement.terms.slice(verb, start).some((term) => term.role === 'link')
}
