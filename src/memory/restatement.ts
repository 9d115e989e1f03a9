/**
 * M-10. Whether two memories say the same in other words. Where a word is in the place of another
 * ("the invoice worker", "the tax worker") they speak of two things, however much they share.
 */
import { alignTerms, type Difference } from './align.ts'
import { areOpposites, haveOne } from './opposites.ts'
import { isWeighty, type Statement, type Term } from './statement.ts'
import * as is from './statement-words.ts'

interface Restatement {
  /** `equal`: no word of weight differs. `likely`: for a person to decide. `no`: two memories. */
  readonly kind: 'equal' | 'likely' | 'no'
  readonly reason: string
  /** A word is in the place of another, or the order tells: no nearness in meaning outweighs it. */
  readonly isFirm?: boolean
}

/** All that a text says, in the order in which it says it. */
export interface WholeText {
  readonly terms: readonly Term[]
  readonly statements: readonly Statement[]
  /** It denies something, reasons included. */
  readonly denies: boolean
  /** What it gives up, however many sentences it takes to say so. */
  readonly givenUp: readonly (readonly Term[])[]
  readonly corrects: boolean
  readonly announcesChange: boolean
  /** Something is said to be over or no good. */
  readonly endsSomething: boolean
  /** The clauses of its sentences, which may each say something of their own. */
  readonly clauses: readonly Statement[]
}

/** From here on two texts in other words are near enough in meaning to ask about. */
const MIN_MEANING = 0.7
/** As near as this, even few words in common are enough. */
const STRONG_MEANING = 0.84
const MIN_SHARED = 0.4
const MIN_SHARED_WHEN_STRONG = 0.25
/** Without vectors the words alone must show it. */
const MIN_SHARED_BY_WORDS = 0.75
const MIN_WORDS = 3
/** A long text with a word changed here and there, and the same meaning, is worth asking about. */
const LONG_TEXT = 16
const SAME_MEANING = 0.93
/** With so much in the same order, a word in the place of another was put there on purpose. */
const SAME_FRAME = 0.5

/** `meaning` is the cosine of the two vectors; null where there are none yet. */
export function judgeRestatement(
  newer: WholeText,
  older: WholeText,
  meaning: number | null,
): Restatement {
  const polarity = differentPolarity(newer, older)
  if (polarity !== null) return no(polarity, polarity === ALLOWED)
  const added = unmatchedTerms(newer, older)
  const missing = unmatchedTerms(older, newer)
  if (added.length === 0 && missing.length === 0) return sameWords(newer, older, meaning)
  const [own, others] = [anchorsOf(added), anchorsOf(missing)]
  if (own.length > 0 && others.length > 0) {
    return no(`"${textOf(own)}" is not "${textOf(others)}"`, true)
  }
  const size = Math.min(newer.terms.filter(isWeighty).length, older.terms.filter(isWeighty).length)
  const isRetelling = meaning !== null && meaning >= SAME_MEANING && size >= LONG_TEXT
  const substituted = substitution(newer, older)
  if (substituted !== null && !isRetelling) return no(substituted, true)
  const shared = size - Math.min(added.length, missing.length, size)
  const share = size === 0 ? 0 : shared / size
  const enough =
    meaning === null
      ? share >= MIN_SHARED_BY_WORDS && size >= MIN_WORDS && own.length + others.length === 0
      : (meaning >= MIN_MEANING && share >= MIN_SHARED) ||
        (meaning >= STRONG_MEANING && share >= MIN_SHARED_WHEN_STRONG)
  return enough
    ? { kind: 'likely', reason: 'seems to say the same in other words' }
    : no('too little in common')
}

/** The same words in another order: the same, unless the order tells who does what to whom. */
function sameWords(newer: WholeText, older: WholeText, meaning: number | null): Restatement {
  const isStrong = meaning !== null && meaning >= STRONG_MEANING
  if (restrictionsOf(newer) !== restrictionsOf(older)) {
    return isStrong
      ? { kind: 'likely', reason: 'the same words, one narrower' }
      : no('one narrows what the other says', true)
  }
  if (
    haveOne(newer.terms, older.terms, areOpposites) &&
    !haveOne(newer.terms, newer.terms, areOpposites)
  ) {
    return no('the opposite of what the other says', true)
  }
  const order = (text: WholeText, tells: (term: Term) => boolean) => [
    ...new Set(text.terms.filter(tells).map((term) => term.key)),
  ]
  const [mine, theirs] = [order(newer, isWeighty), order(older, isWeighty)]
  // "A before B" is not "B before A".
  const isOrdered = newer.terms.some((term) => is.DIRECTIONS.has(term.word))
  if (isOrdered ? mine.join(' ') === theirs.join(' ') : isTurned(mine, theirs)) {
    return { kind: 'equal', reason: 'the same words' }
  }
  // "A calls B" is not "B calls A"; "B is called by A" may well be.
  if (order(newer, isLink).join(' ') === order(older, isLink).join(' ')) {
    return no('the same words the other way round', true)
  }
  return meaning === null || meaning >= MIN_MEANING
    ? { kind: 'likely', reason: 'the same words in another order' }
    : no('the same words in another order')
}

/** With fewer words, turning them round may turn round who does what. */
const MIN_TURNED = 4

/** The same order, or the end put first: "by default the client retries", "the client retries by default". */
function isTurned(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  const start = b.indexOf(a[0] ?? '')
  if (start > 0 && a.length < MIN_TURNED) return false
  return a.every((key, at) => key === b[(at + start) % b.length])
}

function isLink(term: Term): boolean {
  return term.role !== 'content'
}

function no(reason: string, isFirm = false): Restatement {
  return { kind: 'no', reason, isFirm }
}

const ALLOWED = 'one allows what the other says'

/** What one denies or gives up, the other has to deny too. */
function differentPolarity(newer: WholeText, older: WholeText): string | null {
  const denials = (text: WholeText) => text.denies || text.givenUp.length > 0
  if (denials(newer) !== denials(older)) {
    const [denying, plain] = denials(newer) ? [newer, older] : [older, newer]
    const keys = new Set(plain.terms.map((term) => term.key))
    const denied = denying.denies
      ? denying.terms.filter((term) => term.role === 'content')
      : denying.givenUp.flat()
    if (denied.some((term) => keys.has(term.key))) return 'one denies what the other says'
  }
  const affirmedTerms = (text: WholeText) =>
    new Set(text.statements.flatMap((each) => [...each.keys]))
  const givesUpOneOf = (gone: WholeText, kept: ReadonlySet<string>) =>
    gone.givenUp.some((thing) => thing.every((term) => kept.has(term.key)))
  if (givesUpOneOf(newer, affirmedTerms(older)) || givesUpOneOf(older, affirmedTerms(newer))) {
    return 'one gives up what the other keeps'
  }
  const permits = (text: WholeText) => text.statements.some((each) => each.permits)
  return permits(newer) === permits(older) ? null : ALLOWED
}

function restrictionsOf(text: WholeText): string {
  return text.statements
    .map((each) => each.restricts)
    .filter((each) => each !== '')
    .join(' ')
}

function unmatchedTerms(text: WholeText, other: WholeText): Term[] {
  const keys = new Set(other.terms.map((term) => term.key))
  const seen = new Set<string>()
  return text.terms.filter(isWeighty).filter((term) => {
    if (keys.has(term.key) || seen.has(term.key)) return false
    seen.add(term.key)
    return true
  })
}

/** Figures, names, paths, flags: one that differs makes another memory. */
function anchorsOf(terms: readonly Term[]): Term[] {
  return terms.filter((term) => term.kind !== 'word')
}

/** In a sentence of the same build, one word in the place of another. */
function substitution(newer: WholeText, older: WholeText): string | null {
  const alignment = alignTerms(newer.terms, older.terms)
  const size = Math.min(
    newer.terms.filter((term) => term.role === 'content').length,
    older.terms.filter((term) => term.role === 'content').length,
  )
  if (size === 0 || alignment.shared / size < SAME_FRAME) return null
  for (const difference of alignment.differences) {
    const [mine, theirs] = [difference.newer.filter(isWeighty), difference.older.filter(isWeighty)]
    if (mine.length > 0 && theirs.length > 0 && isSameBuild(difference)) {
      return `"${textOf(mine)}" stands where "${textOf(theirs)}" stood`
    }
  }
  return null
}

/** The words between are the same on both sides: only the content changed. */
function isSameBuild({ newer, older }: Difference): boolean {
  const between = (terms: readonly Term[]) =>
    terms
      .filter((term) => term.role !== 'content')
      .map((term) => term.key)
      .join(' ')
  return between(newer) === between(older)
}

function textOf(terms: readonly Term[]): string {
  return terms.map((term) => term.word).join(' ')
}
