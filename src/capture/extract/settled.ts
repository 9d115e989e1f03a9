/**
 * M-23. What an agent says is kept when it is more than its opinion: a tool showed it, the work followed
 * it, or the person agreed. What it supposed while it looked for a cause is told by the incident.
 */
import { isFromUser, type Message } from '../../sessions/message.ts'
import { searchesIn } from '../incidents.ts'
import type { Candidate } from './candidate.ts'

/** At the beginning of a reply; in the languages that capture listens to. */
const AGREES =
  /^\W{0,4}(?:(?:ah|oh|aha|wow|cool|nice|ok(?:ay)?|great|perfect|awesome|thanks?(?: you)?|thx)[,.!\s]{1,4}){0,3}(?:yes|yep|yeah|right|correct|exactly|indeed|true|agreed|i agree|confirmed|of course|good (?:catch|find|point|idea|call)|great (?:catch|find|point|idea)|well spotted|makes sense|that (?:was it|makes sense|explains|worked|fixed|did it|helps|is right)|you(?:['’]re| are) (?:right|correct)|it works|works now|got it|ok(?:ay)?|great|perfect|thanks?|lgtm|sounds good|do it|go ahead|ja\b|genau|stimmt|richtig|passt|oui|exact|d'accord|sí|vale|exacto|sim|isso|certo|esatto|да|верно|точно|はい|そうです|その通り|对|是的|没错|好的|네|맞아)/i
const BUT = /\b(?:but|however|except|not quite|aber|mais|pero|mas|ma|но)\b|不过|但/i
/** How far into a reply an objection counts. */
const REPLY_CHARS = 160

export function isSettledIn(messages: readonly Message[]): (candidate: Candidate) => boolean {
  const searches = searchesIn(messages)
  const place = new Map(messages.map(({ messageId }, index) => [messageId, index]))
  return ({ type, origin, content, messages: [first] }) => {
    if (origin === 'user' || (type !== 'discovery' && type !== 'decision')) return true
    const at = place.get(first) ?? -1
    if (searches.some(({ from, to }) => at >= from && at <= to)) return false
    const turn = turnAround(messages, at)
    return type === 'decision'
      ? turn.work.some(isChange) || agrees(turn.reply)
      : isShown(content, turn.work) || agrees(turn.reply)
  }
}

interface Turn {
  /** What the agent did in answer to one prompt. */
  readonly work: readonly Message[]
  /** What the person said next. */
  readonly reply: string | null
}

function turnAround(messages: readonly Message[], at: number): Turn {
  const asked = messages.findLastIndex((message, i) => i < at && isFromUser(message))
  const next = messages.findIndex((message, i) => i > at && isFromUser(message))
  return {
    work: messages.slice(asked + 1, next === -1 ? messages.length : next),
    reply: messages[next]?.text ?? null,
  }
}

function agrees(reply: string | null): boolean {
  if (reply === null) return false
  const start = reply.slice(0, REPLY_CHARS)
  return AGREES.test(start) && !BUT.test(start)
}

function isChange({ toolCalls }: Message): boolean {
  return toolCalls.some(({ filesModified }) => filesModified.length > 0)
}

const NAME =
  /`([^`\n]{2,80})`|\b[\w-]{1,60}\.(?:tsx?|jsx?|py|rs|go|java|rb|json|ya?ml|toml|sql|md|css|sh|env)\b|\b[a-z]{1,40}[A-Z]\w{0,60}|\b[A-Za-z]{1,40}_\w{1,60}|\b[A-Z][A-Za-z0-9]{0,40}[A-Z0-9]\w{0,60}\b|(?<=[a-z,] )[A-Z][a-z]{2,}/g

/** Something it names was seen in what a tool was asked or answered. */
function isShown(content: string, work: readonly Message[]): boolean {
  const names = [...content.matchAll(NAME)].map(([whole, code]) => code ?? whole)
  return work.some(({ toolCalls, toolResult }) => {
    const seen = [...toolCalls.map(({ input }) => input), toolResult?.text ?? '']
    return seen.some((text) => names.some((name) => text.includes(name)))
  })
}
