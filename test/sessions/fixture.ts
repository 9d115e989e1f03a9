/** What the tests of this room share: fixtures by name, and a whole transcript read at once. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FoundTranscript, findTranscripts } from '../../src/sessions/find.ts'
import { readTranscript, type TranscriptCursor } from '../../src/sessions/read-transcript.ts'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import type { Mark, SessionInfo, TranscriptMessage } from '../../src/sessions/transcript.ts'
import { eventKey, withNews } from '../../src/sessions/transcript.ts'

const ROOT = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url))

export const defaults = ReadingSettings.parse({})

export function fixture(name: string): string {
  return join(ROOT, name)
}

export function eventKeyOf({
  host,
  sessionId,
  parentSessionId,
  eventId,
}: TranscriptMessage): string {
  return eventKey({ host, id: sessionId, parent: parentSessionId }, eventId)
}

/** The records of a file, by a parser that knows nothing of ours. */
// biome-ignore lint/suspicious/noExplicitAny: an independent look at raw JSON
export async function rawLines(path: string): Promise<any[]> {
  const text = await readFile(path, 'utf8')
  return text.split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

export interface ReadAll {
  readonly messages: TranscriptMessage[]
  readonly marks: Mark[]
  readonly sessions: SessionInfo[]
  readonly skipped: Record<string, number>
  readonly places: Record<string, { line: number; offset: number } | null>
  readonly cursor: TranscriptCursor | null
  readonly chunks: number
}

export async function foundAt(path: string): Promise<FoundTranscript> {
  const [found] = await findTranscripts({ env: {}, home: '/nowhere', path })
  if (found === undefined) throw new Error(`${path} is no transcript`)
  return found
}

export async function readAll(
  from: FoundTranscript | string,
  cursor: TranscriptCursor | null = null,
  settings: ReadingSettings = defaults,
): Promise<ReadAll> {
  const found = typeof from === 'string' ? await foundAt(from) : from
  const messages = new Map<string, TranscriptMessage>()
  const marks: Mark[] = []
  const sessions = new Map<string, SessionInfo>()
  const skipped: Record<string, number> = {}
  const places: ReadAll['places'] = {}
  let last = cursor
  let chunks = 0
  for await (const chunk of readTranscript(settings, found, cursor)) {
    for (const message of chunk.messages) {
      messages.set(`${message.sessionId}:${message.messageId}`, message)
    }
    marks.push(...chunk.marks)
    for (const one of chunk.sessions) {
      sessions.set(one.sessionId, withNews(sessions.get(one.sessionId), one))
    }
    for (const { reason, count, at } of chunk.skipped) {
      skipped[reason] = (skipped[reason] ?? 0) + count
      places[reason] ??= at
    }
    last = chunk.cursor
    chunks += 1
  }
  // Through JSON, since that is how a cursor is kept.
  const kept = last === null ? null : JSON.parse(JSON.stringify(last))
  const lists = { messages: [...messages.values()], sessions: [...sessions.values()] }
  return { ...lists, marks, skipped, places, cursor: kept, chunks }
}

export function countOf(messages: readonly TranscriptMessage[], role: string): number {
  return messages.filter((message) => message.role === role).length
}
