/**
 * M-39. Questions for everything there is: all of something, how many, which, or how something went.
 * Similarity answers them badly, for the tenth right text is as right as the first; they are answered
 * by whatever speaks of the whole subject, counted, in the order of time.
 */
import type { KnownType } from '../memory/types.ts'
import { contentWords, stem, words } from '../text/words.ts'

export interface Collecting {
  readonly kind: 'list' | 'count' | 'course'
  /** The stems of what it is about. */
  readonly subject: readonly string[]
  /** The same as words, to search by; empty where only a kind of memory is asked for. */
  readonly query: string
  /** The kinds of memory that are asked for by name: "all decisions"; null where none are. */
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
  pitfall: ['pitfall', 'negative'],
  warning: ['pitfall', 'negative'],
  fact: ['fact'],
  fix: ['bugfix'],
  bugfix: ['bugfix'],
  episode: ['episode'],
  task: ['task'],
})

function stemKeys<Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(table).map(([word, value]) => [stem(word), value]))
}

/** The first that holds. */
const FORMS: readonly { readonly kind: Collecting['kind']; readonly by: RegExp }[] = [
  { kind: 'count', by: /\bhow (?:many|often)\b|\b(?:count|number of)\b/i },
  {
    kind: 'course',
    by: /\bhow (?:did|does|is|has|have|was) .{0,200}\b(?:go|going|gone|went|progress|progressed|develop|developed|evolve|evolved|(?:turn|work|pan)(?:ed)? out|change|changed)\b|\bwhat (?:happened|has happened|has been happening|is happening|went on) (?:with|to|around|about)\b|\bhistory of\b|\btimeline\b/i,
  },
  {
    kind: 'list',
    by: /^\s*(?:please\s+)?(?:list|show|name|give|enumerate|collect|summari[sz]e|sum up)\b|\b(?:all|every|everything|each) (?:the |our |my |of |about )?\w|\bwhich (?:\w+ )?\w+s\b|\bwhat are\b|\bwhat (?:\w+ ){0,2}\w+s (?:have|has|had|did|do|were)\b|\bwhat (?:do|did) (?:we|i|you) (?:have|know|keep)\b|\bwhatever\b/i,
  },
]

/** Words that ask, or say that something was spoken of, and are no part of what is asked about. */
const ASKING: ReadonlySet<string> = new Set(
  (
    'all any anything around came change changed collect come concerning count course develop ' +
    'developed different discuss discussed do enumerate every everything evolve evolved far give ' +
    'go goes going gone happen happened hear heard history kind kinds know known lately list ' +
    'look looked many mention mentioned much name names number often please progress progressed ' +
    'recently regarding related remember remembered remind said say see seen show so sum ' +
    'summarise summarize talk talked tell there thing things time timeline times told total turn ' +
    'went whatever which'
  )
    .split(' ')
    .map(stem),
)

const OUTCOME = /\b(?:work|pan)(?:ed)? out\b/gi

/** What is to be collected; null where one answer is asked for. */
export function parseCollecting(query: string): Collecting | null {
  const form = FORMS.find(({ by }) => by.test(query))
  if (!form) return null
  const asked = contentWords(query.replace(OUTCOME, ' ')).filter((word) => !ASKING.has(stem(word)))
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

/** Whether a text speaks of all of the subject; what kind it is counts as said. */
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
