/** A-14, G-08. Open tasks at the end of the work. */

import type { Message, Todo } from '../../sessions/message.ts'
import { tokensOf } from '../../text/tokens.ts'
import { type Candidate, candidateOf, capitalize } from './candidate.ts'
import { findStatements, isMeant, plain } from './said.ts'

// biome-ignore format: a table reads best in columns
const CUES: readonly { readonly cue: RegExp; readonly weight: number; readonly why: string }[] = [
  { weight: 0.78, why: 'named a follow-up',  cue: /^(?:todo|follow[- ]?up|next step|remaining|left to do|open task)s?\b\s*(?:\([^)]*\))?\s*[:—-]\s*\S/i },
  { weight: 0.76, why: 'put off on purpose', cue: /^(?:and |but |so |then )?(?:we['’]ll|we will|let['’]?s|i['’]ll|i will)\b(?! (?:see|talk|look|discuss|think))[^,.;]{3,80}\blater\b|\b(?:for later|in a follow[- ]?up(?: pr| change| commit)?|in a separate (?:pr|ticket|task)|another time|next (?:week|sprint|release)|after the release|(?:on|to) (?:our|the|my) (?:todo|backlog)(?: list)?)\b/i },
  { weight: 0.74, why: 'still to be done',   cue: /\b(?:still (?:need|needs|have|has) to(?: be)?|remains to be|is left to|has yet to be|isn['’]?t done yet|not (?:yet )?(?:implemented|handled|covered|tested|migrated|wired)(?: yet)?)\b/i },
]
/** Putting off is a task only when something is to be done. */
const TO_DO =
  /\b(?:need(?:s)? to|should|must|have to|will|let['’]?s|we['’]ll|i['’]ll|todo|follow[- ]?up|add|fix|write|implement|migrate|remove|update|document|test|refactor|replace|handle|clean up|rename|support|investigate|not (?:yet )?\w+ed)\b/i
/** What the person is about to do themselves, today, is their plan and no work left open here. */
const OWN_PLAN =
  /\bi(?:['’]ll| will|['’]m going to| am going to| plan to| want to)\b(?:(?!\b(?:we|you|let['’]?s)\b)[^.;]){0,200}\b(?:later(?! (?:release|version|pr|sprint))|today|tonight|tomorrow|this (?:afternoon|evening|week|weekend)|in a (?:bit|minute|moment|while)|soon|shortly)\b/i
const ABOUT_NOW =
  /\b(?:see you|talk (?:to you )?later|sooner or later|later on in|as shown later|called later|later versions?|used later)\b/i

/** What the person left to do, in their words; the agent's own list is its way of working (M-23). */
export function followUpsIn(messages: readonly Message[]): Candidate[] {
  const all = findStatements(messages).filter(({ byUser }) => byUser)
  return all.flatMap((said) => {
    const { masked, text } = said.sentence
    const row = isMeant(said) ? CUES.find(({ cue }) => cue.test(masked)) : undefined
    if (row === undefined || !TO_DO.test(masked)) return []
    if (ABOUT_NOW.test(masked) || OWN_PLAN.test(masked)) return []
    if (isReportedDone(text, messages.slice(said.index + 1))) return []
    const content = plain(text)
    return [
      candidateOf({
        type: 'task',
        title: capitalize(leftToDo(content, row.cue)),
        content,
        confidence: row.weight + 0.06,
        reason: row.why,
        importance: 0.55,
        done: false,
        from: said.message,
      }),
    ]
  })
}

/** Of a long sentence the clause that puts something off. */
function leftToDo(content: string, cue: RegExp): string {
  const bare = content.replace(/^(?:todo|follow[- ]?up|next step|remaining)s?\s*[:—-]\s*/i, '')
  if (bare.length <= TITLE_CHARS) return bare
  const clauses = bare.split(/(?<=[,;(])\s{0,4}|\s(?=(?:and|but) (?:we|let|then)\b)/i)
  const clause = clauses.find((each) => cue.test(each) || PUT_OFF.test(each)) ?? bare
  return clause.replace(/^(?:and|but|then)\s+/i, '').replace(/[\s,;(]{1,4}$/, '')
}

const TITLE_CHARS = 80
const PUT_OFF = /\blater\b/i

/** The agent's last to-do list: items neither done nor dropped are still open. */
export function lastTodos(
  messages: readonly Message[],
): { todos: readonly Todo[]; message: Message } | null {
  for (let i = messages.length - 1; i >= 0; i--) {
    const message = messages[i]
    const todos = message?.toolCalls?.findLast((call) => call.todos !== null)?.todos
    if (message !== undefined && todos) return { todos, message }
  }
  return null
}

const DONE =
  /\b(?:done|finished|completed|implemented|added|fixed|migrated|removed|merged|now (?:works|handles|supports))\b/i
const DONE_OVERLAP = 0.6

/** It was said later that it is done, in mostly the same words. */
function isReportedDone(task: string, later: readonly Message[]): boolean {
  const words = tokensOf(task)
  return later.some(({ text }) => {
    if (!DONE.test(text)) return false
    const own = tokensOf(text.slice(0, 5000))
    return [...words].filter((word) => own.has(word)).length / words.size >= DONE_OVERLAP
  })
}
