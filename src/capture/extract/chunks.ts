/** G-08. A session cut into pieces that one extraction can take, along the lines of its episodes. */
import { isFromAgent, isFromUser, type Message } from '../../sessions/message.ts'
import { boundariesOf } from '../boundaries.ts'
import type { BoundarySettings, ChunkSettings } from '../settings.ts'

export interface Chunk {
  /** Positions in the list that was given; `to` is not included. */
  readonly from: number
  readonly to: number
  readonly messages: readonly Message[]
  readonly chars: number
}

/** Whether there is enough to extract from. Tool results are no messages in this sense. */
export function isEnough(settings: ChunkSettings, messages: readonly Message[]): boolean {
  const said = messages.filter((message) => isFromUser(message) || isFromAgent(message))
  return said.length >= settings.minMessages
}

/**
 * Chunks in order that together hold every message once. Each is as long as the limit allows and
 * ends at an episode's boundary where there is one in its second half.
 */
export function chunksOf(
  settings: ChunkSettings & { readonly boundaries: BoundarySettings },
  messages: readonly Message[],
): Chunk[] {
  const starts = episodeStarts(settings.boundaries, messages)
  const chunks: Chunk[] = []
  let from = 0
  while (from < messages.length) {
    const full = reach(settings.maxChars, messages, from)
    const half = from + (full - from) / 2
    const boundary = starts.findLast((start) => start > half && start < full)
    const to = full === messages.length ? full : (boundary ?? full)
    const part = messages.slice(from, to)
    chunks.push({ from, to, messages: part, chars: part.reduce((sum, it) => sum + charsOf(it), 0) })
    from = to
  }
  return chunks
}

/** Where the characters are used up; one message alone always fits, its reader must cut it. */
function reach(maxChars: number, messages: readonly Message[], from: number): number {
  let chars = 0
  for (let i = from; i < messages.length; i++) {
    const message = messages[i]
    chars += message === undefined ? 0 : charsOf(message)
    if (chars > maxChars && i > from) return i
  }
  return messages.length
}

/** The characters of a message in a prompt: its words, its calls, and its result. */
export function charsOf(message: Message): number {
  const calls = (message.toolCalls ?? []).reduce(
    (sum, { name, input }) => sum + name.length + input.length,
    0,
  )
  return message.text.length + calls + (message.toolResult?.text.length ?? 0)
}

function episodeStarts(settings: BoundarySettings, messages: readonly Message[]): number[] {
  const place = new Map(messages.map(({ messageId }, index) => [messageId, index]))
  const interactions = messages.map(({ messageId, at, text, toolCalls }) => ({
    id: messageId,
    at,
    text: `${text.slice(0, MAX_BOUNDARY_CHARS)} ${(toolCalls ?? []).flatMap((call) => [...call.filesRead, ...call.filesModified]).join(' ')}`,
  }))
  return boundariesOf(settings, interactions).flatMap(({ id }) => place.get(id) ?? [])
}

const MAX_BOUNDARY_CHARS = 2000
