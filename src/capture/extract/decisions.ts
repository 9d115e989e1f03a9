/** G-08. Decisions with their reasons: what was chosen, over what, and why. */
import type { Message } from '../../sessions/message.ts'
import { refusalOf, standsAgainstDecision } from '../rule-refusals.ts'
import { type Candidate, candidateOf, capitalize } from './candidate.ts'
import { findStatements, isMeant, isWhole, plain, type Said } from './said.ts'

/** How a choice is announced. `weight` is what the wording alone proves. */
// biome-ignore format: a table reads best in columns
const CUES: readonly { readonly cue: RegExp; readonly weight: number; readonly plan?: true }[] = [
  { weight: 0.66, cue: /\b(?:we|i)(?:['’]ve| have)? (?:decided|agreed|chosen|opted|settled)\b/i },
  { weight: 0.64, cue: /\b(?:we|i) (?:chose|picked|went with|opted for|settled on|rejected|ruled out)\b/i },
  { weight: 0.66, cue: /\b(?:the )?decision(?: is| was|:)\s/i },
  { weight: 0.60, plan: true, cue: /\b(?:let['’]?s|we['’]ll|we will|we should|i['’]ll|i will|we['’]re going to|going to) (?:go with|use|stick with|switch to|keep|adopt|move to|drop|store|build (?:it|this) (?:on|with)|base (?:it|this) on|implement (?:it|this) (?:with|as|using))\b/i },
  { weight: 0.60, cue: /\b(?:we|i)['’]?(?:re|m| are| am) (?:going with|switching to|moving to|using|dropping|keeping|adopting)\b/i },
  { weight: 0.58, plan: true, cue: /\b(?:use|using|chose|choose|go with|prefer|keep|picked) .{2,60} (?:instead of|rather than|over) /i },
]

const REASON =
  /\b(?:because|since|so that|due to|as (?:it|we|this|that|the)\b|to avoid|in order to|which (?:keeps|avoids|lets|means|makes|gives)|given that|the reason|otherwise|so (?:we|it|the|that|they|there)\b|—|–)/i
const ALTERNATIVE =
  /\b(?:instead of|rather than|over|not|as opposed to|against|in favou?r of|from \w+ to)\b/i

/** Momentary steps worded like a decision. */
const STEP =
  /\b(?:use|using|go with) (?:grep|rg|find|sed|awk|cat|ls|the (?:read|edit|bash|search|grep|glob|task) tool|a (?:quick|simple) (?:script|check|look))\b|\b(?:to (?:see|check|find|look|search|verify|explore|understand|debug|inspect|list|read)|first|now|next|quickly|take a look|start by|for now)\b/i

const REASON_BONUS = 0.14
const ALTERNATIVE_BONUS = 0.08
const USER_BONUS = 0.06
const CODE_BONUS = 0.03

export function decisionsIn(messages: readonly Message[]): Candidate[] {
  return findStatements(messages).flatMap((said) => {
    const candidate = decisionOf(said)
    return candidate === null ? [] : [candidate]
  })
}

function decisionOf(said: Said): Candidate | null {
  if (!isMeant(said)) return null
  const { masked, text, code } = said.sentence
  const isWeighed = REASON.test(masked) && ALTERNATIVE.test(masked)
  const cues = CUES.filter(
    ({ cue, plan }) => cue.test(masked) && (said.byUser || isWeighed || !plan),
  )
  const weight = Math.max(0, ...cues.map((row) => row.weight))
  if (weight === 0 || STEP.test(masked)) return null
  if (!said.byUser && !isWhole(masked)) return null
  // A person's decisions are captured when they are said; here only those about the work as a
  // whole.
  if (isOfTheTalk(said)) return null
  const follows =
    said.next !== null &&
    /^(?:because|this (?:way|keeps|avoids|lets|means)|that way|the reason)\b/i.test(
      said.next.masked,
    )
  const hasReason = REASON.test(masked) || follows
  const hasAlternative = ALTERNATIVE.test(masked)
  // Without a reason or something given up it is an announcement, not a decision.
  if (!hasReason && !hasAlternative) return null
  const content = plain(follows ? `${text} ${said.next?.text}` : text)
  const confidence =
    weight +
    (hasReason ? REASON_BONUS : 0) +
    (hasAlternative ? ALTERNATIVE_BONUS : 0) +
    (said.byUser ? USER_BONUS : 0) +
    (code.length > 0 ? CODE_BONUS : 0)
  return candidateOf({
    type: 'decision',
    title: capitalize(withoutReason(plain(text))),
    content,
    confidence,
    reason: hasReason ? 'a choice with its reason' : 'a choice against something else',
    importance: 0.8,
    concepts: hasAlternative ? ['why-it-exists', 'trade-off'] : ['why-it-exists'],
    from: said.message,
  })
}

/** Opinions on what was said, and an agent's word on its own next step, decide nothing for the project. */
function isOfTheTalk({ byUser, sentence: { masked } }: Said): boolean {
  const refusal = refusalOf(masked, masked)
  if (refusal !== null && standsAgainstDecision(refusal)) return true
  return byUser
    ? /\bi (?:asked|said|disagree|agree|told|have|was)\b/i.test(masked)
    : /\bi(?:['’]m|['’]ll| am| will)\b/i.test(masked)
}

function withoutReason(text: string): string {
  return text.replace(
    /[,;—–-]?(?<!\s)\s+\b(?:because|since|so that|due to|in order to|given that)\b.*$/i,
    '',
  )
}
