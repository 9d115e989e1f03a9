/** The requests of a person in a session; replies and withdrawn requests do not count. */
import { isFromAgent, isFromUser, type Message } from '../sessions/message.ts'
import { maskedProse, type ProseSentence, proseSentences } from './prose.ts'
import { topicWords } from './topic-words.ts'

interface Request {
  readonly text: string
  /** A task; false for questions. */
  readonly isTask: boolean
  /** The agent worked on it, or has not had its turn yet. */
  readonly isTakenUp: boolean
}

/** "ok", "go on" and slash commands ask for nothing new. */
const NO_REQUEST =
  /^\s*(?:\/\S+(?!\S)\s*|(?:ok(?:ay)?|hi|hello|hey|yes|yep|no|thanks?(?: you)?|go(?: on| ahead)?|continue|proceed|please continue|great|perfect|nice|cool|good|lgtm|looks good|sounds good|do it|sure|y|n|done|next|\d{1,9})(?![\w])[\s.!,]*)+$/i
const ASSENT =
  /^\W{0,4}(?:ok(?:ay)?|yes|yep|yeah|sure|good|great|perfect|nice|cool|thanks?|lgtm)\b/i
const TAKEN_BACK =
  /\bnever ?mind\b|\b(?:forget|scrap|drop) (?:it|that|this)(?: idea)?\s*[.!]?\s*$|\bignore (?:that|my last)\b/i
const ASKED_POLITELY = /\b(?:can|could|would|will) you\b|\bplease\b/i

/** Oldest first. */
export function requestsIn(messages: readonly Message[]): Request[] {
  const hasTools = messages.some(({ toolCalls }) => toolCalls.length > 0)
  return messages.flatMap((message, index) => {
    if (!isFromUser(message)) return []
    const sentences = proseSentences(message.text)
    const text = typedPart(message.text, sentences)
    if (!isRequest(text)) return []
    const next = messages.findIndex((later, i) => i > index && isFromUser(later))
    const answer = messages.slice(index + 1, next === -1 ? messages.length : next)
    const isTakenUp = hasTools
      ? answer.some(({ toolCalls }) => toolCalls.length > 0)
      : answer.some(isFromAgent)
    return [
      {
        text,
        isTask: sentences.length === 0 || sentences.some(isToDo),
        isTakenUp: isTakenUp || !messages.slice(index + 1).some(isFromAgent),
      },
    ]
  })
}

/** The last task that was worked on; without one, the last request. */
export function taskAmong(requests: readonly Request[]): string | null {
  const found =
    requests.findLast(({ isTask, isTakenUp }) => isTask && isTakenUp) ??
    requests.findLast(({ isTask }) => isTask) ??
    requests.at(-1)
  return found?.text ?? null
}

function isRequest(text: string): boolean {
  if (text === '' || NO_REQUEST.test(text) || TAKEN_BACK.test(text)) return false
  return topicWords(text).length >= (ASSENT.test(text) ? 2 : 1)
}

function isToDo({ mood, masked }: ProseSentence): boolean {
  return (mood !== 'question' && mood !== 'hypothetical') || ASKED_POLITELY.test(masked)
}

/** The request without what was pasted into it; one that is all paste is shown as it is. */
function typedPart(text: string, sentences: readonly ProseSentence[]): string {
  const own = sentences.map((sentence) => sentence.text).join(' ')
  return own.trim() === '' && maskedProse(text).trim() !== '' ? text.trim() : own.trim()
}
