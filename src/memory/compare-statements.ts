/** B-03, B-05. Two sentences side by side: which words differ, and which place they hold. */
import { alignTerms, contentDifferences } from './align.ts'
import { areOpposites, haveOne } from './opposites.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'
import * as is from './statement-words.ts'
import { exclusiveness, isNaming, isVerb, placeOf } from './value-places.ts'

export interface Verdict {
  /** `alike`: no value changed. `apart`: about different things, or too unlike to say. */
  readonly kind: 'alike' | 'supersedes' | 'contradicts' | 'apart'
  readonly reason: string
}

/** A value has few words: "GitHub Actions", "exponential backoff with jitter". */
const MAX_VALUE_LENGTH = 3
/** A denial may leave out or add this much around what it denies. */
const MAX_EXTRA_WORDS = 3

/** `subjects` are words the titles share: with them even "Use Postgres" speaks of something. */
export function compareStatements(
  newer: Statement,
  older: Statement,
  subjects: ReadonlySet<string>,
): Verdict {
  const replaced = replacement(newer, older)
  if (replaced !== null) return replaced
  const added = newer.content.filter((term) => !older.keys.has(term.key))
  const missing = older.content.filter((term) => !newer.keys.has(term.key))
  if (added.length === 0 && missing.length === 0) return sameWords(newer, older)
  if (added.length > 0 && missing.length > 0) {
    if (newer.negated !== older.negated) return deniedInOtherWords(newer, older, subjects)
    if (!added.some(isWeighty) && !missing.some(isWeighty)) return sameWords(newer, older)
    return changedValue(newer, older, added, missing, subjects)
  }
  return oneSided(newer, older, [...added, ...missing], subjects)
}

/** "Keeps the order of messages", "gives no guarantee about the order of messages". */
function deniedInOtherWords(
  newer: Statement,
  older: Statement,
  subjects: ReadonlySet<string>,
): Verdict {
  const own = (statement: Statement, other: Statement) =>
    statement.content.filter(
      (term) => isWeighty(term) && !other.keys.has(term.key) && !subjects.has(term.key),
    )
  const [added, missing] = [own(newer, older), own(older, newer)]
  if (haveOne(newer.content, older.content, areOpposites)) {
    return { kind: 'alike', reason: 'one denies the opposite of what the other says' }
  }
  const shared = newer.content.filter((term) => older.keys.has(term.key)).length
  if (newer.announcesChange && newer.negated && missing.length === 0 && shared >= 2) {
    return { kind: 'supersedes', reason: 'the same is now denied, and said to have changed' }
  }
  const few = Math.max(added.length, missing.length) <= 1 && added.length + missing.length <= 1
  return few && shared >= 2
    ? { kind: 'contradicts', reason: 'one denies what the other says, in other words' }
    : apart('different words, one denied')
}

/** The newer names what it gives up: "moved from Jenkins to Actions", "spaces instead of tabs". */
function replacement(newer: Statement, older: Statement): Verdict | null {
  if (newer.rejected.size === 0 || older.negated) return null
  for (const key of newer.rejected) {
    if (!older.keys.has(key) || older.rejected.has(key)) return null
  }
  let open = 0
  let rest = 0
  for (const term of older.content) {
    if (newer.rejected.has(term.key) || is.GENERIC_SUBJECTS.has(term.word)) continue
    rest += 1
    if (!newer.keys.has(term.key)) open += 1
  }
  if (open === 0)
    return { kind: 'supersedes', reason: `gives up ${namesOf(older, newer.rejected)}` }
  if (open * 2 <= rest) {
    return { kind: 'contradicts', reason: `gives up ${namesOf(older, newer.rejected)} in part` }
  }
  return null
}

function namesOf(statement: Statement, keys: ReadonlySet<string>): string {
  const names = statement.content.filter((term) => keys.has(term.key)).map((term) => term.word)
  return `"${names.join(' ')}"`
}

function sameWords(newer: Statement, older: Statement): Verdict {
  const turned =
    newer.order !== null &&
    older.order !== null &&
    newer.order !== older.order &&
    sameOrder(newer, older)
  if ((newer.negated !== older.negated) !== turned) {
    return newer.announcesChange
      ? { kind: 'supersedes', reason: 'the same is now denied, and said to have changed' }
      : { kind: 'contradicts', reason: 'one denies what the other says' }
  }
  if (newer.restricts !== older.restricts) return apart('one narrows what the other says')
  if (newer.permits !== older.permits) return apart('one allows what the other says')
  if (!sameOrder(newer, older)) {
    const hasDirection = (statement: Statement) =>
      statement.terms.some((term) => is.DIRECTIONS.has(term.word)) || statement.rejected.size > 0
    if (hasDirection(newer) && hasDirection(older))
      return apart('the same words the other way round')
    const numbers = (statement: Statement) =>
      statement.content
        .filter((term) => term.kind === 'number')
        .map((term) => term.key)
        .join(' ')
    if (numbers(newer) !== numbers(older)) {
      return { kind: 'contradicts', reason: 'the same figures, given to other things' }
    }
  }
  return { kind: 'alike', reason: 'the same words' }
}

function sameOrder(newer: Statement, older: Statement): boolean {
  const order = (statement: Statement) => statement.content.map((term) => term.key).join(' ')
  return order(newer) === order(older)
}

/** One says all the other says, and more. */
function oneSided(
  newer: Statement,
  older: Statement,
  more: readonly Term[],
  subjects: ReadonlySet<string>,
): Verdict {
  // What the rest of the newer text speaks of too is not left out.
  const extra = more.filter((term) => !subjects.has(term.key) && isWeighty(term))
  if (newer.negated !== older.negated) {
    const shared = Math.min(newer.keys.size, older.keys.size) + more.length - extra.length
    const isWhole = older.content.every((term) => newer.keys.has(term.key))
    const isAllDenied = extra.length === 0 || (isWhole && extra.length <= MAX_EXTRA_WORDS)
    if (newer.announcesChange && newer.negated && isAllDenied && shared > 0) {
      return { kind: 'supersedes', reason: 'the same is now denied, and said to have changed' }
    }
    const enough = shared >= 2 || hasChoice(newer) !== hasChoice(older) || extra.length <= 1
    return extra.length <= MAX_EXTRA_WORDS && enough && shared > 0
      ? { kind: 'contradicts', reason: 'one denies part of what the other says' }
      : apart('one is denied, and they share too little')
  }
  if (newer.restricts !== older.restricts) return apart('one narrows what the other says')
  if (newer.permits !== older.permits) return apart('one allows what the other says')
  return extra.some((term) => term.kind !== 'word')
    ? apart(`"${extra.map((term) => term.word).join(' ')}" is in one alone`)
    : { kind: 'alike', reason: 'one says a little more' }
}

function hasChoice(statement: Statement): boolean {
  return statement.terms.some((term) => term.role === 'choosing')
}

/** Both have words the other lacks: a changed value, or another subject. */
function changedValue(
  newer: Statement,
  older: Statement,
  added: readonly Term[],
  missing: readonly Term[],
  subjects: ReadonlySet<string>,
): Verdict {
  if (added.length > MAX_VALUE_LENGTH && !added.every(isNumber))
    return apart('several things differ')
  const change = `"${wordsOf(missing)}" became "${wordsOf(added)}"`
  if (added.every(isNumber) && missing.every(isNumber)) {
    return changedNumber(newer, older, added, missing, change)
  }
  if (isThingAndFigure(added) && isThingAndFigure(missing)) {
    return apart('several things differ')
  }
  if (isOtherPredicate(newer, older)) return apart('another thing is said of it')
  const sideBySide = isOnePlace(newer, added) && isOnePlace(older, missing)
  if (!sideBySide && !isOneDifference(newer, older, added, missing)) {
    return apart('several things differ')
  }
  const place = placeOf(newer, added.some(isWeighty) ? added.filter(isWeighty) : added)
  const before = placeOf(older, missing.some(isWeighty) ? missing.filter(isWeighty) : missing)
  if (place.kind !== before.kind) return apart('the words that differ hold different places')
  if (isNaming(place) !== isNaming(before)) return apart('one is only named')
  if (newer.restricts !== older.restricts && place.kind !== 'location') {
    return apart('one narrows what the other says')
  }
  const strength = exclusiveness(newer, older, { added, missing, subjects, place })
  if (strength === 'none') return apart(`${change}, in a place where both may hold`)
  return strength === 'sure' || newer.announcesChange
    ? { kind: 'supersedes', reason: change }
    : { kind: 'contradicts', reason: change }
}

function changedNumber(
  newer: Statement,
  older: Statement,
  added: readonly Term[],
  missing: readonly Term[],
  change: string,
): Verdict {
  const shared = newer.content.length - added.length
  if (shared === 0) return apart('figures without a subject')
  if (newer.restricts !== older.restricts) return apart('one narrows what the other says')
  const required = newer.terms.some((term) => is.REQUIRING.has(term.word))
  const inSubject = isBeforeVerb(newer, added) && isBeforeVerb(older, missing) && !required
  const labels =
    added.some((term) => isLabel(newer, term)) && missing.some((term) => isLabel(older, term))
  const several = added.length > 1 || missing.length > 1
  if (((inSubject || labels) && !newer.announcesChange && !required) || several) {
    return { kind: 'contradicts', reason: change }
  }
  return { kind: 'supersedes', reason: change }
}

/** "Is toggled in", "is dropped from": what is done with it differs, so both may hold. */
function isOtherPredicate(newer: Statement, older: Statement): boolean {
  const [mine, theirs] = [participleOf(newer), participleOf(older)]
  if (mine === null || theirs === null || mine.key === theirs.key) return false
  return !(is.PLACING.has(mine.word) && is.PLACING.has(theirs.word))
}

function participleOf({ terms }: Statement): Term | null {
  const copula = terms.findIndex((term) => term.role === 'copula' && term.key === 'is')
  const next = copula < 0 ? undefined : terms[copula + 1]
  return next?.role === 'content' && next.kind === 'word' && /(?:ed|en)$/.test(next.word)
    ? next
    : null
}

/** "Room 101 seats …": a bare figure behind the first word, or before it, may name that thing. */
function isLabel(statement: Statement, term: Term): boolean {
  const index = statement.terms.indexOf(term)
  if (index > 1 || term.key !== term.word) return false
  const before = statement.terms[0]
  const after = statement.terms[index + 1]
  if (after === undefined || is.COUNTED.has(after.word)) return false
  return index === 0 || (before?.role === 'content' && !isVerb(before))
}

function isNumber(term: Term): boolean {
  return term.kind === 'number'
}

function wordsOf(terms: readonly Term[]): string {
  return terms.map((term) => term.word).join(' ')
}

function apart(reason: string): Verdict {
  return { kind: 'apart', reason }
}

/** The differing words are side by side, with nothing between them, not even "in". */
function isOnePlace(statement: Statement, terms: readonly Term[]): boolean {
  if (terms.length > MAX_VALUE_LENGTH) return false
  const positions = terms.map((term) => statement.terms.indexOf(term))
  const [first, last] = [Math.min(...positions), Math.max(...positions)]
  return last - first === terms.length - 1
}

/** "Deploys to prod need two …": a thing and its figure, which are no one value. */
function isThingAndFigure(terms: readonly Term[]): boolean {
  const figure = terms.find(isNumber)
  return figure?.isApart === true && terms.some((term) => !isNumber(term) && isWeighty(term))
}

/** All that differs is in one place of the same sentence: "as floats", "as integers in cents". */
function isOneDifference(
  newer: Statement,
  older: Statement,
  added: readonly Term[],
  missing: readonly Term[],
): boolean {
  const [only, second] = contentDifferences(alignTerms(newer.terms, older.terms)).filter(
    (difference) => [...difference.newer, ...difference.older].some(isWeighty),
  )
  if (only === undefined || second !== undefined) return false
  if (only.newer.length > MAX_VALUE_LENGTH || only.older.length > MAX_VALUE_LENGTH) return false
  return (
    added.every((term) => only.newer.includes(term) || !isWeighty(term)) &&
    missing.every((term) => only.older.includes(term) || !isWeighty(term))
  )
}

/** True when a verb follows the figures: they belong to what is spoken of. */
function isBeforeVerb(statement: Statement, terms: readonly Term[]): boolean {
  const last = statement.terms.findLastIndex((term) => terms.includes(term))
  const verb = statement.terms.findIndex((term) => isVerb(term))
  return verb > last
}
