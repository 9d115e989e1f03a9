/**
 * M-39. Questions for everything there is: all of something, how many, which, or how something went.
 * Similarity answers them badly, for the tenth right text is as right as the first; they are answered
 * by all texts about the whole subject, counted, in chronological order.
 */
import type { KnownType } from '../memory/types.ts'
import { contentWords, stem, words } from '../text/words.ts'

export interface Collecting {
  readonly kind: 'list' | 'count' | 'course'
  /** The stems of what it is about. */
  readonly subject: readonly string[]
  /** The same as search terms; empty if the question names only a type of memory. */
  readonly query: string
  /** Types of memory that the question names ("all decisions"); null if none. */
  readonly types: readonly KnownType[] | null
}

/** The words by which people ask for a kind of memory; a text of that kind need not say them. */
const CALLED: Readonly<Record<string, readonly KnownType[]>> = stemKeys({
  decision: ['decision', 'architecture'],
  preference: ['preference', 'feedback', 'user'],
  rule: ['policy', 'preference', 'correction'],
  policy: ['policy'],
  convention: ['policy', 'preference', 'correction'],
  correction: ['correction'],
  procedure: ['procedure', 'workflow', 'skill'],
  runbook: ['procedure', 'workflow', 'skill'],
  guideline: ['policy', 'preference', 'correction'],
  requirement: ['policy', 'fact'],
  pitfall: ['pitfall', 'negative'],
  warning: ['pitfall', 'negative'],
  problem: ['pitfall', 'negative', 'bugfix'],
  issue: ['pitfall', 'negative', 'bugfix'],
  fact: ['fact'],
  fix: ['bugfix'],
  bugfix: ['bugfix'],
  episode: ['episode'],
  task: ['task'],
  incident: ['pitfall', 'bugfix', 'episode'],
})

function stemKeys<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(table).map(([word, value]) => [stem(word), value]))
}

/** Said before what is wanted: "could you please list …". */
const POLITELY = '^\\s*(?:(?:please|(?:can|could|would|will) you|i (?:need|want)|let me see)\\s+)*'

/** The first that holds. */
const FORMS: readonly { readonly kind: Collecting['kind']; readonly by: RegExp }[] = [
  { kind: 'count', by: /\bhow (?:many|often)\b|\b(?:count|number of)\b/i },
  {
    kind: 'course',
    by: /\bhow (?:did|does|is|has|have|was) .{0,200}\b(?:go|going|gone|went|progress|progressed|develop|developed|evolve|evolved|(?:turn|work|pan)(?:ed)? out|change|changed)\b|\bwhat (?:has |have |is )?(?:been )?(?:happened|happening|changed|went on|going on) (?:with|to|around|about|in)\b|\b(?:history|story|course|evolution) of\b|\btimeline\b/i,
  },
  {
    kind: 'list',
    by: new RegExp(
      [
        `${POLITELY}(?:list|show|name|give|enumerate|collect|compile|gather|recap|summari[sz]e|sum up|any|anything|all)\\b`,
        '\\b(?:everything|anything)\\b|\\b(?:all|every|each|any) (?:the |our |my |of |about |on )?\\w',
        ', (?:all|every)\\b',
        '\\b(?:overview|rundown|recap|summary|inventory) of\\b',
        '\\bwhich (?:\\w+ ){0,3}\\w+s\\b',
        '\\bwhat are\\b',
        '\\bwhat (?:\\w+ ){0,2}\\w+s (?:have|has|had|did|do|were|are|exist)\\b',
        '\\bwhat (?:do|did) (?:we|i|you) (?:have|know|keep)\\b',
        "\\bwhat(?:['’]s| is| was| has| have)(?: (?:we|i|you|been|there))? (?:known|kept|noted|recorded|said|written|learne?[dt]|on|about|regarding)\\b",
        "\\bwhat(?:['’]s| is| was| were| did| do| has| have)\\b.{0,60}\\b(?:about|on|regarding|concerning|around)\\b",
        "\\bwhat(?:['’]s| is| was| were| did| do| has| have)\\b.{0,60}\\b(?:in|for|with|to) (?:the |our |my )?(?:\\w+ )?\\w+s\\b",
        '\\bwhatever\\b',
      ].join('|'),
      'i',
    ),
  },
]

/** Words that ask, or say that something was spoken of, and are no part of what is asked about. */
const ASKING: ReadonlySet<string> = new Set(
  (
    'all any anything appear apply arise around came change changed collect come compile ' +
    'concern concerning count course developed different discuss discussed do ' +
    'enumerate every everything evolution evolve evolved exist far find found gather ' +
    'give go goes going gone happen happened hear heard history inventory ' +
    'kept kind kinds know known lately learned list look looked many mention ' +
    'mentioned much name names need number occur often overview please ' +
    'progress progressed recap recently regarding related remark remember ' +
    'remembered remind rundown said say see seen show so story stuff sum summarise summarize ' +
    'summary talk talked tell there thing things time timeline times told total turn want ' +
    'went whatever which written wrote'
  )
    .split(' ')
    .map(stem),
)

/**
 * Words that ask in one question and are asked about in another: "notes on releases", "release notes".
 * They count as long as some text says them.
 */
const MAY_BE_ASKING: ReadonlySet<string> = new Set(
  (
    'agreed brief captured complete configured contained covered decided defined detail documented ' +
    'done entire entry file full held info information item line made memory note plan point quick ' +
    'record report saved set short stored used walk whole'
  )
    .split(' ')
    .map(stem),
)

const OUTCOME = /\b(?:work|pan)(?:ed)? out\b/gi
/** What those who ask did: in "which flags have we touched" it is the flags that are asked for. */
const OWN_DOING =
  /\b(?:(?:did|do|have|had|can|should) (?:we|i|you)(?: ever| already)? \p{L}+|(?:we|i|you)(?:['’]ve| have| had)? \p{L}+(?:ed|ade|ept|ght|id|ne|ote|un|wn)\b)(?: down\b)?/giu

/** What to collect; null if the question wants a single answer. */
export function parseCollecting(query: string): Collecting | null {
  const form = FORMS.find(({ by }) => by.test(query))
  if (!form) return null
  const plain = query.replace(OUTCOME, ' ').replace(OWN_DOING, ' ')
  const asked = contentWords(plain).filter((word) => !ASKING.has(stem(word)))
  if (asked.length === 0) return null
  const types = asked.flatMap((word) => CALLED[stem(word)] ?? [])
  const subject = asked.filter((word) => !(stem(word) in CALLED))
  return {
    kind: form.kind,
    subject: [...new Set(asked.map(stem))],
    query: subject.join(' '),
    types: types.length > 0 ? types : null,
  }
}

/** More of these in one question are taken as they are. */
const MAX_UNSAID = 3

/**
 * Readings of a question, as written first: what is called a rule there may be kept as a fact, so
 * that no text says it. As few of its words as can be are left out, and never all.
 */
export function readingsOf(asked: Collecting): Collecting[] {
  const unsaid = asked.subject.filter((word) => word in CALLED || MAY_BE_ASKING.has(word))
  const readings = subsetsOf(unsaid.slice(0, MAX_UNSAID)).map((left) => ({
    ...asked,
    subject: asked.subject.filter((word) => !left.includes(word)),
    types: left.some((word) => word in CALLED) ? null : asked.types,
  }))
  return readings.filter(({ subject }, at) => at === 0 || subject.length > 0)
}

/** Smallest first. */
function subsetsOf(all: readonly string[]): (readonly string[])[] {
  const subsets: (readonly string[])[] = [[]]
  for (const each of all) subsets.push(...subsets.map((subset) => [...subset, each]))
  return subsets.sort((a, b) => a.length - b.length)
}

/** Whether a text mentions the whole subject; its type counts as mentioned. */
export function speaksOf(subject: readonly string[], text: string, type?: string): boolean {
  const held = [...new Set(words(text).map(stem))]
  const isCalled = (word: string) => CALLED[word]?.some((each) => each === type) ?? false
  return subject.every((each) => held.some((said) => isOfOneRoot(each, said)) || isCalled(each))
}

/** What makes another word of a stem long enough to have a meaning of its own: auditors audit. */
const DERIVED_BY: ReadonlySet<string> = new Set(['or', 't', 'ment', 'ion', 'ation'])
const MIN_ROOT = 5

function isOfOneRoot(a: string, b: string): boolean {
  if (a === b) return true
  const [root, derived] = a.length < b.length ? [a, b] : [b, a]
  if (root.length < MIN_ROOT || !derived.startsWith(root)) return false
  return DERIVED_BY.has(derived.slice(root.length))
}
