/** The source of a memory's words: its messages, and their lines on disk. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Provenance } from '../../memory/memory.ts'
import type { StoredMessage } from '../../store/sessions.ts'
import { snippetOf } from '../../text/snippet.ts'
import { contentWords } from '../../text/words.ts'
import type { Engine } from '../engine.ts'

interface TranscriptLine {
  readonly at: string | null
  readonly role: string
  /** The part of the message that the memory came from. */
  readonly text: string
  readonly messageId: string
  readonly path: string
  /** Null where the host stores no lines, or the file is gone. */
  readonly line: number | null
}

/** Enough to recognise it; the session shows the rest. */
const MAX_LINES = 12

export async function transcriptLines(
  engine: Engine,
  { host, session: id, messages: range, snippet }: Provenance,
): Promise<TranscriptLine[]> {
  if (id === null || range === null) return []
  const session = await engine.store.sessions.get(id, host ?? undefined)
  if (session === null) return []
  const ends = await engine.store.sessions.withMessageIds(session, range)
  const first = ends[0]
  const last = ends.at(-1)
  if (first === undefined || last === undefined) return []
  const between = (await engine.store.sessions.messages(session)).filter(
    ({ row }) => row >= first.row && row <= last.row,
  )
  const shown = between.length <= MAX_LINES ? between : [...between.slice(0, MAX_LINES - 1), last]
  const lines = await linesOf(shown)
  const words = contentWords(snippet ?? '')
  return shown.map(({ at, role, text, messageId, path, key }) => ({
    at,
    role,
    text: snippetOf(text, words),
    messageId,
    path,
    line: lines.get(key) ?? null,
  }))
}

/** Current line numbers, read from the transcripts: hosts rewrite them, so none are stored. */
async function linesOf(messages: readonly StoredMessage[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const path of new Set(messages.map((message) => message.path))) {
    if (!path.endsWith('.jsonl')) continue
    const wanted = new Map(
      messages
        .filter((message) => message.path === path && !message.messageId.startsWith('~'))
        .map(({ key, messageId, callId }) => [key, callId ?? messageId]),
    )
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
    let line = 0
    try {
      for await (const text of lines) {
        line += 1
        for (const [key, id] of wanted) {
          if (!text.includes(`"${id}"`)) continue
          found.set(key, line)
          wanted.delete(key)
        }
        if (wanted.size === 0) break
      }
    } catch {
      // The file is gone or unreadable: the message itself is still stored.
    } finally {
      lines.close()
    }
  }
  return found
}
