/**
 * B-05. A sentence that gives one attribute of one thing a value, in whatever words: "billing listens
 * on port 8080", "the port of billing is 8080", "heads up, ops moved the port of billing to 8080". Two
 * such sentences about the same thing with different values cannot both hold.
 */
import { contentOf, type Term } from './statement.ts'
import { ALTERNATIVES, GENERIC_SUBJECTS, SAME_WORD } from './statement-words.ts'

export interface Slot {
  readonly attribute: string
  /** What it is an attribute of: its words, in order of the alphabet. */
  readonly subject: string
  /** The same words, each in all the ways it may be written. */
  readonly about: readonly (readonly string[])[]
  readonly kind: 'number' | 'name'
  /** The value that holds now; null where the sentence only says what does not. */
  readonly value: string | null
}

/** Attributes that can have one value only, and the other ways to name them. */
// biome-ignore format: a table reads best in columns
const ATTRIBUTES: Readonly<Record<string, string>> = {
  port: 'ports?',                       timeout: 'time-?outs?|time out',
  limit: 'limits?|quotas?',             retention: 'retention',
  ttl: 'ttl|time to live',              interval: 'intervals?',
  threshold: 'thresholds?',             budget: 'budgets?',
  version: 'versions?',                 database: 'databases?|db',
  region: 'regions?',                   zone: 'zones?',
  owner: 'owners?|owned by|owns',       maintainer: 'maintainers?|maintained by',
  lead: 'tech lead|team lead',          deadline: 'deadlines?',
  'deploy day': 'deploy(?:ment)? days?|(?:is |are )?deployed (?:every|on)|deploys (?:every|on)',
  'release day': 'release days?|(?:is |are )?released (?:every|on)|releases (?:every|on)',
  host: 'hosts?|hostnames?',            domain: 'domains?',
  url: 'urls?',                         branch: 'branch',
  license: 'licen[sc]e',                language: 'language',
  framework: 'framework',               runtime: 'runtime',
  broker: 'brokers?',                   queue: 'queues?',
  bucket: 'buckets?',                   cluster: 'clusters?',
  namespace: 'namespaces?',             provider: 'providers?',
  linter: 'linters?',                   formatter: 'formatters?',
  bundler: 'bundlers?',                 'package manager': 'package managers?',
  timezone: 'time ?zones?',             currency: 'currency',
  locale: 'locale',                     encoding: 'encoding',
  protocol: 'protocols?',               algorithm: 'algorithms?',
  replicas: 'replicas?',                retries: 'retries',
}

const NAMED = Object.keys(ATTRIBUTES)
const ATTRIBUTE = new RegExp(
  String.raw`(?<![\w-])(?:${NAMED.map((name) => `(${ATTRIBUTES[name]})`).join('|')})(?![\w-])`,
  'giu',
)

/** How people lead up to a change, and verbs that only say that a thing has its attribute. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  (
    'heads up ops op small fix said say says told tell mention mentioned earlier recently lately morning ' +
    'yesterday today tonight tomorrow week month turn turns turned out incident outage set sets put ' +
    'old new one gone wrong become became becomes update updated scratch way changed change moved move ' +
    'switched bumped raised lowered went go goes since longer any more anymore right actually correct ' +
    'correction rather use using used replace replaces replaced listen listens reach answer answers serve ' +
    'serves allow allows run runs keep keeps kept have has call calls know known learned meanwhile ' +
    'finally officially effective immediately plan decided agreed people everyone think thought remember'
  ).split(' '),
)

const ALTERNATIVE_WORDS: ReadonlySet<string> = new Set(ALTERNATIVES.flatMap((group) => [...group]))

const WRITTEN_AS = new Map<string, string[]>()
for (const [written, word] of Object.entries(SAME_WORD)) {
  WRITTEN_AS.set(word, [...(WRITTEN_AS.get(word) ?? []), written])
}

/** Before a value that was: from 80 to …, not 80, the old port (80) is gone. */
const GIVEN_UP_BEFORE =
  /(?:\b(?:from|not|never|instead of|rather than|in place of|forget|used to be|was|were|stop using|drop|replac(?:es|ed|ing)|formerly|previously|no longer)|\bold\b[^.;:]{0,40}\()\s*(?:the |on |in |at )?(?:\p{L}+ )?$/iu
/** Behind one: 80 is no longer …, 80 is gone. */
const GIVEN_UP_BEHIND =
  /^[^.,;:]{0,24}?\b(?:is|are|was|were)\s+(?:no longer|not|gone|history|over|out|obsolete)\b|^[^.,;:]{0,24}?\b(?:no more|any ?more|any longer)\b|^\)?\s*is gone/iu

/** Longer than this it is no plain claim. */
export const MAX_SLOT_LENGTH = 240

export function slotOf(sentence: string): Slot | null {
  if (sentence.length > MAX_SLOT_LENGTH || sentence.includes('?')) return null
  const found = [...sentence.matchAll(ATTRIBUTE)].map((match) =>
    NAMED.find((_, index) => match[index + 1] !== undefined),
  )
  const [attribute] = found
  if (attribute === undefined || new Set(found).size > 1 || isLabelled(sentence)) return null
  const terms = contentOf(sentence.replace(ATTRIBUTE, ' '))
  const { values, kind } = valuesOf(sentence, terms)
  if (values.length === 0) return null
  const thing = thingOf(terms, values)
  if (!thing.some((term) => !GENERIC_SUBJECTS.has(term.word))) return null
  return {
    attribute,
    subject: [...new Set(thing.map((term) => term.key))].sort().join(' '),
    about: [...new Set(thing.map((term) => term.word))].map(writingsOf),
    kind,
    value: presentValue(sentence, values),
  }
}

/** "Version 1.2 supports …": the figure names what is spoken of. */
function isLabelled(sentence: string): boolean {
  const [first] = sentence.matchAll(ATTRIBUTE)
  if (!first || !/^\W*(?:the\s+)?$/iu.test(sentence.slice(0, first.index))) return false
  return /^\s+v?[\d.]+\s+\p{Ll}/u.test(sentence.slice(first.index + first[0].length))
}

/** Null when the two are about different things, or leave open what holds. */
export function slotChange(
  newer: Slot | null,
  older: Slot | null,
): { readonly from: string; readonly to: string } | 'same' | null {
  if (!newer || !older || newer.value === null || older.value === null) return null
  if (newer.attribute !== older.attribute || newer.subject !== older.subject) return null
  if (newer.kind !== older.kind) return null
  return newer.value === older.value ? 'same' : { from: older.value, to: newer.value }
}

/** Figures where there are any; else names and words of which one is chosen. */
function valuesOf(
  sentence: string,
  terms: readonly Term[],
): { readonly values: readonly Term[]; readonly kind: Slot['kind'] } {
  const figures = terms.filter((term) => term.kind === 'number')
  if (figures.length > 0) return { values: figures, kind: 'number' }
  const isOwned = (term: Term) =>
    new RegExp(
      String.raw`(?<!\b(?:instead|in place) )\b(?:of|for) (?:the )?${escapePattern(term.word)}`,
      'iu',
    ).test(sentence)
  const isChoice = (term: Term) =>
    ALTERNATIVE_WORDS.has(term.word) && !isPartOfName(sentence, term.word)
  const names = terms.filter((term) => (term.kind === 'name' || isChoice(term)) && !isOwned(term))
  return { values: names, kind: 'name' }
}

/** "Session" in "session-store" is no choice between sessions and tokens. */
function isPartOfName(sentence: string, word: string): boolean {
  const part = escapePattern(word)
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${part}-\p{L}|\p{L}-${part}(?![\p{L}\p{N}])`,
    'iu',
  ).test(sentence)
}

function thingOf(terms: readonly Term[], values: readonly Term[]): Term[] {
  const taken = new Set(values.map((term) => term.key))
  return terms.filter((term) => !taken.has(term.key) && !SAYS_NOTHING.has(term.word))
}

/** Of several values the one that is not given up; of one, only if it is not denied. */
function presentValue(sentence: string, values: readonly Term[]): string | null {
  const holding = new Set<string>()
  for (const term of values) {
    const at = positionOf(sentence, term.word)
    if (at === null) return null
    const isGivenUp =
      GIVEN_UP_BEFORE.test(sentence.slice(0, at.start)) ||
      GIVEN_UP_BEHIND.test(sentence.slice(at.end))
    if (!isGivenUp) holding.add(term.key)
  }
  const [value] = holding
  return holding.size === 1 && value !== undefined ? value : null
}

/** Where the word is first, in any of its writings and not as a part of another word. */
function positionOf(sentence: string, word: string): { start: number; end: number } | null {
  const found = writingsOf(word).flatMap((written) => wordPosition(sentence, written) ?? [])
  return found.sort((a, b) => a.start - b.start)[0] ?? null
}

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u
const BEGINS_AS_WORD = /^[\p{L}\p{N}]/u

/** What no word may touch is checked apart: an expression of letters is slow to make for each word. */
function wordPosition(sentence: string, word: string): { start: number; end: number } | null {
  const pattern = new RegExp(escapePattern(word), 'giu')
  for (let match = pattern.exec(sentence); match !== null; match = pattern.exec(sentence)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const isPart =
      ENDS_IN_WORD.test(sentence.slice(0, start)) || BEGINS_AS_WORD.test(sentence.slice(end))
    if (!isPart) return { start, end }
    pattern.lastIndex = start + 1
  }
  return null
}

/** Words of one meaning are read as one; any of them may be what was written. */
function writingsOf(word: string): string[] {
  return [word, ...(WRITTEN_AS.get(word) ?? [])]
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
