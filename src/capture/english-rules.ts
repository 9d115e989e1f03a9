/**
 * G-03. Rules in English by the way they are put: patterns of sentences, clause by clause, beside the cues
 * that every language has. Precision before recall: what is not captured can be said again, what is
 * captured wrongly is followed for months.
 */
import { contentWords } from '../text/words.ts'
import { CONTRASTS, CORRECTION_CUES, PLAIN_FACT, UNSAID } from './correction-cues.ts'
import type { ProseSentence } from './prose.ts'
import { RULE_PATTERNS, type RulePattern } from './rule-patterns.ts'
import { refusalOf, STANDING } from './rule-refusals.ts'
import { triggersOf } from './rule-triggers.ts'
import { DIRECTIVES, isGeneral, isOfTheTrade, namesArtefact, VALUE } from './rule-words.ts'

interface EnglishRule {
  readonly corrects: boolean
  /** The pattern that fits; empty for a correction. */
  readonly pattern: string
  readonly confidence: number
  readonly reason: string
}

/** "No, …", "actually …", "I said …", by itself or after a sentence that says no more than that. */
export function englishCorrection(
  sentence: ProseSentence,
  before: ProseSentence | null,
): EnglishRule | null {
  const whole = sentence.masked.trim()
  if (/\bchanged my mind\b/i.test(whole)) return null
  const found = correctionIn(whole) ?? correctionAfter(before, whole)
  return found && weighed({ ...found, pattern: '' }, sentence)
}

export function englishRule(sentence: ProseSentence): EnglishRule | null {
  const core = withoutLead(sentence.masked.trim())
  if (SPEAKS_OF_IT.test(core) && !hasValue(core)) return null
  const pattern = matchingPattern(core, sentence.text)
  if (pattern === null) return null
  const { name, confidence } = pattern
  const found = { corrects: name === 'stop', pattern: name, confidence, reason: `says so: ${name}` }
  return weighed(found, sentence)
}

/** "It's a small change, but it will help in the future" */
const SPEAKS_OF_IT =
  /^(?:it|this|that)(?:['’]s|['’]ll|\s(?:is|will|was|would|helps?|also|can|may|just))\s(?!(?:\w+\s)?(?:important|essential|crucial|vital|critical|mandatory|required|forbidden|imperative)\b)/i

type Finding = Omit<EnglishRule, 'pattern'>

/** "No, …", "actually …", "I said …": the opening alone proves nothing, what follows must. */
function correctionIn(whole: string): Finding | null {
  const start = whole.replace(/^(?:(?:oh|hmm+|wait|sorry|hey|ok|okay|but|and|well)[,.!]?\s+)+/i, '')
  for (const { name, opener, confidence } of CORRECTION_CUES) {
    const opening = opener.exec(start)?.[0]
    if (opening === undefined) continue
    const body = start.slice(opening.length)
    const isOpen = COMPLAINT.test(opening) || NAMES_ITS_SUBJECT.test(opening)
    const isSaid = isOpen ? isSaidForGood(opening, body) : statesSomething(start, body)
    if (isSaid) return { corrects: true, confidence, reason: `corrects: ${name}` }
    return null
  }
  if (DRIVEN_HOME.test(start))
    return { corrects: true, confidence: 0.8, reason: 'corrects: insists' }
  const contrasts = CONTRASTS.slice(0, 3).some((contrast) => contrast.test(start))
  const known =
    contrasts && !UNSAID.test(start) && !OF_A_FAULT.test(start) && refusalOf(start, start) === null
  const named = /^(?:it['’]?s|they['’]?re|it is)\s/i.test(start) && contrasts && hasValue(start)
  return known || named
    ? { corrects: true, confidence: 0.78, reason: 'corrects: one thing, not the other' }
    : null
}

/** "The bug is in the parser, not in the lexer": a hint for the work at hand. */
const OF_A_FAULT =
  /^(?:the|that|this|our)\s+(?:[\w-]+\s+){0,2}?(?:bug|error|problem|issue|crash|failure|exception|fault|leak|warning|cause|reason|trouble|typo)\b/i

/** "That's not how ids work here: they're …": "they" is said. */
const NAMES_ITS_SUBJECT = /\bnot (?:how|where|what|the way) (?!(?:we|i|you) (?:do|want|like)\b)\w/i

/** Who complains that it was said or done before means it for good, however it is put. */
const COMPLAINT = /\bagain\b|\btold you\b|\b(?:before|already|twice|times|earlier)\b|:\s*$/i

function isSaidForGood(opening: string, body: string): boolean {
  if (contentWords(body).length < 2) return false
  if (UNSAID.test(body) && !NAMES_ITS_SUBJECT.test(opening)) return false
  return !/^(?:check|look|see|find|read|open|run|try|fix)\b/i.test(body)
}

/** "No." or "That's wrong." as a sentence of its own makes the next one a correction. */
function correctionAfter(before: ProseSentence | null, whole: string): Finding | null {
  if (before === null || before.text.length > MAX_OPENER_CHARS) return null
  const opener = CORRECTION_CUES.find(
    ({ opener: cue }) => cue.exec(`${before.masked} `)?.[0].trim() === before.masked.trim(),
  )
  if (opener === undefined || !statesSomething(whole, withoutLead(whole))) return null
  return { corrects: true, confidence: 0.8, reason: `corrects: ${opener.name}` }
}

/** "Amounts are integers!! never floats" */
const DRIVEN_HOME =
  /^[\w\s-]{3,60}\s(?:is|are|goes?|lives?)\s[^.!?]{2,60}!{1,3}\s(?:never|not|no)\s\w+/i
const MAX_OPENER_CHARS = 60
const DIRECTIVE = new RegExp(
  `^(?:please\\s+)?(?:always\\s+|never\\s+|don['’]?t\\s+|do not\\s+|not\\s+(?:to\\s+)?)?(?:${DIRECTIVES})\\b`,
  'i',
)

function statesSomething(whole: string, body: string): boolean {
  if (contentWords(body.replace(/[\uE000-\uE002]+/g, ' code ')).length < 2) return false
  if (refusalOf(whole, whole) !== null || refusalOf(body, body) !== null) return false
  if (announcesARule(body)) return false
  if (matchingPattern(body, body) !== null) return true
  if (CONTRASTS.some((contrast) => contrast.test(body))) return !UNSAID.test(body) || hasValue(body)
  if (UNSAID.test(body)) return false
  return (
    PLAIN_FACT.test(body) ||
    (DIRECTIVE.test(body) && (isGeneral(body) || namesArtefact(body) || hasValue(body)))
  )
}

function matchingPattern(core: string, text: string): RulePattern | null {
  if (announcesARule(core)) return null
  const clauses = clausesOf(core)
  for (const pattern of RULE_PATTERNS) {
    const anchored = pattern.cue.source.startsWith('^')
    for (const { clause, governor } of anchored ? clauses : clauses.slice(0, 1)) {
      if (!pattern.cue.test(clause)) continue
      if (refusalOf(core, clause) !== null) continue
      if (governor !== null && refusalOf(core, governor) !== null) continue
      if (meetsNeeds(pattern, clause, text)) return pattern
    }
  }
  return null
}

/** "I want you to update your naming convention" announces a rule and leaves it to be said. */
export function announcesARule(core: string): boolean {
  const bare = core.replace(/^(?:no|nope|yes|yeah),?\s+/i, '')
  return (
    (ABOUT_A_RULE.test(bare) || ANNOUNCES_A_RULE.test(bare) || saysNoMoreThanThat(bare)) &&
    !hasValue(bare)
  )
}

/** "We have a coding style that we follow": there is a rule, and what it says is not said. */
function saysNoMoreThanThat(bare: string): boolean {
  if (RAISES_A_TOPIC.test(bare)) return true
  if (!OF_RULES.test(bare) || /[a-z,]\s[A-Z]|[:\uE000]/.test(bare)) return false
  return contentWords(bare).filter((word) => !META.has(word)).length <= 2
}

const RAISES_A_TOPIC =
  /\b(?:i(?:['’]d| would)? (?:wanted|want|like|need) to|let['’]?s|let me|we (?:should|need to)) (?:also )?(?:go over|talk about|discuss|touch on|mention|cover|review|introduce|address|share)\b/i
const OF_RULES =
  /\b(?:conventions?|guidelines?|standards?|practices?|(?:coding|naming|code) styles?|rules?)\b/i
const META: ReadonlySet<string> = new Set(
  'convention conventions guideline guidelines standard standards practice practices style styles rule rules naming coding code codes consistent consistency consistently specific certain particular new best good follow follows following maintain maintaining uniformity across project projects codebase codebases team here function functions method methods variable variables class classes attribute attributes argument arguments name names prefer use using uses adhere stick sure make ensure important remember work always keep improve readability quality help helps general overall some our your also going forward now update updated one few'.split(
    ' ',
  ),
)

/** Whatever follows a colon would be the rule itself. */
const ANNOUNCES_A_RULE = new RegExp(
  [
    String.raw`^(?:(?:from (?:now|here) on(?: out)?|going forward|moving forward|so|also|just|now),?\s+)*`,
    String.raw`(?:(?:i(?:['’]d| would)?\s+(?:also\s+)?(?:want|like|need|expect)\s+(?:you|us)\s+to|(?:[^,:]{0,60}\band\s+)?(?:make sure|ensure)(?:\s+(?:that|to|you))*(?:\s+(?:all|any)(?: your| of your)? new (?:code|functions?|methods?)(?: you write)?)?|we(?:['’]re|\s+(?:are|will|need to|should))?|you\s+(?:should|must|need to)|please|let['’]?s)\s+)?`,
    String.raw`(?:now\s+)?(?:start\s+|begin\s+|be\s+)*`,
    String.raw`(?:pay(?:ing)? attention to|standardi[sz](?:e|ing)\s+(?:our|your|the)\s+(?:\w+\s+){0,3}names|(?:(?:follow|adopt|updat|us|apply|chang|standardi[sz]|maintain|introduc)(?:e|es|ing|s)?|(?:stick|adher)(?:e|s|ing)?\s+(?:to|with)|(?:be\s+)?consistent with)\s+(?:an?|this|these|those|our|your|the|some)\s+(?:(?:new|specific|certain|particular|consistent|updated|different|following|same|basic|coding|code|naming|variable|function|method|attribute|class|argument|team)\s+)*(?:conventions?|guidelines?|standards?|practices?|styles?|structure))\b(?![^.]{0,400}:)`,
  ].join(''),
  'i',
)

/** "This is a change from our standard" speaks about a rule and states none. */
const ABOUT_A_RULE =
  /^(?:this|these|those|that|it|they)(?:['’]s|['’]re)?\s+(?:is|are|was|were|will|would|should|can|may|helps?|ensures?|makes?|applies|keeps?|allows?|a|an|not|just|also|practices?|standards?|conventions?|rules?|changes?|updates?|way)\b(?!\s+(?:project|repo|repository|codebase|team)\b)/i

function meetsNeeds(pattern: RulePattern, clause: string, text: string): boolean {
  switch (pattern.needs) {
    case 'nothing':
      return true
    case 'general':
      return isGeneral(clause) || triggersOf(text).length > 0
    case 'artefact':
      return namesArtefact(clause) || STANDING.test(clause) || triggersOf(text).length > 0
    case 'trade':
      return isOfTheTrade(clause)
    case 'value':
      return VALUE.test(clause)
  }
}

interface Clause {
  readonly clause: string
  /** "I'll run it and always use …": a clause after "and" has the same speaker. */
  readonly governor: string | null
}

/** The sentence from each place where a clause begins, itself first. */
function clausesOf(core: string): Clause[] {
  const clauses: Clause[] = [{ clause: core, governor: null }]
  for (const match of core.matchAll(CLAUSE_START)) {
    if (clauses.length >= MAX_CLAUSES) break
    const clause = core.slice(match.index + match[0].length)
    const joined = /^\s/.test(match[0])
    clauses.push({ clause, governor: joined ? (clauses.at(-1)?.clause ?? null) : null })
  }
  return clauses
}

const MAX_CLAUSES = 8
const CLAUSE_START =
  /(?:[,;:—–]|\s-)\s{1,8}(?:(?:and|but|so|then|also|or)\s{1,8}){0,4}|\s(?:and|but|so|because|since|that)\s{1,8}(?:also\s{1,8})?(?=(?:please|always|never|don['’]?t|do not|we|you|i|let|use|avoid|make|stop|all|every|no|end|start|names?|include)\b)/gi

const LEADS =
  /^(?:(?:also|additionally|furthermore|moreover|likewise|similarly|besides|firstly?|secondly?|thirdly|finally|lastly|second|third|another (?:thing|one|point)|one (?:more |last )?thing|so|and|but|oh|ok|okay|well|right|alright|hey|hi|btw|fyi|ps|note|again|just|remember(?=,)|specifically|importantly|in addition|in particular|on top of that|to that end|by the way|for consistency|as always|as usual|as a reminder|reminder|quick (?:note|one|thing)|important|heads up|yes|yeah|sure|great|perfect|good|thanks|cool|now(?=,)|next(?=,)|then(?=,))\s*[,:;.!—–-]*\s+)+/i
const VOCATIVE = /^(?!(?:No|Nope|Actually|Wrong|Always|Never|Please)\b)[A-Z][a-z]+,\s+/

export function withoutLead(whole: string): string {
  const once = whole.replace(VOCATIVE, '').replace(LEADS, '')
  return once.replace(VOCATIVE, '')
}

const HEDGE =
  /\b(?:usually|ideally|if possible|try to|when possible|where possible|in most cases|probably|kind of|sort of|i think|might|where it makes sense)\b/i

// biome-ignore format: the three steps read best in a column
function weighed(found: EnglishRule, sentence: ProseSentence): EnglishRule {
  const steps = [
    STANDING.test(sentence.masked)  ? STANDING_BONUS : 0,
    hasValue(sentence.masked)       ? VALUE_BONUS : 0,
    HEDGE.test(sentence.masked)     ? -HEDGE_MALUS : 0,
    sentence.mood === 'request'     ? -REQUEST_MALUS : 0,
  ]
  const confidence = steps.reduce((sum, step) => sum + step, found.confidence)
  return { ...found, confidence: Math.min(Math.max(confidence, 0), MAX_CONFIDENCE) }
}

const STANDING_BONUS = 0.03
const VALUE_BONUS = 0.02
const HEDGE_MALUS = 0.06
const REQUEST_MALUS = 0.05
const MAX_CONFIDENCE = 0.97

function hasValue(masked: string): boolean {
  return VALUE.test(masked)
}
