/** F-02. Where the words of messages are, and in which places to look for them. */
import type { Connections } from './connections.ts'
import type { WordTables } from './counted-words.ts'
import type { ExpressionTables } from './expression-hits.ts'
import type { Space } from './space.ts'

export const MESSAGE_WORDS: WordTables & ExpressionTables = {
  passages: 'message_passage',
  unit: 'message',
  more: [],
  hasHead: false,
  totals: { table: 'message_totals', space: 'message_totals.space' },
  columns: ['body'],
}

/** A project's transcripts lie together, apart from those of others. */
export function transcriptPlace(project: string | null): string {
  return `transcripts:${project ?? ''}`
}

/** Sessions whose project was not known at first lie with those of no project. Null: everywhere. */
export async function transcriptPlaces(
  db: Connections,
  space: Space,
  projects: readonly (string | null)[] | undefined,
): Promise<number[] | null> {
  if (projects === undefined) return null
  await db.ready()
  const keys = [...new Set([null, ...projects].map(transcriptPlace))]
  return space.knownPlaces(db, keys)
}
