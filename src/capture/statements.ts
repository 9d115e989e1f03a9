/**
 * M-20 to M-22. Whether a sentence states something to keep, and as what it is said: a decision, a policy,
 * a preference, a correction, a dead end, a procedure, a fact. By the cues of its language, wherever in the
 * sentence they stand. What is asked for once, asked about, told or supposed is not kept.
 */
import { CUE_TABLES } from './cues/language.ts'
import type { CueTable } from './cues/table.ts'
import { declarationIn } from './declarations.ts'
import { announcesARule, withoutLead } from './english-rules.ts'
import type { ProseSentence } from './prose.ts'
import { DIRECTIVES } from './rule-words.ts'
import { lastingPart } from './scope-words.ts'
import { standingForm } from './standing-forms.ts'

export type StatementType =
  | 'correction'
  | 'decision'
  | 'fact'
  | 'negative'
  | 'policy'
  | 'preference'
  | 'procedure'

export interface PersonalStatement {
  readonly type: StatementType
  /** M-20. The person asked for it to be kept, in so many words. */
  readonly explicit: boolean
  readonly corrects: boolean
  readonly confidence: number
  readonly reason: string
}

/** What stands around a sentence in its message. */
interface Around {
  readonly before: ProseSentence | null
  readonly next: ProseSentence | null
  /** The message orders something to be made: its sentences describe that thing. */
  readonly isSpecification: boolean
}

export function statementIn(
  table: CueTable,
  sentence: ProseSentence,
  around: Around,
): PersonalStatement | null {
  const { masked, mood } = sentence
  const explicit = CUE_TABLES.find((each) => each.explicit.test(masked))
  const isWished = explicit !== undefined && POLITE.test(explicit.explicit.exec(masked)?.[0] ?? '')
  if (explicit !== undefined && (isWished || !isAsked(table, sentence))) {
    const body = masked.replace(explicit.explicit, ' ')
    if (refusedWish(table, masked) !== null) return null
    if (table.language === 'en' && announcesARule(body.replace(/^\W+/, ''))) return null
    return statedByWish(table, body)
  }
  if (mood === 'hypothetical' || mood === 'quotation' || table.hypothetical.test(masked))
    return null
  const standing = table.standing.test(masked)
  if (isAsked(table, sentence) && !standing) return null
  if (mood === 'question' && !POLITE.test(masked)) return null
  if (table.session.test(masked)) {
    return table.language !== 'en' || isDirected(masked) ? inSession(table, masked) : null
  }
  if (table.deadEnd.test(masked)) return statement('negative', 0.85, 'was tried and failed')
  const isMomentary = table.momentary.test(masked)
  const isTask = ORDERS_A_THING.test(masked)
  if (!standing && isTask) return null
  const isOthers = table.language !== 'en' && isTold(table, masked)
  const isDecision = table.decision.test(masked) && (table.language === 'en' || !standing)
  if (isDecision && !isMomentary && !isOthers) {
    return statement('decision', 0.86, 'says that it was decided')
  }
  if (table.procedure.test(masked) && !isMomentary) {
    return statement('procedure', 0.8, 'says how it is done')
  }
  if (table.language === 'en' && announcesARule(masked)) return null
  if (standing)
    return statement(typeOfLasting(table, lastingPart(table, masked)), 0.9, 'holds from now on')
  if (isMomentary || around.isSpecification) return null
  return table.language === 'en' ? inEnglish(table, masked, around) : inOther(table, masked)
}

/**
 * M-20, M-24. Why something a person asked to be remembered cannot be kept, in words for that person; null
 * when it can. A to-do of this moment is no memory, and a name without what it stands for says nothing.
 */
export function refusedWish(table: CueTable, masked: string): string | null {
  if (table.language !== 'en') return null
  const wish = table.explicit.exec(masked)
  if (wish === null) return null
  const rest = masked.slice(wish.index + wish[0].length)
  const said = rest.replace(/^[^\p{L}\p{N}<]+/u, '').trim()
  if (WRITES_A_FILE.test(masked)) return 'it asks for a file to be written'
  const isToDo = /^\s(?:also\s)?to\b/i.test(rest)
  if (isToDo && OF_THIS_TASK.test(said) && !FOR_EVERY_TASK.test(said))
    return 'it is something to do now'
  if (isToDo && !STANDS_FOR_MORE.test(said)) return 'it is something to do now'
  return NAME_ALONE.test(said) ? 'it names a thing without saying what it is' : null
}

const WRITES_A_FILE =
  /^(?:please,? |and |also |then )*(?:note|write|put|save|record|log|add)\s+(?:down\s+)?(?!that\b)[^:]{0,80}?\b(?:in|into|to)\s+(?:the\s+)?(?:@?[\w./-]{1,80}\.(?:md|txt|rst|adoc|json|ya?ml|toml)|readme|changelog|docs|wiki|(?:pr|mr|issue|ticket|commit|release|pull request)(?:['’]s)? (?:text|description|message|body|title|notes?|comment))\b/i
const STANDS_FOR_MORE =
  /\b(?:always|never|every|each|all|any|whenever|when|before|after|if|from now on|on new)\b/i
/** "When you are done with this", "after this change". */
const OF_THIS_TASK =
  /\b(?:when|once|after|as soon as|before) (?:(?:you|we|i)(?:['’](?:re|ve|m)| are| have| am)?|(?:this|that|it)(?:['’]s| is| has)?)(?: been| all)? (?:done|finish(?:ed)?|ready|through|merged|leave|stop|wrap(?:ped)? up)\b(?! (?:an?|any|each|every)\b)|\b(?:after|before|with|in|for) (?:this|that|the current) (?:change|task|fix|commit|pr|ticket|feature|refactor(?:ing)?|migration|step|one|session|edit|rename|upgrade|is done)\b|\b(?:after|before|with) (?:this|that)(?=[.!]?$)/i
const FOR_EVERY_TASK = /\b(?:always|never|every|each|all|any|whenever|from now on|in future)\b/i
const NAME_ALONE = /^(?:<[^>]{1,40}>|(?:my|our|the|your|his|their)(?:\s[\w'’-]+){1,3})[.!]*$/i

/** M-20. What was asked to be remembered. */
export function statedByWish(table: CueTable, body: string): PersonalStatement {
  return statement(typeOfBody(table, body), 0.95, 'asked to remember', { explicit: true })
}

/** Asked for the thing at hand, or as part of something to be made: nothing that outlives the task. */
export function isOneOff(table: CueTable, masked: string): boolean {
  if (table.standing.test(masked)) return false
  return table.momentary.test(masked) || ORDERS_A_THING.test(masked) || RIGHT_HERE.test(masked)
}

/** Cues that say enough by themselves in every language; stories and quotations were sorted out before. */
function inOther(table: CueTable, masked: string): PersonalStatement | null {
  if (table.correction.test(masked) && hasSubstance(masked)) {
    return statement('correction', 0.82, 'corrects')
  }
  if (isTold(table, masked)) return null
  if (table.preference.test(masked)) return statement('preference', 0.84, 'prefers')
  if (table.absolute.test(masked)) {
    const type = table.person.test(masked) ? 'preference' : 'policy'
    return statement(type, 0.82, 'always or never')
  }
  if (table.obligation.test(masked)) return statement('policy', 0.78, 'must')
  return HOLDS_HERE.test(masked) ? statement('policy', 0.76, 'holds here') : null
}

/** "Für dieses Repo gilt: …", "dans ce dépôt on …", "en este proyecto usamos …". */
const HOLDS_HERE =
  /^(?:in|im|für|dans|pour|en|para|nest[ea]|em|per|nel|в|для)\s(?:(?:dies(?:em|es|er|e)|unser\p{L}{0,2}|ce|cet|cette|notre|est[ea]|nuestr[oa]|oss[oa]|quest[oa]|nostr[oa]|эт\p{L}{1,3}|наш\p{L}{0,3})\s)?[\p{L}-]{3,20}\s?(?::|gilt|(?:wir|man|on|nous|se|usamos|usiamo|si|мы)(?![\p{L}]))/iu

function inEnglish(
  table: CueTable,
  masked: string,
  { before, next }: Around,
): PersonalStatement | null {
  if (isTold(table, masked) && !KEPT_BY_THE_HOUSE.test(masked)) return null
  if (table.preference.test(masked)) return statement('preference', 0.86, 'prefers')
  const standing = standingForm(masked)
  if (standing !== null) {
    const type = table.person.test(masked) ? 'preference' : 'policy'
    return statement(type, standing.confidence, standing.reason)
  }
  if (NOT_ALLOWED.test(masked) || AUTHORITY.test(masked)) {
    return statement('policy', 0.82, 'a constraint')
  }
  if (HOUSE_HABIT.test(masked)) {
    const corrects =
      next !== null && /^(?:return|use|throw|put|call|write|take|it|the|they)\b/i.test(next.masked)
    return statement(corrects ? 'correction' : 'policy', 0.8, 'what the house does', { corrects })
  }
  if (NOTHING_OF_THE_KIND.test(masked)) {
    return statement(/:\s?\S/.test(masked) ? 'decision' : 'policy', 0.8, 'rules something out')
  }
  const declared = declarationIn(withoutLead(masked.trim()), {
    before: before?.masked.trim() ?? null,
    next: next?.mood === 'statement' ? next.masked.trim() : null,
  })
  return declared && { ...declared, explicit: false }
}

function inSession(table: CueTable, masked: string): PersonalStatement {
  const type = table.person.test(masked) ? 'preference' : 'policy'
  return statement(type, 0.84, 'for this session')
}

/** "We are done for today" is no rule for the session: one is told what to do or to leave. */
function isDirected(masked: string): boolean {
  return masked.split(/[,;:—–]\s|\.\s|\b(?:so|but)\s/).some((clause) => DIRECTED.test(clause))
}

const DIRECTED = new RegExp(
  String.raw`^\s*(?:(?:please|just|only|then|ok|okay|also|for today|for this session|in this session|during this session|today)[,:]?\s+)*(?:you (?:may|can|should|must|need|have|only)|don['’]?t|do not|no\b|never|always|only|let['’]?s not|i (?:want|prefer|need) (?:you|no|only|short)|[\w-]+ only|skip|stay|speak|act|${DIRECTIVES})\b`,
  'i',
)

/** The type of what is said, once it is clear that it is to be kept. */
function typeOfBody(table: CueTable, body: string): StatementType {
  const language = CUE_TABLES.find((each) => each === table) ?? table
  if (language.deadEnd.test(body)) return 'negative'
  if (language.decision.test(body)) return 'decision'
  if (language.procedure.test(body) || SHELL_STEPS.test(body)) return 'procedure'
  if (isAboutPerson(language, body)) return 'preference'
  const binds =
    OF_EACH.test(body) ||
    language.absolute.test(body) ||
    language.obligation.test(body) ||
    language.standing.test(body) ||
    NEEDS.test(body) ||
    IMPERATIVE.test(body.trim())
  return binds ? 'policy' : 'fact'
}

/** "From now on we use pnpm instead of npm" is said to be followed, whatever was decided before. */
function typeOfLasting(table: CueTable, body: string): StatementType {
  const type = typeOfBody(table, body)
  return type === 'decision' && table.language !== 'en' ? 'policy' : type
}

function isAboutPerson(table: CueTable, body: string): boolean {
  return table.preference.test(body) || table.person.test(body)
}

function isAsked(table: CueTable, { mood, masked }: ProseSentence): boolean {
  if (table.language === 'en') return mood === 'question'
  return table.question.test(masked)
}

function isTold(table: CueTable, masked: string): boolean {
  return table.story.test(masked) && !table.standing.test(masked)
}

function hasSubstance(masked: string): boolean {
  return (masked.match(/[\p{L}\p{N}]+/gu)?.join('').length ?? 0) >= MIN_LETTERS
}

/** "Use three retries here"; but "we use yarn here" speaks of the project. */
const RIGHT_HERE =
  /^(?:please\s+)?(?:use|take|put|call|return|throw|add|keep|set|do|write|make|start|leave|try)\b(?!.*\b(?:we|our|repo|project|codebase|around here)\b).*\bhere\b/i
const MIN_LETTERS = 8
const POLITE = /\b(?:can|could|would|will) you\b/i
const NEEDS =
  /\b(?:needs?|only|no exceptions|not)\b.{0,80}\b(?:running|installed|set|before|otherwise|first)\b|\b(?:ha(?:s|ve) an?)\b.{0,60}\b(?:and|owner)\b/i
const OF_EACH = /^\W*(?:that\s)?(?:all|every|each|any|no|only)\s/i
const SHELL_STEPS = /\S\s+&&\s+\S|\bthen\s+(?:run|do|`)/
const IMPERATIVE =
  /^(?:please\s+)?(?:use|avoid|run|put|keep|write|call|name|never|always|do(?:n['’]?t| not)|no|only|ask|make|add|check|prefer|stick)\b/i

/** A thing to be made, written or changed once, whatever is said about it on the way. */
const ORDERS_A_THING =
  /^(?:(?:please|pls|ok|okay|now|then|and|also|so|just|great|thanks|hi|hey|can you|could you|would you|i (?:need|want)(?: you to)?|let['’]?s|we need(?: to)?)[,.!]?\s+){0,3}(?:(?<=\b(?:i|we) (?:need|want) )(?:an?|some|the)\s|(?:write|draft|build|create|implement|generate|design|scaffold|develop|translate|compose|prepare|sketch|prototype)\s+(?:(?:a|an|the|me|us|some|another|this|that|these|it|two|three|four|five|ten|\d+|to|down|unit tests?|tests? for|docs? for)\b|\uE002|\uE000)|(?:add|put|insert|append|change|rename|move|set up|update|replace|fix)\s+(?:a|an|the|this|that|to|some|another|two|three|my|our|"|“|\uE002|\uE000)|(?:make|give) (?:me |us )?(?:a|an|the|this|that)\b|an? (?:[\w-]+\s){0,3}(?:cli|script|page|app|service|tool|component|function|class|api|endpoint|bot|library)\b)/i

/** True when a message begins by ordering a thing: what follows are its properties. */
export function isSpecification(sentences: readonly ProseSentence[]): boolean {
  const first = sentences[0]
  return first !== undefined && sentences.length > 1 && ORDERS_A_THING.test(first.masked)
}

const NOT_ALLOWED =
  /\b(?:we|you|agents|developers|nobody|the team)(?:['’]re| are| is)? (?:not|never|no longer) (?:allowed|permitted|supposed) to\b/i
const AUTHORITY =
  /^(?:legal|compliance|security|management|the contract|the (?:license|licence)|gdpr|hipaa|our (?:policy|contract|lead|team lead|cto|architect|sla|license|licence|agreement|auditors?|budget|charter)|infra|ops|it) (?:says?|requires?|demands?|insists?|forbids?|wants?|told us)\b/i
/** "Texts are always reviewed by Leila before they are merged" has the words of a story. */
const KEPT_BY_THE_HOUSE =
  /\b(?:are|get) (?:always|never|only) \w+ (?:by|before|in|through|via|from|with)\b/i

/** "We never deploy on Fridays", at the start of any clause. */
const HOUSE_HABIT =
  /(?:^|[,;:.!—–]\s{0,4}(?:and |but |so )?)we (?:always|never|don['’]?t|do not|only)\s+(?!(?:get|got|had|have|see|saw|know|knew|think|thought|need|want|remember|understand|care|mind|run into|end up|fail|hear|lose|believe|really|yet|support it|seem|[a-z]+ed)\b)[a-z]{3,}\s+\S/i
const NOTHING_OF_THE_KIND =
  /^(?:so,?\s|and\s|but\s|please,?\s)?no\s(?:more\s)?[\w./@+#-]{2,40}(?:\s[\w./@+#-]{2,40}){0,3}\s(?:in|for|on|inside|outside)\s(?:this|the|our|any|all)\s(?:project|repo|repository|codebase|service|app|product|package|module|backend|frontend|api|domain|tests?|library|monorepo)\b/i
function statement(
  type: StatementType,
  confidence: number,
  reason: string,
  more: { readonly explicit?: boolean; readonly corrects?: boolean } = {},
): PersonalStatement {
  const { explicit = false, corrects = type === 'correction' } = more
  return { type, explicit, corrects, confidence, reason }
}
