/**
 * G-03, M-20 to M-22. What a person wants kept, out of what they type: one statement one
 * memory, typed as it is said, with the sentence it leans on, its tail and its reason.
 */

import { type NamingClaim, namingClaims } from '../memory/naming-claims.ts'
import { shortenLine } from '../text/shorten.ts'
import { adoptsBroughtIn, passagesOf } from './brought-in.ts'
import { CUE_TABLES, cueTableFor } from './cues/language.ts'
import type { CueTable } from './cues/table.ts'
import { withoutLead } from './english-rules.ts'
import { FIRM_CONFIDENCE, isCompanion } from './firm-forms.ts'
import { broughtInSentences, type ProseSentence, proseSentences } from './prose.ts'
import { ruleSubject, speaksOfThem } from './rule-subject.ts'
import { forbidsSomething, triggersOf } from './rule-triggers.ts'
import { type SaidScope, scopeOf } from './scope-words.ts'
import type { UserRuleSettings } from './settings.ts'
import { hasWords, statementByCues } from './statement-by-cues.ts'
import type { SentenceInMessage } from './statement-features.ts'
import { judge, statedByCues } from './statement-judge.ts'
import { fittedModel, type StatementModel } from './statement-model.ts'
import { tailOf } from './statement-tail.ts'
import {
  isSpecification,
  type PersonalStatement,
  refusedWish,
  type StatementType,
  statedByWish,
} from './statements.ts'

export interface CapturedRule {
  readonly type: StatementType
  /** The sentence as written, with its tail: the content of the memory. */
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
  /** M-11. Where it holds by its own words. */
  readonly scope: SaidScope
  /** M-20. Asked for in so many words. */
  readonly explicit: boolean
  /** M-03. Another's words that the person takes up, or such as may be another's: it waits for a yes. */
  readonly broughtIn: boolean
  readonly confidence: number
  readonly reason: string
  readonly start: number
  readonly end: number
}

export function capturedRules(
  settings: UserRuleSettings,
  message: string,
  model: StatementModel = fittedModel(),
): CapturedRule[] {
  const read = message.slice(0, settings.maxMessageChars)
  const own = proseSentences(read)
  const rules = rulesIn(settings, placesIn(settings, read, own), model, false)
  const ownText = own.flatMap(({ text, mood }) => (mood === 'question' ? [] : [text])).join(' ')
  const adopted = adoptsBroughtIn(ownText)
    ? rulesIn(settings, placesIn(settings, read, broughtInSentences(read)), model, true).filter(
        ({ sentence }) => !IS_HEADING.test(sentence),
      )
    : []
  const isPointer = ({ sentence }: CapturedRule) => adopted.length > 0 && adoptsBroughtIn(sentence)
  return [...rules.filter((rule) => !isPointer(rule)), ...adopted].slice(
    0,
    settings.maxRulesPerMessage,
  )
}

/** Every sentence that can be judged, in its place. */
export function placesIn(
  settings: UserRuleSettings,
  message: string,
  sentences: readonly ProseSentence[],
): SentenceInMessage[] {
  const table = cueTableFor(sentences.map(({ text }) => text).join(' '))
  const isSpec = isSpecification(sentences)
  const hasBroughtIn = passagesOf(message).some(({ broughtIn }) => broughtIn !== null)
  return sentences.map((sentence, index) => {
    const before = sentences[index - 1] ?? null
    const next = sentences[index + 1] ?? null
    const isLong = sentence.text.length > settings.maxSentenceChars
    const around = { before, next, isSpecification: isSpec }
    const byCues = isLong ? null : statementByCues(table, sentence, around)
    return { table, sentences, index, isSpecification: isSpec, hasBroughtIn, byCues }
  })
}

/** A heading or the head of a list in what was brought in names a topic. */
const IS_HEADING = /\*\*\s{0,4}$|^[^.!]{0,120}:\*{0,2}\s/

/** M-20, M-24. What the person asked to be remembered and cannot be, with the reason. */
export function refusedWishes(
  settings: UserRuleSettings,
  message: string,
): { readonly sentence: string; readonly reason: string }[] {
  const sentences = proseSentences(message.slice(0, settings.maxMessageChars))
  const table = cueTableFor(sentences.map(({ text }) => text).join(' '))
  return sentences.flatMap(({ text, masked, mood }) => {
    const reason = mood === 'statement' ? refusedWish(table, masked) : null
    return reason === null ? [] : [{ sentence: text, reason }]
  })
}

function rulesIn(
  settings: UserRuleSettings,
  places: readonly SentenceInMessage[],
  model: StatementModel,
  broughtIn: boolean,
): CapturedRule[] {
  const rules: CapturedRule[] = []
  // M-03. What was brought in waits for a yes, so the cues are enough.
  const judged = withCompanions(
    places,
    places.map((place) =>
      broughtIn ? statedByCues(settings, place) : judge(settings, place, model),
    ),
  )
  let taken = -1
  let wished = -2
  let quoted: ProseSentence | null = null
  for (const [i, { table, sentences }] of places.entries()) {
    const sentence = sentences[i]
    if (sentence === undefined) continue
    if (quoted?.block === sentence.block && !SPEAKS_AGAIN.test(sentence.masked)) continue
    quoted = sentence.mood === 'quotation' && NAMES_A_SOURCE.test(sentence.masked) ? sentence : null
    if (i <= taken) continue
    const before = i - 1 > taken ? (sentences[i - 1] ?? null) : null
    const found = judged[i] ?? (wished === i - 1 ? findMoreOfWish(table, sentence) : null)
    if (found === null) continue
    const parts = partsOf(table, sentences, i, found, judged)
    // "Remember to push": asked for, and nothing that could be kept.
    if (parts === null) continue
    taken = i + parts.after.length
    if (found.explicit) wished = taken
    const isForeign = broughtIn || (sentence.isDoubtful && !found.explicit)
    rules.push(ruleOf(settings, table, { ...parts, sentence, before, broughtIn: isForeign }, found))
  }
  return rules
}

/** M-20. Beside a rule of the house a plain order about a kind of thing is one, too. */
function withCompanions(
  places: readonly SentenceInMessage[],
  judged: readonly (PersonalStatement | null)[],
): (PersonalStatement | null)[] {
  const isRule = (at: number) => {
    const found = judged[at]
    return found && !found.explicit && (found.type === 'policy' || found.type === 'negative')
  }
  return places.map(({ table, sentences, index, hasBroughtIn }) => {
    const own = judged[index] ?? null
    const sentence = sentences[index]
    if (own !== null || sentence === undefined || table.language !== 'en' || hasBroughtIn)
      return own
    const isBeside = [index - 1, index + 1].some(
      (at) => isRule(at) && sentences[at]?.block === sentence.block,
    )
    if (!isBeside || !isCompanion(sentence) || table.momentary.test(sentence.masked)) return own
    const reason = 'an order beside a rule'
    return { type: 'policy', explicit: false, corrects: false, confidence: FIRM_CONFIDENCE, reason }
  })
}

/** "From the FAQ: Accounts must …. Never …": what stands behind it in the same paragraph is quoted, too. */
const NAMES_A_SOURCE = /^[^:]{2,60}:\s/
const SPEAKS_AGAIN =
  /^\W*(?:please|can|could|would|do|does|is|are|what|why|how|i|we|our|my|so|ok|now|from now on|remember|fix|implement|make|write|draft|check)(?![\p{L}])/iu

/** "Remember …. And the prod cluster is …": the wish goes on. */
function findMoreOfWish(
  table: CueTable,
  { masked, text, mood }: ProseSentence,
): PersonalStatement | null {
  if (mood !== 'statement' || !GOES_ON.test(masked) || !hasWords(text)) return null
  return statedByWish(table, masked.replace(GOES_ON, ''))
}

const GOES_ON =
  /^(?:and|also|plus|und|auch|außerdem|et|aussi|y|también|e|anche|também|и|также)[,:]?\s+(?!(?:please|can|could|now|then|fix|add|run|show|write|make|do)\b)/iu

interface Parts {
  /** The sentence before, where this one is nothing without it. */
  readonly lead: ProseSentence | null
  /** What belongs to it behind: a tail ("No exceptions."), a reason, what was asked to be remembered. */
  readonly after: readonly ProseSentence[]
}

function partsOf(
  table: CueTable,
  sentences: readonly ProseSentence[],
  i: number,
  { explicit }: PersonalStatement,
  judged: readonly (PersonalStatement | null)[],
): Parts | null {
  const sentence = sentences[i]
  const next = sentences[i + 1]
  const body = explicit && sentence ? withoutExplicit(sentence.masked) : null
  const isBare = body !== null && !hasWords(body)
  if (isBare && next !== undefined) return { lead: null, after: [next] }
  const previous = sentences[i - 1]
  if (isBare) return previous === undefined ? null : { lead: previous, after: [] }
  if (sentence !== undefined && ENDS_OPEN.test(sentence.text)) {
    const after = listBelow(sentences, i)
    return after.length === 0 && !explicit ? null : { lead: null, after }
  }
  if (sentence === undefined) return { lead: null, after: [] }
  const following = sentences
    .slice(i + 1)
    .map((each, k) => ({ sentence: each, own: judged[i + 1 + k] ?? null }))
  return { lead: null, after: tailOf(table, sentence, following) }
}

/** "When you add an endpoint, always:" says it in the lines below; without them it says nothing. */
const ENDS_OPEN = /[:：][\s*_]{0,6}$/
const MAX_ITEMS = 8
const MAX_GAP = 10

function listBelow(sentences: readonly ProseSentence[], i: number): ProseSentence[] {
  const items: ProseSentence[] = []
  let last = sentences[i]
  for (const next of sentences.slice(i + 1, i + 1 + MAX_ITEMS)) {
    if (last === undefined || next.start - last.end > MAX_GAP || next.mood === 'question') break
    items.push(next)
    last = next
  }
  return items
}

function withoutExplicit(masked: string): string {
  const table = CUE_TABLES.find(({ explicit }) => explicit.test(masked))
  return table === undefined ? masked : masked.replace(table.explicit, ' ')
}

interface Found extends Parts {
  readonly sentence: ProseSentence
  readonly before: ProseSentence | null
  readonly broughtIn: boolean
}

function ruleOf(
  settings: UserRuleSettings,
  table: CueTable,
  { sentence, before, lead, after, broughtIn }: Found,
  found: PersonalStatement,
): CapturedRule {
  const whole = [sentence, ...after].map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
  const context =
    lead?.text ?? (before !== null && leansOn(sentence.text, before.text) ? before.text : null)
  const triggers = triggersOf(sentence.text)
  const said = [lead?.masked ?? '', sentence.masked, ...after.map(({ masked }) => masked)].join(' ')
  return {
    type: typeOf(found, sentence, triggers),
    sentence: whole,
    context,
    title: titleOf(
      settings,
      after.length > 0 && !hasWords(withoutExplicit(sentence.masked))
        ? (after[0]?.text ?? '')
        : sentence.text,
    ),
    triggers,
    ...ruleSubject(sentence.text, context),
    supersedes: found.corrects || SUPERSEDES.test(sentence.masked),
    scope: scopeOf(table, said, found.type),
    explicit: found.explicit,
    broughtIn,
    confidence: found.confidence,
    reason: found.reason,
    start: sentence.start,
    end: (after.at(-1) ?? sentence).end,
  }
}

/** "Start them with …" is nothing without the sentence that says what they are. */
function leansOn(text: string, before: string): boolean {
  return speaksOfThem(text) && namingClaims(text, null).length < namingClaims(text, before).length
}

/** G-03. A plain prohibition that names code is `negative`: its triggers bring it up where the code is. */
function typeOf(
  found: PersonalStatement,
  { text, masked }: ProseSentence,
  triggers: readonly string[],
): StatementType {
  const { type, explicit, reason } = found
  if (type !== 'policy' && type !== 'preference') return type
  const isPlain = !explicit && !reason.startsWith('holds from')
  const [first = masked] = text.split(/[:;]\s|,\s(?:we|use|it|they)\b/)
  const isNamed = triggers.some((trigger) => first.includes(trigger))
  const forbids = isNamed && forbidsSomething(masked) && FORBIDDING.test(masked)
  return isPlain && forbids ? 'negative' : type
}

/** "Use X instead of Y" wishes; only these forbid. */
const FORBIDDING =
  /\b(?:never|don['’]?t|do not|avoid|stop|quit|no more|must(?:n['’]?t| not)|should(?:n['’]?t| not)|can(?:not|['’]t)|shall not|may not|not allowed|forbidden|banned|prohibited|off[- ]limits|refrain from|steer clear of|stay away from|under no circumstances|no)\b/i
const SUPERSEDES =
  /\b(?:instead|no longer|any ?more|from now on|going forward|moving forward|as of (?:now|today)|starting (?:now|today|tomorrow)|changed?|updat(?:e|ed|ing)|new (?:rule|convention|standard|policy)|rather than|switch(?:ed|ing)?|mov(?:ed|ing) to|migrat(?:ed|ing)|replac(?:e|es|ed|ing)|scrap|forget (?:what|about|the)|drop(?:ped)?|not .{1,40} but)\b/i

const TITLE_LEAD =
  /^(?:please,?\s+|from now on,?\s+|going forward,?\s+|moving forward,?\s+|(?:and\s+)?remember(?:,| to| that)\s+|make sure (?:that |to |you )?|ensure (?:that )?|be sure to\s+|i(?:['’]d| would)? (?:want|like|need) you to\s+|no,\s+|actually,?\s+|(?:can|could|would) you (?:please )?)+/i

function titleOf(settings: UserRuleSettings, text: string): string {
  const core = withoutLead(text.replace(/\s+/g, ' ').trim())
  const bare = core.replace(TITLE_LEAD, '') || core
  const title = shortenLine(bare, settings.titleChars).replace(/(?<![.!;:,\s])[.!;:,\s]+$/, '')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
