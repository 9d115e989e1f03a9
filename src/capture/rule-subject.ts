/**
 * What a rule is about and what it says of it, apart. Two rules with one subject and another value
 * are a change of mind (B-05): that is how the newer finds the older.
 */
import { contentWords } from '../text/words.ts'

/** Which side of a name a naming rule rules. A prefix and a suffix live together in peace. */
export type Facet = 'prefix' | 'suffix' | 'contains' | 'case' | null

export interface RuleSubject {
  /** "function argument names prefix", or the words that are left without the value. */
  readonly subject: string
  readonly facet: Facet
  /** What is handed out: quoted strings, code, numbers, casings. */
  readonly values: readonly string[]
}

const NAMED_THINGS =
  'function arguments?|function parameters?|arguments?|args|parameters?|params|methods?|functions?|variables?|attributes?|class(?:es)?|constants?|files?|folders?|director(?:y|ies)|modules?|packages?|branch(?:es)?|tables?|columns?|components?|hooks?|tests?|types?|interfaces?|enums?|fields?|propert(?:y|ies)|routes?|endpoints?|env(?:ironment)? variables?|commits?(?: messages?)?|keys?|tags?'
const NAMED = new RegExp(`\\b(${NAMED_THINGS})\\b`, 'gi')

// biome-ignore format: a table reads best in columns
const FACETS: readonly { readonly facet: NonNullable<Facet>; readonly cue: RegExp }[] = [
  { facet: 'prefix',   cue: /\b(?:start(?:s|ing)?|begin(?:s|ning)?|prefix(?:ed|es|ing)?|prepend(?:ed|ing)?|lead(?:ing)?)\b/i },
  { facet: 'suffix',   cue: /\b(?:end(?:s|ing)?|finish(?:es|ing)?|suffix(?:ed|es|ing)?|append(?:ed|ing)?|trailing)\b/i },
  { facet: 'contains', cue: /\b(?:includ(?:e|es|ing)|contain(?:s|ing)?|the string|digits?)\b/i },
  { facet: 'case',     cue: /\b(?:camel|pascal|snake|kebab|upper|lower|screaming)[ _-]?case\b|\bcapitali[sz]ed?\b|\buppercase\b|\blowercase\b/i },
]

/** Words of the cue itself, which say nothing about the subject. */
const CUE_WORDS = new Set(
  (
    'always never please use using used prefer prefers preferred must should need needs want wants ' +
    'like make sure ensure remember instead rather than actually wrong stop from now on going ' +
    'forward future rule convention standard policy we have required mandatory start starting end ' +
    'ending begin include including add avoid dont do not no more only just also well first firstly ' +
    'second secondly additionally let lets stick with keep when whenever every each all any ever ' +
    'moving henceforth get into habit said told asked team project here code new ours everything'
  ).split(' '),
)

const VALUES =
  /(`+)([^`\n]+)\1|(?<![\w])['‘"“]([^'’"”\n]{1,40})['’"”](?![\w])|(?<![\w.])(\d+(?:[.,]\d+)*(?:%|ms|px|kb|mb|gb)?)(?![\w])|\b((?:camel|pascal|snake|kebab|upper|lower|screaming)[ _-]?(?:snake[ _-]?)?case)\b|\b(UPPERCASE|lowercase|CamelCase|snake_case)\b/gi

const MAX_SUBJECT_WORDS = 8

export function ruleSubject(text: string, before: string | null): RuleSubject {
  const values = [...text.matchAll(VALUES)].map((match) =>
    (match[2] ?? match[3] ?? match[4] ?? match[5] ?? match[6] ?? '').trim(),
  )
  const facet = FACETS.find(({ cue }) => cue.test(text.replace(/(['"`‘“])[^'"`’”\n]*['"`’”]/g, '')))
  const named = namedThing(text) ?? (speaksOfThem(text) && before ? namedThing(before) : null)
  if (named !== null && facet !== undefined && values.length > 0) {
    return { subject: `${named} names ${facet.facet}`, facet: facet.facet, values }
  }
  return { subject: subjectWords(text, values), facet: facet?.facet ?? null, values }
}

/** "them" and "their names" mean what the sentence before spoke of. */
export function speaksOfThem(text: string): boolean {
  return /\b(?:them|they|their|these|those|it|its|the (?:name|names|identifier|identifiers|prefix|suffix))\b/i.test(
    text,
  )
}

/** The thing whose names are ruled: in the plural it stands for its kind. */
function namedThing(text: string): string | null {
  const plain = text.replace(/(['"`‘“])[^'"`’”\n]*['"`’”]/g, ' ')
  const all = [...plain.matchAll(NAMED)].map((match) => singular((match[1] ?? '').toLowerCase()))
  const own =
    /\b(?:arguments?|parameters?)(?:\s+names)?\s+(?:of|in|for|to)\s+(?:your\s+|our\s+|all\s+)*functions?\b/i
  if (own.test(plain)) return 'function argument'
  return all[0] === undefined ? null : sameThing(all[0])
}

function sameThing(name: string): string {
  return /^(?:argument|arg|parameter|param|function parameter)$/.test(name)
    ? 'function argument'
    : name
}

function singular(name: string): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}

function subjectWords(text: string, values: readonly string[]): string {
  const hidden = new Set(values.flatMap((value) => contentWords(value)))
  const words = contentWords(text).filter((word) => !CUE_WORDS.has(word) && !hidden.has(word))
  const kept = words.length > 0 ? words : contentWords(text)
  return kept.slice(0, MAX_SUBJECT_WORDS).join(' ')
}
