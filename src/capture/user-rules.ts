/**
 * G-03. Rules out of what a person writes, by pattern alone: preferences, corrections, policies and
 * negatives. One sentence makes one memory. Precision before recall: what is not captured can be
 * said again, what is captured wrongly is followed for months.
 */
import * as z from 'zod'
import { contentWords } from '../text/words.ts'
import { CONTRASTS, CORRECTION_CUES, PLAIN_FACT, UNSAID } from './correction-cues.ts'
import { type NamingClaim, namingClaims } from './naming-claims.ts'
import { type ProseSentence, proseSentences } from './prose.ts'
import { RULE_PATTERNS, type RulePattern } from './rule-patterns.ts'
import { refusalOf, STANDING } from './rule-refusals.ts'
import { ruleSubject, speaksOfThem } from './rule-subject.ts'
import { forbidsSomething, triggersOf } from './rule-triggers.ts'
import { DIRECTIVES, isGeneral, isOfTheTrade, namesArtefact, VALUE } from './rule-words.ts'
import { shortened } from './tool-events.ts'

export const UserRuleSettings = z.object({
  minConfidence: z.number().min(0).max(1).default(0.7).describe('Less sure than this is not kept'),
  maxSentenceChars: z.int().positive().default(400).describe('A longer sentence states no rule'),
  maxMessageChars: z.int().positive().default(20_000).describe('Only so much of a message is read'),
  maxRulesPerMessage: z.int().positive().default(12).describe('Most rules from one message'),
  titleChars: z.int().positive().default(80).describe('Longest title of a captured rule'),
})
export type UserRuleSettings = z.infer<typeof UserRuleSettings>

export type RuleType = 'correction' | 'negative' | 'policy' | 'preference'

export interface CapturedRule {
  readonly type: RuleType
  /** The sentence as written: the content of the memory. */
  readonly sentence: string
  /** The sentence before, where this one leans on it ("start them with …"). */
  readonly context: string | null
  readonly title: string
  /** A-12. Code that brings this rule up. */
  readonly triggers: readonly string[]
  /** What the rule is about, without what it says of it (B-05). */
  readonly subject: string
  readonly values: readonly string[]
  /** For naming rules: each thing, which side of its name, and what it must be. */
  readonly claims: readonly NamingClaim[]
  /** It says itself that something else was true before. */
  readonly supersedes: boolean
  /** Where it seems to belong; null leaves it to the type. */
  readonly scopeHint: 'project' | 'global' | null
  readonly confidence: number
  readonly reason: string
  readonly start: number
  readonly end: number
}

export function capturedRules(settings: UserRuleSettings, message: string): CapturedRule[] {
  const sentences = proseSentences(message.slice(0, settings.maxMessageChars))
  const rules: CapturedRule[] = []
  for (const [i, sentence] of sentences.entries()) {
    if (rules.length >= settings.maxRulesPerMessage) break
    const rule = ruleOf(settings, sentence, sentences[i - 1] ?? null)
    if (rule !== null) rules.push(rule)
  }
  return rules
}

interface Finding {
  readonly corrects: boolean
  readonly confidence: number
  readonly reason: string
}

function ruleOf(
  settings: UserRuleSettings,
  sentence: ProseSentence,
  before: ProseSentence | null,
): CapturedRule | null {
  if (sentence.mood !== 'statement' && sentence.mood !== 'request') return null
  if (sentence.text.length > settings.maxSentenceChars) return null
  if (contentWords(sentence.text).length < 2) return null
  const found = finding(sentence, before)
  if (found === null || found.confidence < settings.minConfidence) return null
  const leans =
    before !== null &&
    speaksOfThem(sentence.text) &&
    namingClaims(sentence.text, null).length < namingClaims(sentence.text, before.text).length
  const context = leans ? before.text : null
  const triggers = triggersOf(sentence.text)
  return {
    type: typeOf(found.corrects, sentence.masked, triggers),
    sentence: sentence.text.replace(/\s+/g, ' '),
    context,
    title: titleOf(settings, sentence.text),
    triggers,
    ...ruleSubject(sentence.text, context),
    supersedes: found.corrects || SUPERSEDES.test(sentence.masked),
    scopeHint: scopeHint(sentence.masked),
    confidence: found.confidence,
    reason: found.reason,
    start: sentence.start,
    end: sentence.end,
  }
}

function finding(sentence: ProseSentence, before: ProseSentence | null): Finding | null {
  const whole = sentence.masked.trim()
  const correction = correctionIn(whole) ?? correctionAfter(before, whole)
  if (correction !== null) return weighed(correction, sentence)
  const core = withoutLead(whole)
  const pattern = matchingPattern(core, sentence.text)
  if (pattern === null) return null
  const corrects = pattern.name === 'stop'
  return weighed(
    { corrects, confidence: pattern.confidence, reason: `says so: ${pattern.name}` },
    sentence,
  )
}

/** "No, …", "actually …", "I said …": the opening alone proves nothing, what follows must. */
function correctionIn(whole: string): Finding | null {
  const start = whole.replace(/^(?:(?:oh|hmm+|wait|sorry|hey|ok|okay|but|and|well)[,.!]?\s+)+/i, '')
  for (const { name, opener, confidence } of CORRECTION_CUES) {
    const opening = opener.exec(start)?.[0]
    if (opening === undefined) continue
    const body = start.slice(opening.length)
    if (statesSomething(start, body)) {
      return { corrects: true, confidence, reason: `corrects: ${name}` }
    }
    return null
  }
  const contrasts = CONTRASTS.slice(0, 2).some((contrast) => contrast.test(start))
  const known = contrasts && !UNSAID.test(start) && refusalOf(start, start) === null
  const named = /^(?:it['’]?s|they['’]?re|it is)\s/i.test(start) && contrasts && hasValue(start)
  return known || named
    ? { corrects: true, confidence: 0.78, reason: 'corrects: one thing, not the other' }
    : null
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

const MAX_OPENER_CHARS = 60
const DIRECTIVE = new RegExp(
  `^(?:please\\s+)?(?:always\\s+|never\\s+|don['’]?t\\s+|do not\\s+|not\\s+(?:to\\s+)?)?(?:${DIRECTIVES})\\b`,
  'i',
)

function statesSomething(whole: string, body: string): boolean {
  if (contentWords(body.replace(/[\uE000-\uE002]+/g, ' code ')).length < 2) return false
  if (refusalOf(whole, whole) !== null || refusalOf(body, body) !== null) return false
  if (speaksAboutARule(body)) return false
  if (matchingPattern(body, body) !== null) return true
  if (CONTRASTS.some((contrast) => contrast.test(body))) return !UNSAID.test(body) || hasValue(body)
  if (UNSAID.test(body)) return false
  return (
    PLAIN_FACT.test(body) ||
    (DIRECTIVE.test(body) && (isGeneral(body) || namesArtefact(body) || hasValue(body)))
  )
}

function matchingPattern(core: string, text: string): RulePattern | null {
  if (speaksAboutARule(core)) return null
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
function speaksAboutARule(core: string): boolean {
  const bare = core.replace(/^(?:no|nope|yes|yeah),?\s+/i, '')
  return (ABOUT_A_RULE.test(bare) || ANNOUNCES_A_RULE.test(bare)) && !hasValue(bare)
}

/** Whatever follows a colon would be the rule itself. */
const ANNOUNCES_A_RULE = new RegExp(
  [
    String.raw`^(?:(?:from (?:now|here) on(?: out)?|going forward|moving forward|so|also|just|now),?\s+)*`,
    String.raw`(?:(?:i(?:['’]d| would)?\s+(?:also\s+)?(?:want|like|need|expect)\s+(?:you|us)\s+to|(?:[^,:]{0,60}\band\s+)?(?:make sure|ensure)(?:\s+(?:that|to|you))*(?:\s+(?:all|any)(?: your| of your)? new (?:code|functions?|methods?)(?: you write)?)?|we(?:['’]re|\s+(?:are|will|need to|should))?|you\s+(?:should|must|need to)|please|let['’]?s)\s+)?`,
    String.raw`(?:now\s+)?(?:start\s+|begin\s+|be\s+)*`,
    String.raw`(?:pay(?:ing)? attention to|standardi[sz](?:e|ing)\s+(?:our|your|the)\s+(?:\w+\s+){0,3}names|(?:(?:follow|adopt|updat|us|apply|chang|standardi[sz]|maintain|introduc)(?:e|es|ing|s)?|(?:stick|adher)(?:e|s|ing)?\s+(?:to|with)|(?:be\s+)?consistent with)\s+(?:an?|this|these|those|our|your|the|some)\s+(?:(?:new|specific|certain|particular|consistent|updated|different|following|same|basic|coding|code|naming|variable|function|method|attribute|class|argument|team)\s+)*(?:conventions?|guidelines?|standards?|practices?|styles?|structure))\b(?![^.]*:)`,
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
  /** "I'll run it and always use …": a clause after "and" is still said by whoever began. */
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
  /(?:[,;:—–]|\s-)\s+(?:and\s+|but\s+|so\s+|then\s+|also\s+|or\s+)*|\s+(?:and|but|so|because|since|that)\s+(?:also\s+)?(?=(?:please|always|never|don['’]?t|do not|we|you|i|let|use|avoid|make|stop|all|every|no|end|start|names?|include)\b)/gi

const LEADS =
  /^(?:(?:also|additionally|furthermore|moreover|likewise|similarly|besides|firstly?|secondly?|thirdly|finally|lastly|second|third|another (?:thing|one|point)|one (?:more |last )?thing|so|and|but|oh|ok|okay|well|right|alright|hey|hi|btw|fyi|ps|note|again|just|remember(?=,)|specifically|importantly|in addition|in particular|on top of that|to that end|by the way|for consistency|as always|as usual|as a reminder|reminder|quick note|important|heads up|yes|yeah|sure|great|perfect|good|thanks|cool|now(?=,)|next(?=,)|then(?=,))\s*[,:;.!—–-]*\s+)+/i
const VOCATIVE = /^(?!(?:No|Nope|Actually|Wrong|Always|Never|Please)\b)[A-Z][a-z]+,\s+/

function withoutLead(whole: string): string {
  const once = whole.replace(VOCATIVE, '').replace(LEADS, '')
  return once.replace(VOCATIVE, '')
}

/** G-03. `negative` names a code trigger, `policy` knows no exception, the rest is `preference`. */
function typeOf(corrects: boolean, masked: string, triggers: readonly string[]): RuleType {
  const forbids = forbidsSomething(masked) && triggers.length > 0 && FORBIDDING.test(masked)
  if (corrects && !(forbids && /^(?:please\s+)?(?:stop|quit|no more)\b/i.test(masked)))
    return 'correction'
  if (forbids) return 'negative'
  return POLICY.test(masked) ? 'policy' : 'preference'
}

/** "Use X instead of Y" wishes; only these forbid. */
const FORBIDDING =
  /\b(?:never|don['’]?t|do not|avoid|stop|quit|no more|must(?:n['’]t| not)|should(?:n['’]t| not)|can(?:not|['’]t)|shall not|may not|not allowed|forbidden|banned|prohibited|off[- ]limits|refrain from|steer clear of|stay away from|under no circumstances|no)\b/i
const POLICY =
  /\b(?:must(?:n['’]t)?|mandatory|required?|requires|requirement|compulsory|obligatory|non-negotiable|never ever|don['’]?t ever|do not ever|under no circumstances|without exception|no exceptions|at all times|forbidden|prohibited|banned|not allowed|not permitted|off[- ]limits|have to|has to|shall|not acceptable|unacceptable|disallowed|may not|nobody may|no one may|may only)\b/i
const SUPERSEDES =
  /\b(?:instead|no longer|any ?more|from now on|going forward|moving forward|as of (?:now|today)|starting (?:now|today|tomorrow)|changed?|updat(?:e|ed|ing)|new (?:rule|convention|standard|policy)|rather than|switch(?:ed|ing)?|mov(?:ed|ing) to|migrat(?:ed|ing)|replac(?:e|es|ed|ing)|scrap|forget (?:what|about|the)|drop(?:ped)?|not .{1,40} but)\b/i
const PROJECT =
  /\b(?:this (?:project|repo|repository|codebase|app|package|service|monorepo)|the (?:project|repo|repository|codebase|team)|our (?:project|repo|codebase|team|company|api|app|code|tests?)|in here|around here|at our company|we|our|us)\b/i
const GLOBAL =
  /\b(?:(?:in|across|for) (?:all|any|every|each of) (?:my |of my |our )?(?:projects?|repos?|repositories|codebases?)|everywhere i work|no matter (?:the|which|what) (?:project|repo|language)|i (?:\w+ )?(?:prefer|like|love|hate|dislike)|my preference|when (?:you )?(?:talk|talking|answer|answering|reply|replying|explain|explaining)|your (?:answers|replies|responses|explanations))\b/i

function scopeHint(masked: string): 'project' | 'global' | null {
  if (GLOBAL.test(masked)) return 'global'
  return PROJECT.test(masked) ? 'project' : null
}

const HEDGE =
  /\b(?:usually|ideally|if possible|try to|when possible|where possible|in most cases|probably|kind of|sort of|i think|might|where it makes sense)\b/i

// biome-ignore format: the three steps read best in a column
function weighed(found: Finding, sentence: ProseSentence): Finding {
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

const TITLE_LEAD =
  /^(?:please,?\s+|from now on,?\s+|going forward,?\s+|moving forward,?\s+|(?:and\s+)?remember(?:,| to| that)\s+|make sure (?:that |to |you )?|ensure (?:that )?|be sure to\s+|i(?:['’]d| would)? (?:want|like|need) you to\s+|no,\s+|actually,?\s+|(?:can|could|would) you (?:please )?)+/i

function titleOf(settings: UserRuleSettings, text: string): string {
  const core = withoutLead(text.replace(/\s+/g, ' ').trim())
  const bare = core.replace(TITLE_LEAD, '') || core
  const title = shortened(bare, settings.titleChars).replace(/[.!;:,\s]+$/, '')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
