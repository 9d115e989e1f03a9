/**
 * F-01. Hosts that keep conversations in an SQLite database of their own, opened read-only. Each says
 * what changed since a mark, as records in the common form; a message given again replaces the one
 * before under the same key.
 */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Harvested } from './assembly.ts'
import { type DatabaseProblem, whyNotReadable } from './database-problem.ts'
import type { JsonObject } from './json.ts'
import type { LineReader, Reading } from './reading.ts'
import type { RecordState } from './records.ts'
import type { ReadingSettings } from './settings.ts'
import { type SessionInfo, withNews } from './transcript.ts'

/** Part of one conversation that is new since a mark, and the mark after it. */
export interface ConversationPart {
  readonly session: SessionInfo
  readonly records: readonly JsonObject[]
  readonly skipped: readonly string[]
  readonly mark: string
}

export interface ConversationHost {
  readonly reader: LineReader<RecordState>
  /** Oldest first. `null` means from the beginning. */
  changes(
    settings: ReadingSettings,
    database: DatabaseSyncInstance,
    since: string | null,
  ): Iterable<ConversationPart>
}

export interface ConversationsCursor {
  readonly form: 'conversations'
  readonly mark: string | null
}

export async function* readConversations(
  settings: ReadingSettings,
  host: ConversationHost,
  path: string,
  known: ConversationsCursor | null,
): AsyncGenerator<Harvested & { readonly cursor: ConversationsCursor }> {
  const cursor = known ?? { form: 'conversations', mark: null }
  let database: DatabaseSyncInstance | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: settings.busyMs })
    for (const part of host.changes(settings, database, cursor.mark)) {
      yield { ...harvest(settings, host, part), cursor: { ...cursor, mark: part.mark } }
    }
  } catch (error) {
    const reason: DatabaseProblem = whyNotReadable(error)
    const skipped = [{ reason: `database: ${reason}`, count: 1, at: null }]
    yield { sessions: [], messages: [], marks: [], skipped, cursor }
  } finally {
    database?.close()
  }
}

function harvest(
  settings: ReadingSettings,
  { reader }: ConversationHost,
  { session, records, skipped }: ConversationPart,
): Harvested {
  const { sessionId, parentSessionId, cwd } = session
  let state = reader.begin({ path: '', sessionId, parentSessionId, cwd })
  const readings: Reading<RecordState>[] = []
  for (const [line, record] of records.entries()) {
    const reading = reader.read(settings, state, record, { offset: line, line })
    readings.push(reading)
    state = reading.state
  }
  const counts = new Map<string, number>()
  for (const reason of [...skipped, ...readings.flatMap((reading) => reading.skipped)]) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return {
    sessions: [readings.flatMap(({ sessions }) => sessions).reduce(withNews, session)],
    messages: readings.flatMap(({ pieces }) => pieces.map(({ message }) => message)),
    marks: readings.flatMap(({ marks }) => marks),
    skipped: [...counts].map(([reason, count]) => ({ reason, count, at: null })),
  }
}
