/** M-10. Compares two texts word by word: which words correspond, which are values, which name another thing. */
import { hasUnsegmented } from '../text/scripts.ts'
import type { Difference } from './align.ts'
import { isTelling } from './correction-terms.ts'
import { areOneKind, relationOf } from './correction-values.ts'
import { areOpposites } from './opposites.ts'
import type { WholeText } from './restatement.ts'
import { isWeighty, type Term } from './statement.ts'
import * as is from './statement-words.ts'

/** A word and another of its family share this much of their beginning. */
const MIN_ROOT = 5
const MIN_ROOT_SHARE = 0.6
const MIN_NAME_PART = 3

/** The same word, or one of its family: deploy and deployment, migrate and migration. */
function isOneWord(a: Term, b: Term): boolean {
  if (a.key === b.key) return true
  if (a.kind === 'number' || b.kind === 'number') return false
  // Whatever makes two words one, they begin alike: most pairs of words end here.
  if (a.word[0] !== b.word[0]) return false
  if (a.word === b.word || isWithin(a.word, b.word) || isWithin(b.word, a.word)) return true
  if (/[^\p{L}]/u.test(a.word + b.word)) return false
  let root = 0
  while (root < a.word.length && a.word[root] === b.word[root]) root += 1
  return root >= MIN_ROOT && root >= MIN_ROOT_SHARE * Math.max(a.word.length, b.word.length)
}

/** `vpn1` in `vpn1.acme.test`. */
function isWithin(short: string, long: string): boolean {
  if (short.length < MIN_NAME_PART || !/\d/.test(short) || !long.startsWith(short)) return false
  return /[./:_-]/.test(long[short.length] ?? '')
}

/** The words of weight, each once. */
export function weightyOf({ terms }: WholeText): Term[] {
  const seen = new Set<string>()
  return terms.filter((term) => {
    if (!isWeighty(term) || seen.has(term.key)) return false
    seen.add(term.key)
    return true
  })
}

/** Those that have no word of their family among the others. */
export function unmatchedIn(terms: readonly Term[], others: readonly Term[]): Term[] {
  return terms.filter((term) => !others.some((other) => isOneWord(term, other)))
}

interface Value {
  readonly how: 'given up' | 'kind' | 'name' | 'end' | 'none'
  /** What the newer text gives up of the older. */
  readonly before: readonly Term[]
  /** What the newer text may put in its place. */
  readonly after: readonly Term[]
}

/** What of the older text is its value: what has a counterpart in the newer, else what is said last. */
export function valueIn(
  newer: WholeText,
  older: WholeText,
  added: readonly Term[],
  missing: readonly Term[],
): Value {
  const gone = newer.givenUp.flat().filter(isWeighty)
  const givenUp = weightyOf(older).filter((term) => gone.some((each) => isOneWord(each, term)))
  const denied = newer.statements.flatMap((each) => (each.negated ? each.content : []))
  const fresh = unmatchedIn(added, [...gone, ...denied])
  if (givenUp.length > 0) return { how: 'given up', before: givenUp, after: fresh }
  const ofKind = missing.filter((term) => fresh.some((other) => areComparable(term, other)))
  if (ofKind.length > 0) {
    const after = fresh.filter((term) => ofKind.some((other) => areComparable(other, term)))
    return { how: 'kind', before: ofKind, after }
  }
  const isName = (term: Term) => term.kind === 'name'
  const [before, after] = [missing.filter(isName), fresh.filter(isName)]
  if (before.length > 0 && after.length > 0) return { how: 'name', before, after }
  if (missing.length === 0) return { how: 'none', before: [], after: [] }
  const behindSubject = older.terms.slice(older.terms.findIndex(isLink) + 1)
  return {
    how: 'end',
    before: missing.filter((term) => behindSubject.some((each) => each.key === term.key)),
    after: fresh.filter((term) => !isName(term)),
  }
}

function isLink(term: Term): boolean {
  return term.role !== 'content'
}

/** Two values of which a thing has one: 20 and 40 minutes, Tuesday and Thursday, hot and cold. */
function areComparable(a: Term, b: Term): boolean {
  const isMeasured = a.kind === 'number' && b.kind === 'number' && unitOf(a) === unitOf(b)
  return isMeasured || areOneKind(a, b) || areOpposites(a, b)
}

function unitOf({ key }: Term): string {
  return key.replace(/^(?:every|per)-/, '').replace(/[\d.,:]+/, '')
}

const VERB = /(?:ed|left|cut|gave|went|made|told|wrong|new|old|out)$/u

/** It speaks of a part of what the other speaks of: "the admin port", "backups of the wiki". */
export function isNarrowed(
  { terms }: WholeText,
  own: readonly Term[],
  values: readonly Term[],
  others: readonly Term[],
): boolean {
  const isAmong = (term: Term | undefined, all: readonly Term[]) =>
    term !== undefined && all.some((each) => each.key === term.key)
  const isShared = (term: Term | undefined) =>
    term !== undefined && others.some((each) => isOneWord(each, term))
  const isFresh = (term: Term | undefined) => term?.kind !== 'number' && isAmong(term, own)
  const isOwn = (term: Term | undefined) =>
    isFresh(term) && !is.LIMITING.has(term?.word ?? '') && !isAmong(term, values)
  const verb = terms.findIndex((term) => term.role === 'copula' || VERB.test(term.word))
  return terms.some((term, at) => {
    const [next, second] = [terms[at + 1], terms[at + 2]]
    if (next?.word === 'of') {
      const isHead = isFresh(term) && !is.ATTRIBUTES.has(term.word)
      return (isShared(term) && isOwn(second)) || (isHead && isShared(second))
    }
    if (verb >= 0 && at >= verb) return false
    if (next?.word === 'for') return isShared(term) && isOwn(second)
    return isOwn(term) && isShared(next) && next?.isApart !== true && !VERB.test(term.word)
  })
}

/** "Unit tests", "integration tests": two kinds of one thing, and the newer begins with its own. */
export function hasOtherModifier(newer: WholeText, older: WholeText): boolean {
  const verb = newer.terms.findIndex((term) => isLink(term) || VERB.test(term.word))
  const subject = newer.terms.slice(0, verb < 0 ? newer.terms.length : verb)
  return subject.some((head, at) => {
    const place = older.terms.findIndex((term) => isOneWord(term, head))
    const [mine, theirs] = [subject[at - 1], older.terms[place - 1]]
    if (
      !mine ||
      !theirs ||
      hasUnsegmented(head.word) ||
      head.isApart ||
      older.terms[place]?.isApart
    )
      return false
    if (![mine, theirs].every(isWeighty)) return false
    return ![head, mine, theirs].some((term) => term.kind === 'number') && !isOneWord(mine, theirs)
  })
}

const ORDERED = /\b(?:before|after|first|then|until|into|from)\b/iu

/** The same steps, the other way round. */
export function isTurned(
  newer: WholeText & { readonly text: string },
  older: WholeText & { readonly text: string },
): boolean {
  if (!ORDERED.test(newer.text) || !ORDERED.test(older.text)) return false
  const roots = (text: WholeText) => weightyOf(text).map(({ key }) => key.slice(0, MIN_ROOT))
  const [mine, theirs] = [roots(newer), roots(older)]
  const common = mine.filter((root) => theirs.includes(root))
  const others = theirs.filter((root) => mine.includes(root))
  return common.length > 1 && common.join(' ') !== others.join(' ')
}

/** "Lives in A", "moved to B": the new value is tied to the thing as the old one was. */
export function hasSameRelation(
  newer: WholeText,
  older: WholeText,
  before: readonly Term[],
  after: readonly Term[],
): boolean {
  const relations = (text: WholeText, values: readonly Term[]) =>
    text.statements.flatMap((each) =>
      values.flatMap((value) => {
        const own = each.terms.filter((term) => term.key === value.key)
        return own.length === 0 ? [] : [relationOf(each, own)]
      }),
    )
  const theirs = relations(older, before).filter((each) => each !== null)
  return relations(newer, after).some((each) => each !== null && theirs.includes(each))
}

const SCOPING: ReadonlySet<string> = new Set('for in on at when if during under within'.split(' '))

/** "For uploads", "in CI": one of these words says where or when it holds. */
export function hasScope({ terms }: WholeText, own: readonly Term[]): boolean {
  return terms.some((term, at) => {
    const next = terms[at + 1]
    return SCOPING.has(term.word) && next !== undefined && own.some(({ key }) => key === next.key)
  })
}

/** A word is in the place of another that is no value: "deploys to staging", "deploys to prod". */
export function hasOtherSwap(
  differences: readonly Difference[],
  before: readonly Term[],
  after: readonly Term[],
): boolean {
  const isAmong = (term: Term, all: readonly Term[]) => all.some(({ key }) => key === term.key)
  return differences.some(
    (each) =>
      each.newer.some((term) => isWeighty(term) && !isAmong(term, after)) &&
      each.older.some((term) => isTelling(term) && !isAmong(term, before)),
  )
}
