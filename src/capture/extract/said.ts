/** The sentences of a stretch of messages with their speakers, for the extractors. */
import { isFromAgent, isFromUser, type Message } from '../../sessions/message.ts'
import { type ProseSentence, proseSentences } from '../prose.ts'

export interface Said {
  readonly sentence: ProseSentence
  readonly next: ProseSentence | null
  readonly message: Message
  readonly index: number
  readonly byUser: boolean
}

const MIN_CHARS = 20
const MAX_CHARS = 500
/** Beyond this a message is a document, not talk. */
const MAX_MESSAGE_CHARS = 20_000

export function findStatements(messages: readonly Message[]): Said[] {
  return messages.flatMap((message, index) => {
    if (!isFromUser(message) && !isFromAgent(message)) return []
    const sentences = proseSentences(
      message.text.slice(0, MAX_MESSAGE_CHARS),
      isFromUser(message) ? 'person' : 'agent',
    )
    return sentences.flatMap((sentence, i) => {
      const { length } = sentence.text
      if (length < MIN_CHARS || length > MAX_CHARS || sentence.isDoubtful) return []
      const next = sentences[i + 1] ?? null
      return [{ sentence, next, message, index, byUser: isFromUser(message) }]
    })
  })
}

export function isMeant(said: Said): boolean {
  return said.sentence.mood === 'statement'
}

/** A sentence with its full stop; items of a list and what breaks off are parts of something else. */
export function isWhole(masked: string): boolean {
  return /^[\p{Lu}\uE000"“]/u.test(masked.trim()) && /[.!]\s{0,4}$/.test(masked)
}

/** A sentence in one line, without the marks of lists and emphasis. */
export function plain(text: string): string {
  return text
    .replace(/\*\*|__/g, '')
    .replace(/^[\s\-*•>#]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
