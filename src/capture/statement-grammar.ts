/**
 * M-20 to M-22. How an English sentence is built, as named features: who or what each clause speaks of, what
 * kind of verb says it, what it gives (a time, a version, an owner, steps), and whether it orders one thing
 * or a kind of things. Grammar is the same whatever a project is about, so these hold for writers whose words
 * were never seen. Names are stable: the fitted table holds them.
 */
import { spelledContractions } from './contractions.ts'
import { DIRECTIVES } from './rule-words.ts'

type Add = (name: string, value?: number) => void

const MAX_CLAUSES = 8
const MAX_WORDS = 14

/** Words before a clause begins in earnest. */
const LEADS = new Set(
  'and but so ok okay btw also because since fyi well yes yeah hm hmm actually sadly just that as please pls now then still though although while oh ah sorry careful basically remember note anyway'.split(
    ' ',
  ),
)
const SUBJECTS = new Map<string, string>(
  Object.entries({
    we: "we we're we've we'll we'd us",
    i: "i i'm i've i'll i'd me",
    you: "you you're you've you'll your",
    it: "it it's they they're he she he's she's",
    this: "this that that's these those there there's here",
    our: 'our my',
    the: 'the',
    all: 'every all each any everything everyone no nothing nobody only whatever anything',
    a: 'a an another some one two three',
    when: 'when whenever if before after once until unless for in on at to from with without',
    asks: 'can could would will should do does did is are was were what why how which who where',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
)

const OBLIGES = new Set(
  "must mustn't should shouldn't shall ought has to have to need needs may cannot can't".split(' '),
)
const DENIES = new Set("doesn't don't isn't aren't won't never".split(' '))
const PAST = new Set(
  'was were did had went got made said took came saw broke lost found gave told kept ran built wrote put left sent'.split(
    ' ',
  ),
)
/** What things do again and again, without an ending. */
const HABITS = new Set(
  'accept accumulate act add adopt agree aim allow announce append apply archive arrive ask assume attach attend authenticate avoid await backfill begin belong bind blow break bring bubble build buy calculate call capture carry change choose clear clone close collect come compare compile complain compute configure confirm connect consume contain continue convert convey correspond cost count cover crash create decide declare default define delete deliver deny depend deploy derive describe deserve detect die differ disappear discard do drop duplicate eat edit email embed emit encode encrypt end enforce enter evaluate evict execute exist expand expect expire explode expose extend fail fetch fill finish flush follow forbid forget forward garble generate get give go grant grow guarantee handle happen have hide hold hurt identify ignore impose include inherit inject insert insist inspect install invalidate invoke join keep kill know lack lag land last leak learn leave let lie listen live load lock log look lose love lower maintain make manage manipulate map mask match mean measure migrate miss monitor multiply need normalise normalize notify obey observe occur offer open operate originate overwrite owe own parse perform persist pick poll populate prefer prevent print produce propagate provide prune publish pull push react read rebuild receive reconnect recover redirect reduce refresh refuse regenerate register reject relate release rely remain remember remove render repeat replace replicate reply represent require reserve reset resolve respect respond restart restore retire retry return reuse rewrite rotate run save say see seem sell send separate serialise serialize serve ship show shut sit sleep solve spawn speak spend split stand start stay steal stop store strip submit suffer suit support suppose suspend swap sync take talk target teach tell tend terminate think throw tie time translate treat trigger trim truncate trust turn unlock update upload use validate vary verify wait wake want wipe work write yield'.split(
    ' ',
  ),
)
const DIRECTIVE_VERBS = new Set(DIRECTIVES.split('|'))
const ONE_THING = new Set('a an the that this it them these those my'.split(' '))

export function addGrammar(add: Add, masked: string, clauses: readonly string[]): void {
  let steps = 0
  for (const [i, clause] of clauses.slice(0, MAX_CLAUSES).entries()) {
    const words = wordsOf(clause)
    const subject = subjectOf(words)
    const predicate = predicateOf(words)
    if (predicate === 'order' || subject === 'code') steps++
    add(`g:${subject}`)
    add(`g:${predicate}`)
    add(`g:${subject} ${predicate}`)
    if (i === 0) add(`g0:${subject} ${predicate}`)
    if (i === clauses.length - 1) add(`g9:${subject} ${predicate}`)
    if (predicate === 'order') {
      add(ONE_THING.has(words[1] ?? '') ? 'g:orders one thing' : 'g:orders a kind')
    }
  }
  if (steps >= MIN_STEPS) add('g:steps')
  for (const [name, sign] of SIGNS) if (sign.test(masked)) add(`g:${name}`)
}

const MIN_STEPS = 3

function wordsOf(clause: string): string[] {
  const words = spelledContractions(clause.toLowerCase().replace(/’/g, "'"))
    .split(/[^\p{L}\p{N}_'\uE000-\uE002-]+/u)
    .filter((word) => word !== '')
  const from = words.findIndex((word) => !LEADS.has(word))
  return words.slice(Math.max(from, 0), Math.max(from, 0) + MAX_WORDS)
}

function subjectOf([first = '', second = '']: readonly string[]): string {
  const known = SUBJECTS.get(first)
  if (known !== undefined) return known
  if (/[\uE000\uE001_]/.test(first)) return 'code'
  if (DIRECTIVE_VERBS.has(first) && !/^(?:is|are|has|have)$/.test(second)) return 'none'
  return first.endsWith('s') ? 'things' : 'thing'
}

/** The first word that says what kind of verb the clause has. */
function predicateOf(words: readonly string[]): string {
  if (DIRECTIVE_VERBS.has(words[0] ?? '') && !/^(?:is|are|has|have)$/.test(words[1] ?? ''))
    return 'order'
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    if (/^(?:has|have|need|needs)$/.test(word) && next === 'to') return 'obliges'
    if (/^(?:has|have|'ve)$/.test(word) || /'ve$/.test(word))
      return /(?:ed|en|been|had|got|done|gone|made)$/.test(next) ? 'perfect' : 'has'
    if (OBLIGES.has(word)) return 'obliges'
    if (DENIES.has(word)) return 'denies'
    if (/^(?:is|are|am)$|'(?:s|re|m)$/.test(word)) return stateOf(next, words[i + 2] ?? '')
    if (PAST.has(word) || (i > 0 && /\w{2}ed$/.test(word))) return 'past'
    if (/^(?:will|gonna)$|'ll$/.test(word)) return 'future'
    if (i > 0 && HABITS.has(word) && words[i - 1] !== 'to') return 'habit'
    if (i > 0 && isHabit(word)) return 'habit'
    if (/^(?:can|could|would|might)$/.test(word)) return 'may'
  }
  return 'no verb'
}

function isHabit(word: string): boolean {
  if (!word.endsWith('s')) return false
  return HABITS.has(word.slice(0, -1)) || (word.endsWith('es') && HABITS.has(word.slice(0, -2)))
}

function stateOf(next: string, after: string): string {
  const word = /^(?:not|never|always|only|also|still|now|already|currently)$/.test(next)
    ? after
    : next
  if (/ing$/.test(word)) return 'doing'
  return /(?:ed|en|built|made|kept|sent|set|run|read|held|cut)$/.test(word) ? 'passive' : 'is'
}

const SIGNS: readonly (readonly [string, RegExp])[] = [
  [
    'a time',
    /\b\d{1,2}(?::\d\d| ?(?:am|pm|h|o'clock|utc|cet))\b|\b(?:noon|midnight|nightly|daily|weekly|monthly|hourly|quarterly)\b/i,
  ],
  [
    'a schedule',
    /\b(?:every|each|on|until|before|after|by|since|in)\s(?:\w{1,10}\s)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|night|day|month|year|quarter|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)s?\b/i,
  ],
  [
    'a version',
    /\b(?:v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?|(?:node|python|java|go|php|ruby|gcc|rust|react|vue|angular|ios|android|chrome|postgres|swift|c\+\+)\s?\d{1,3})\b/i,
  ],
  [
    'an amount',
    /\b\d[\d.,]{0,10}\s?(?:k|kb|mb|gb|tb|ms|s|sec|seconds?|min|minutes?|hours?|days?|weeks?|months?|years?|%|percent|px|rows?|lines?|calls?|requests?|users?|people|characters?|chars|digits?|bytes?|eur|usd|dpi|baud|hz|cores?)\b/i,
  ],
  [
    'an owner',
    /\b(?:owns?|owned by|belongs? to|in charge of|responsible for|maintains?|maintained by|managed by|contact (?:for|is)|person to ask|on-?call|runs the)\b/i,
  ],
  [
    'of answers',
    /\b(?:repl(?:y|ies)|answers?|respon(?:se|d|ses)|explanations?|explain|summar(?:y|ies|ise|ize)|recaps?|bullets?|paragraphs?|diff only|the diff|jargon|emojis?|apologi[sz]\w{1,4}|verbose|terse|blunt|concise|lecture|snippets?|commands? you)\b/i,
  ],
  [
    'of me',
    /\b(?:for|with) me\b|\bi(?: am|['’]m) (?:\w{2,12} ){0,2}(?:blind|dyslexic|new to|a \w{2,12} person|no \w{2,12})\b|\bi (?:like|dislike|hate|love|prefer|learn|read|work in|work with|can['’]?t stand|don['’]?t (?:like|need))\b/i,
  ],
  [
    'was tried',
    /\b(?:tried|went down|been there|been through|gave up|given up|rolled (?:it |that |this )?back|backed out|did(?:n['’]?t| not) (?:work|help|scale|pan)|no good|went nowhere|got worse|useless|not an option|won['’]?t (?:cure|help|work|fix)|bit us|burn(?:ed|t) us|dead end|not again|again, it|suggest)\b/i,
  ],
  [
    'corrects',
    /^(?:no+|nope|nah|wrong|incorrect|not (?:quite|so|true|\w+[.,])|actually|hold on|hang on|wait|that['’]s (?:wrong|not|backwards|the old|outdated|incorrect)|you (?:keep|forgot|assumed|have it)|again)\b/i,
  ],
  [
    'not but',
    /,\s?not\s|\bnot\s[^,.;]{1,40}\b(?:but|any ?more)\b|\binstead of\b|\brather than\b|\bno longer\b|\bany ?more\b|\bother way\b/i,
  ],
  [
    'chose',
    /\bit is\s{0,4}(?:$|[.,;!])|\b(?:go(?:ing)? with|went with|settled (?:on|for)|picked|pick|chose|chosen|choose|decided|decision|stick(?:ing)? with|stay(?:s|ing|ed)? (?:on|with)|dropped|dropping|ditch(?:ed|ing)?|cancel(?:l?ed)?|signed off|agreed|vote|call it|final(?:ly)?|switch(?:ed|ing)|mov(?:ed|ing) (?:to|from|off)|migrat(?:ed|ing)|replac(?:ed|ing)|over)\b/i,
  ],
  [
    'of this task',
    /\b(?:in|for|on|with) (?:this|that) (?:pr|mr|file|function|test|commit|branch|patch|change|one|case|loop|screen|page|view|class|method|line|migration|makefile|script|diff|ticket|guard|table|column)\b|\bline \d|\b(?:right now|currently|at the moment|as well|too|again with|like the others?|the same)\b/i,
  ],
  [
    'where',
    /\b(?:live|lives|belongs?|goes|go|sits?|stays?|kept|stored|found|defined|comes?) (?:in|into|under|to|on|next|at|from|behind|beside|over)\b/i,
  ],
  [
    'only',
    /\b(?:only|nothing (?:else|but|newer|older)|at most|at least|no more than|exactly|maximum|max|limit(?:ed)?)\b/i,
  ],
  [
    'of us',
    /\b(?:our|with us|for us|at ours|here|around here|in this (?:repo|project|codebase|house|team|company|service|package|monorepo)|the (?:repo|codebase|project|team))\b/i,
  ],
  ['to a place', /\b(?:to|for|when|if|before|after|whenever)\s[^,:]{2,60}[,:]\s/i],
  [
    'for all',
    /\b(?:anywhere|everywhere|in general|generally|as a rule|by default|across the board|without exception|no matter (?:what|which|where|how)|whatever you do|wherever|whoever|everybody|everyone|nobody|no one|anyone|(?:every|any)thing (?:that|which|in|under|we)|(?:all|every|each|any|no) (?:\w+ ){0,2}(?:that|which|in|under|from))\b/i,
  ],
  [
    'is told apart',
    /\bby the way\b|\bbtw\b|\bfor the record\b|\bfor context\b|\bjust so you know\b|\byou (?:could(?:n['’]?t| not)|can(?:not|['’]?t)) know\b|\bone (?:more )?thing\b|\bas i said\b|\bthat['’]?s (?:the|our|a) (?:rule|law|policy|convention|deal|agreement)\b|\bhere['’]?s (?:how|the thing)\b|\bkeep in mind\b|\bheads?[- ]up\b/i,
  ],
  [
    'is bound',
    /\b(?:strict about|last audit|auditors?|compliance|legal|contract(?:ually)?|gdpr|license|sla|budget|customers?|regulator\w*|the law|guarantees?|hard limit|quota)\b/i,
  ],
  ['equals', /\s(?:=|->|→|=>)\s/],
]
