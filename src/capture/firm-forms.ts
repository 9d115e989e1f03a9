/**
 * M-20, M-22. Forms that say by themselves that something is to last, whatever the model makes of them, and
 * forms that never do: a choice between two names, the reason for a choice, a polite "always", a change of
 * mind; against them the complaint about what goes wrong.
 */
import { alternativesOf } from '../memory/opposites.ts'
import type { ProseSentence } from './prose.ts'
import { isNamedReversal } from './reversals.ts'
import type { StatementType } from './statements.ts'

interface FirmForm {
  readonly type: StatementType
  readonly reason: string
}

export const FIRM_CONFIDENCE = 0.8

const CHOICE =
  /^(?:(?:ok|okay|so|and|then|well|right),?\s){0,2}(?:let['’]?s|we(?:['’]ll| will| should)?|i(?:['’]d| would) (?:like to|rather)) (?:use|go with|take|pick|choose|adopt) ([\w.+#/@-]{2,30})(?: for [^,.;]{2,40}?)?,? (?:rather than|instead of|over|(?:and )?not) ([\w.+#/@-]{2,30})(?![\w])/iu
const REASON_FOR =
  /^(?:(?:and|so|but|btw|fyi),? )?(?:the )?reason (?:why |that )?we (?:always |never |still |only |do not |don['’]?t )?(?:pin|use|keep|stay|avoid|allow|run|deploy|store|write|wrap|vendor|fork|cache|support|target|ship|have|prefer|skip|build|lock|limit|require|depend|call|name|split|disable|enable|sign|retry)\b[^.?]{2,120}? (?:is|was) (?:that|because|to)\s\S/i
const POLITE_ALWAYS =
  /^(?:(?:please|and|also|ok|okay|so),? ){0,2}(?:can|could|would|will) you (?:please )?(?:always|never) (?:please )?(?:show|explain|run|ask|write|use|add|give|keep|check|include|put|start|wait|list|update|format|test|leave|answer|reply|respond|commit|make|push|create|tell|lint|touch|delete|change)\b/i
const HELD_HERE =
  /^(?:so |and |also |please |btw |ok )?(?:in|for|across|throughout|within) (?:this|our|the whole|the entire) (?:whole |entire )?(?:project|repo|repository|codebase|code base|monorepo|app)\b,? [^,;:?]{2,60}? (?:are|is) (?:always|never) (?:in|on|under|from|written|named|stored|kept|called|prefixed|suffixed|sorted|lower|upper|plural|singular)\b/i

/** What lasts by its form alone; null leaves it to the model. */
export function firmForm({ masked, text, mood }: ProseSentence): FirmForm | null {
  const sentence = masked.trim()
  if (POLITE_ALWAYS.test(sentence)) return { type: 'preference', reason: 'asks for it always' }
  if (mood !== 'statement' && mood !== 'request') return null
  if (text.trim().endsWith('?')) return null
  if (isNamedReversal(text)) return { type: 'correction', reason: 'takes back what it names' }
  const [, chosen = '', other = ''] = CHOICE.exec(sentence) ?? []
  if (isName(chosen) && isName(other)) return { type: 'decision', reason: 'chooses one by name' }
  if (REASON_FOR.test(sentence)) return { type: 'decision', reason: 'says why it is so' }
  return HELD_HERE.test(sentence) ? { type: 'policy', reason: 'holds here' } : null
}

function isName(word: string): boolean {
  return /^\p{Lu}/u.test(word) || alternativesOf(word.toLowerCase()).length > 0
}

const RULES =
  /\b(?:should|must|has to|have to|needs? to|always|never|we|let['’]?s|use|don['’]?t|do not|from now on|remember|make sure|ask|tell|show)\b/i
const WENT_WRONG =
  /\b(?:is|are|gets?|was|were|be(?:en|ing)) (?:\w+ )?(?:rejected|broken|failing|ignored|lost|missing|wrong|duplicated|empty|cut off|red|down|stuck|dropped|swallowed|truncated|blank|slow|off|gone)\b|\b(?:fail|crash|hang|freez|flicker|flash|reload|jump|vanish|disappear|break|throw|stall|leak|blink|stutter|lag|time)(?:e?s|ed|ing)?\b|\breturn(?:s|ed)? (?:null|undefined|nan|nothing|an empty|an error|[45]\d\d)\b|\b(?:twice|errors?|null|undefined|nan)\b/i
const AGAIN =
  /\b(?:again|still|once more|all of a sudden|suddenly|since (?:yesterday|today|the))\b/i
const EACH_TIME =
  /^(?:(?:and|so|but|hm+|ok),? )?(?:every time|each time|whenever|when) (?:i|we|you|they|users?|someone|somebody|a user|the user|people)\b[^.?!]{2,80}?,\s*(?:the|my|our|it|this|that|everything|nothing|all|a|an|there)\b/i
const ASKS_TO_MEND =
  /^(?:(?:please|and|so|ok|can you|could you|would you),? ){0,3}(?:fix|find out|look into|check|see why|investigate|debug|figure out|repair|why|what['’]?s|any idea|help)\b/i

/** "Every time I open the menu, the page flickers", "the number is rejected again": how it goes, not how it should. */
export function isComplaint({ masked }: ProseSentence, next: ProseSentence | undefined): boolean {
  const sentence = masked.trim()
  const told = EACH_TIME.exec(sentence)
  if (told !== null) {
    const main = sentence.slice(told[0].length)
    if (RULES.test(main)) return false
    return WENT_WRONG.test(main) || (next !== undefined && ASKS_TO_MEND.test(next.masked.trim()))
  }
  return AGAIN.test(sentence) && WENT_WRONG.test(sentence) && !RULES.test(sentence)
}

const COMPANION =
  /^(?:(?:and|also|then|please),? ){0,2}(?:use|prefer|indent|name|write|keep|format|avoid|sort|prefix|suffix) (?!(?:the|this|that|these|those|an?|my|your|our|it|them|one|its|his|her|their)\b)[^,;:?]{2,60}$/i
const AT_HAND =
  /\b(?:here|there|now|this|that|today|it|the (?:test|tests|file|function|page|button|form|code))\b/i
const MAX_COMPANION_WORDS = 9

/** "Always write tests first. And use snake_case for columns": an order beside a rule, about a kind of thing. */
export function isCompanion({ masked, mood }: ProseSentence): boolean {
  const sentence = masked.trim().replace(/[.!]{1,5}$/, '')
  if (mood !== 'statement' && mood !== 'request') return false
  if (sentence.split(/\s+/).length > MAX_COMPANION_WORDS || AT_HAND.test(sentence)) return false
  return COMPANION.test(sentence)
}
