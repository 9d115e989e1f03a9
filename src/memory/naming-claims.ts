/**
 * What a naming rule says, piece by piece: "end function names with '_c' and start method names
 * with 'm_'" makes two claims. A later rule overrules an earlier one claim by claim (B-05).
 */

/** Which side of a name is ruled. A prefix and a suffix live together in peace. */
type Facet = 'prefix' | 'suffix' | 'contains' | 'case'

export interface NamingClaim {
  /** What is named, in the singular: "function argument". */
  readonly thing: string
  readonly facet: Facet
  readonly value: string
}

/** The longer name first: an argument of a function is no function. */
const THINGS = [
  String.raw`(?:arguments?|parameters?|params?)(?:\s+(?:names?|variables?))?\s+(?:of|in|for|to)\s+(?:(?:your|our|all|the|any)\s+)*functions?`,
  String.raw`function[ -](?:arguments?|parameters?|params?|args?)(?:\s+variables?)?`,
  String.raw`env(?:ironment)?\s+variables?|commit\s+messages?|test\s+files?|arguments?|args|parameters?|params`,
  'methods?|functions?|variables?|attributes?|class(?:es)?|constants?|files?|folders?|director(?:y|ies)',
  'modules?|packages?|branch(?:es)?|tables?|columns?|components?|hooks?|tests?|types?|interfaces?|enums?',
  'fields?|propert(?:y|ies)|routes?|endpoints?|commits?|keys?|tags?|identifiers?',
].join('|')
const THING = new RegExp(String.raw`\b(?:${THINGS})\b`, 'gi')
/** "When naming function arguments, end the variable with …": the first is meant. */
const ANNOUNCED = new RegExp(
  String.raw`\b(?:naming|declaring|defining|creating|writing|for)\s+(?:(?:all|your|our|the|any|new|of)\s+)*(${THINGS})\b(?:\s+names?)?[^'"‘“\x60]*?,`,
  'i',
)

// biome-ignore format: a table reads best in columns
const FACETS: readonly { readonly facet: Facet; readonly cue: string }[] = [
  { facet: 'prefix',   cue: 'start(?:s|ed|ing)?|begin(?:s|ning)?|prefix(?:ed|es|ing)?|prepend(?:ed|ing)?|lead(?:ing)?' },
  { facet: 'suffix',   cue: 'end(?:s|ed|ing)?|finish(?:es|ing)?|suffix(?:ed|es|ing)?|append(?:ed|ing)?|trailing' },
  { facet: 'contains', cue: 'includ(?:e|es|ed|ing)|contain(?:s|ed|ing)?|the string' },
]
const FACET = new RegExp(
  String.raw`\b(?:${FACETS.map(({ cue }, i) => `(?<f${i}>${cue})`).join('|')})\b`,
  'gi',
)
/** "start ending the names with" and "to start using": no side of a name. */
const STARTS_DOING = /\b(?:start|begin)\s+(?=\w+ing\b)/gi

const CASE = '(?:camel|pascal|snake|kebab|upper|lower|screaming)[ _-]?(?:snake[ _-]?)?case'
const VALUE = new RegExp(
  String.raw`(?<!\w)['‘"“\x60]([^'’"”\x60\n]{1,40})['’"”\x60](?!\w)|(?<![\w'])([a-z]{1,4}_|_[a-z]{1,4})(?![\w'])|\b(${CASE})\b(?!\s+['‘"“\x60])|\b(digit)s?\b`,
  'gi',
)

interface Found {
  readonly at: number
  readonly end: number
}

/** Of a longer text the beginning is read. */
export const MAX_NAMING_CHARACTERS = 4000

/** In the order of the sentence. `before` is the sentence that "them" points back to. */
export function namingClaims(text: string, before: string | null): NamingClaim[] {
  const read = text.slice(0, MAX_NAMING_CHARACTERS)
  const plain = read.replace(STARTS_DOING, (words) => ' '.repeat(words.length))
  const values = [...plain.matchAll(VALUE)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    value: match[1] ?? match[2] ?? match[3] ?? match[4] ?? '',
    facet: match[3] === undefined ? (match[4] === undefined ? null : 'contains') : 'case',
  }))
  // A quoted word must not be taken for a thing or a side.
  const bare = values.reduce(
    (rest, { at, end }) => rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end),
    plain,
  )
  const claims: NamingClaim[] = []
  for (const [i, found] of values.entries()) {
    const from = values[i - 1]?.end ?? 0
    const to = values[i + 1]?.at ?? bare.length
    const facet =
      (found.facet as Facet | null) ?? facetFor(bare, from, found, to, claims.at(-1)?.facet)
    const thing = thingFor(bare, from, found, to) ?? claims.at(-1)?.thing ?? lastThing(before)
    if (facet !== null && thing !== null && looksLikeName(found.value)) {
      claims.push({ thing, facet, value: found.value })
    }
  }
  return claims
}

export function claimSubject({ thing, facet }: NamingClaim): string {
  return `${thing} names ${facet}`
}

/**
 * The last cue before the value; else one right behind it ("use 'a_' as the prefix"); else that of
 * the claim before ("… and method names with '_b'"); else whatever follows.
 */
function facetFor(
  bare: string,
  from: number,
  found: Found,
  to: number,
  previous: Facet | undefined,
): Facet | null {
  const behind = bare.slice(found.end, to)
  const ahead = facetsIn(bare.slice(from, found.at)).at(-1)
  return (
    ahead ?? facetsIn(behind.slice(0, RIGHT_BEHIND))[0] ?? previous ?? facetsIn(behind)[0] ?? null
  )
}

const RIGHT_BEHIND = 16

function facetsIn(text: string): Facet[] {
  return [...text.matchAll(FACET)].flatMap((match) => {
    const index = FACETS.findIndex((_, i) => match.groups?.[`f${i}`] !== undefined)
    return FACETS[index]?.facet ?? []
  })
}

function thingFor(bare: string, from: number, found: Found, to: number): string | null {
  const ahead = bare.slice(from, found.at)
  const announced = ANNOUNCED.exec(ahead)?.[1]
  const near = announced ?? thingsIn(ahead).at(-1) ?? thingsIn(bare.slice(found.end, to))[0]
  return near === undefined ? null : singular(near)
}

function lastThing(before: string | null): string | null {
  const last = before === null ? undefined : thingsIn(before).at(-1)
  return last === undefined ? null : singular(last)
}

function thingsIn(text: string): string[] {
  return [...text.matchAll(THING)].map((match) => match[0])
}

function singular(name: string): string {
  const lower = name.toLowerCase().replace(/\s+/g, ' ')
  if (/^(?:function[ -])?(?:arg|param)/.test(lower)) return 'function argument'
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}

/** A quoted sentence or a quoted module is no part of a name. */
function looksLikeName(value: string): boolean {
  return /^[\w$.@#-]{1,24}$/.test(value) || new RegExp(`^${CASE}$`, 'i').test(value)
}
