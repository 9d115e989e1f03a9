/** F-02, D-10. Finding in what was said and done: raw syntax first, then word by word. */
import type { MessageFilter, MessageHit } from '../../store/sessions.ts'
import { snippetOf } from '../../text/snippet.ts'
import { contentWords } from '../../text/words.ts'
import type { Engine } from '../engine.ts'

export interface SessionHit {
  readonly session: string
  readonly host: string
  readonly title: string | null
  readonly project: string | null
  readonly messageId: string
  readonly role: string
  readonly at: string | null
  readonly snippet: string
  /** The best one is 1. */
  readonly score: number
}

export async function searchSessions(
  engine: Engine,
  query: string,
  filter: MessageFilter,
  limit: number,
): Promise<SessionHit[]> {
  const { sessions } = engine.store
  const terms = contentWords(query)
  const raw = isExpression(query)
    ? await sessions.search({ kind: 'raw', expression: query }, filter, limit)
    : null
  const hits =
    raw !== null && raw.length > 0
      ? raw
      : ((await sessions.search({ kind: 'terms', terms }, filter, limit)) ?? [])
  const best = hits[0]?.score ?? 1
  return hits.map((hit) => shown(hit, terms, best))
}

function isExpression(query: string): boolean {
  return /"[^"]+"|\w\*|\b(?:AND|OR|NOT)\b|\bNEAR\s*\(/.test(query)
}

function shown(hit: MessageHit, terms: readonly string[], best: number): SessionHit {
  const { message, title, project, start, end, score } = hit
  const { session, host, messageId, role, at } = message
  const passage = message.text.slice(start, end)
  const snippet = snippetOf(passage === '' ? callsOf(message) : passage, terms)
  return {
    session,
    host,
    title,
    project,
    messageId,
    role,
    at,
    snippet,
    score: best > 0 ? score / best : 0,
  }
}

function callsOf({ calls }: MessageHit['message']): string {
  return calls.map((call) => `${call.name}: ${call.command ?? call.input}`).join(' ')
}
