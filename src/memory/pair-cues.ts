/**
 * M-10. What a text says of itself, whatever it is compared with: that something changed, how it denies,
 * allows or limits, and how it is built. Two texts that differ here seldom say the same.
 */
import { hintsAtChange, saysItWasWrong } from './change-cues.ts'

/** Found once for all a text is compared with. */
export interface TextCues {
  /** Signs of a change, from weak to strong. */
  readonly hints: boolean
  readonly wrong: boolean
  readonly past: boolean
  readonly passive: boolean
  readonly fromTo: boolean
  readonly dated: boolean
  readonly adds: boolean
  /** It tells of a time before: that changes nothing of what holds. */
  readonly history: boolean
  /** How it denies, allows and limits. */
  readonly denies: boolean
  readonly excludes: boolean
  readonly mood: 'forbids' | 'allows' | 'asks' | 'says'
  readonly limits: boolean
  readonly general: boolean
  readonly single: boolean
  readonly several: boolean
  /** How it is built. */
  readonly reasons: boolean
  readonly clauses: number
  readonly words: number
}

const words = (...lists: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${lists.join('|')})(?![\p{L}\p{N}])`, 'iu')

const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december'

const PAST = words(
  "was|were|had|did(?:n't)?|went|took|taken|became|got|gave|left|fell|brought|made|told|cut|put|shut|split",
  'rose|grew|chose|came|lost|won|let',
  String.raw`(?!need|use|requir|want|allow|support|bas|call|nam|shar|forc)\p{L}{3,30}ed`,
)
const PASSIVE =
  /\b(?:was|were|been|got|being) (?:\p{L}{2,20}ly )?\p{L}{1,24}(?:ed|en|wn|ne|ut|it|ent|ought|ade|old|un)\b/iu
const FROM_TO = /\bfrom [^,.;]{1,40} (?:to|into) /iu
const DATED = words(
  'now|nowadays|these days|currently|today|since|as of|starting|until|yesterday|recently|meanwhile|again',
  String.raw`(?:last|next) \p{L}{3,12}|this (?:week|month|year|quarter|sprint|spring|summer|autumn|winter)`,
  `(?:from|in) (?:now|today|q\\d|${MONTH})|any ?more|any longer|no longer|went away`,
)
const ADDS = words(
  'also|as well|in addition|additionally|another|(?:got|gets|has) an? (?:new|second|additional)',
)

const HISTORY = words(
  String.raw`had (?:already |long |never |once )?(?:\p{L}{2,20}(?:ed|en|wn|ne)|left|had|been|made|lost|built|kept|run|cut|gone|sent)`,
  '(?:years?|months?|weeks?|days?|releases?|versions?) (?:before|earlier)|back then|at (?:the|that) time|in those days',
)

const DENIES = words(
  "not|no|never|none|nothing|nobody|neither|nor|cannot|without|lacks?|lacking|hardly|free of|\\p{L}{2,8}n't",
)
const EXCLUDES = words(
  String.raw`(?:forbid|prohibit|disallow|refus|reject|avoid|skip|omit|exclud|remov|delet|discard|disabl|ignor|prevent|restrict|unplug)\p{L}{0,6}`,
  'ban|bans|banned|deny|denies|denied|leave out|leaves out|left out|strip|strips|stripped|drop|drops',
  'dropped|stop|stops|impossible|useless|unnecessary|fails?|failed|breaks?|broken|blocked|off|in spite of',
  'despite|regardless|hidden|hides?|wrong',
)
const FORBIDS = words(
  "must not|mustn't|may not|cannot|can't|never|don't|do not|forbidden|banned|prohibited|disallowed",
  'not allowed|not permitted|refused?|rejected?|impossible|avoid|stop',
)
const ALLOWS = words(
  'may|can|could|might|allows?|allowed|permitted|optional|optionally|fine|ok|okay|possible|free to',
  'welcome|voluntary|encouraged',
)
const ASKS = words(
  'must|have to|has to|requires?|required|mandatory|needs?|needed|always|compulsory|obligatory|shall|should',
)
const LIMITS = words(
  'only|solely|exclusively|alone|nothing but|nobody but|just|sole|except|unless|purely|none but',
)
const GENERAL = words(
  'every|each|all|any|anyone|everyone|everybody|everything|anything|always|both|everywhere|anywhere|whenever',
)
const SINGLE = words(
  'one|single|once|at most|own|individual|individually|separate|separately|dedicated|per',
)
const SEVERAL = words(
  'several|multiple|many|twice|grouped?|together|shared?|more than|both|two|three|common|central|centrally',
)
const REASONS = /, (?:so|hence|because|since|too|to|and|as)\b|[;:—]|\bbecause\b/iu
const CLAUSE = /[,;:]\s/gu

export function cuesOf(text: string): TextCues {
  return {
    hints: hintsAtChange(text),
    wrong: saysItWasWrong(text),
    past: PAST.test(text),
    passive: PASSIVE.test(text),
    fromTo: FROM_TO.test(text),
    dated: DATED.test(text),
    adds: ADDS.test(text),
    history: HISTORY.test(text),
    denies: DENIES.test(text),
    excludes: EXCLUDES.test(text),
    mood: FORBIDS.test(text)
      ? 'forbids'
      : ALLOWS.test(text)
        ? 'allows'
        : ASKS.test(text)
          ? 'asks'
          : 'says',
    limits: LIMITS.test(text),
    general: GENERAL.test(text),
    single: SINGLE.test(text),
    several: SEVERAL.test(text),
    reasons: REASONS.test(text),
    clauses: text.match(CLAUSE)?.length ?? 0,
    words: text.split(/\s+/).length,
  }
}

const WORDS_A_CLAUSE = 6
const MAX_CLAUSES_LONGER = 2

/** How the two differ in what each says of itself. */
export function cueFeatures(newer: TextCues, older: TextCues): Readonly<Record<string, number>> {
  const isNew = (cue: keyof TextCues) => Number(newer[cue] && !older[cue])
  const differs = (cue: keyof TextCues) => Number(newer[cue] !== older[cue])
  const moods = new Set([newer.mood, older.mood])
  const longer = (newer.words - older.words) / WORDS_A_CLAUSE
  return {
    wrong: Number(newer.wrong),
    adds: Number(newer.adds),
    history: Number(newer.history),
    past: isNew('past'),
    passive: isNew('passive'),
    fromTo: Number(newer.fromTo),
    dated: isNew('dated'),
    olderDated: Number(older.dated && !newer.dated),
    deniesNew: isNew('denies'),
    denies: differs('denies'),
    polarity: Number((newer.denies || newer.excludes) !== (older.denies || older.excludes)),
    mood: differs('mood'),
    moodTurned: Number(moods.has('forbids') && (moods.has('allows') || moods.has('asks'))),
    limits: differs('limits'),
    limitsNew: isNew('limits'),
    general: differs('general'),
    oneOfMany: Number((newer.single && older.several) || (older.single && newer.several)),
    reasons: isNew('reasons'),
    clauses: Number(newer.clauses > older.clauses),
    longer: Math.max(-MAX_CLAUSES_LONGER, Math.min(MAX_CLAUSES_LONGER, longer)),
  }
}
