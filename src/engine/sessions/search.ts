/** F-02, D-10. Searches sessions with the same pipeline as memories. */
import type { Fusion, Strategy } from '../../search/rank.ts'
import type { MessageFilter, StoredMessage } from '../../store/sessions.ts'
import { snippetOf } from '../../text/snippet.ts'
import { contentWords } from '../../text/words.ts'
import type { Engine } from '../engine.ts'
import { queryVector } from '../recall/query-vector.ts'
import { recall } from '../recall/recall.ts'

interface SessionSearchInput {
  readonly query: string
  readonly filter: MessageFilter
  readonly limit: number
  readonly strategy: Strategy
}

interface SessionHit {
  readonly session: string
  readonly host: string
  readonly title: string | null
  readonly project: string | null
  readonly messageId: string
  readonly role: string
  readonly at: string | null
  readonly snippet: string
  /** The best hit is 1. */
  readonly score: number
}

export interface SessionsFound {
  readonly hits: readonly SessionHit[]
  /** D-13. Notices about the answer, such as a fallback to words. */
  readonly notes: readonly string[]
}

export async function searchSessions(
  engine: Engine,
  input: SessionSearchInput,
): Promise<SessionsFound> {
  const { store } = engine
  const { found, notes } = await rankSessions(engine, input)
  const terms = contentWords(input.query)
  const messages = await store.sessions.withKeys(found.map(({ key }) => key))
  const about = new Map(messages.map((message) => [message.key, message]))
  const hits: SessionHit[] = []
  for (const each of found.slice(0, input.limit)) {
    const message = about.get(each.key)
    if (message) hits.push(await renderHits(engine, message, each, terms))
  }
  return { hits, notes }
}

interface Found {
  readonly key: string
  readonly start: number
  readonly end: number
  readonly score: number
}

async function rankSessions(
  engine: Engine,
  { query, filter, strategy }: SessionSearchInput,
): Promise<{ found: readonly Found[]; notes: readonly string[] }> {
  const { config } = engine
  const corpus = engine.store.sessions.recall
  const byMeaning = strategy === 'auto' || strategy === 'semantic'
  const patience = byMeaning ? 'wait' : 'never'
  let note: string | null = null
  const fusion: Fusion = config.retrieval.fusion
  const { hits } = await recall({
    corpus,
    filter,
    query,
    embed: async (names) => {
      const asked = await queryVector(engine, corpus, query, { patience, names })
      note = asked.note
      return asked.vector
    },
    strategy,
    fusion,
    semanticWeight: config.retrieval.semanticWeight,
    settings: config.recall,
    synonyms: config.synonyms,
    surroundings: 'raise',
  })
  const found = hits.map(({ unit, start, end, match }) => ({
    key: unit.id,
    start,
    end,
    score: match,
  }))
  return { found, notes: note === null ? [] : [note] }
}

async function renderHits(
  engine: Engine,
  message: StoredMessage,
  { start, end, score }: Found,
  terms: readonly string[],
): Promise<SessionHit> {
  const { session: id, host, messageId, role, at } = message
  const session = await engine.store.sessions.get(id, host)
  const passage = message.text.slice(start, end)
  return {
    session: id,
    host,
    title: session?.title ?? null,
    project: session?.project ?? null,
    messageId,
    role,
    at,
    snippet: snippetOf(passage.trim() === '' ? callsOf(message) : passage, terms),
    score,
  }
}

function callsOf({ calls }: StoredMessage): string {
  return calls.map((call) => `${call.name}: ${call.command ?? call.input}`).join(' ')
}
