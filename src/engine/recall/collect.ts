/** M-39. Everything that speaks of a subject, counted, oldest first. */
import type { Memory } from '../../memory/memory.ts'
import { type Collecting, parseCollecting, speaksOf } from '../../search/collect.ts'
import { snippetOf } from '../../text/snippet.ts'
import type { Caller, Engine } from '../engine.ts'
import { findMemories, type SearchInput } from './search.ts'

export interface Collected {
  readonly kind: Collecting['kind']
  readonly count: number
  /** Oldest first. */
  readonly entries: readonly {
    readonly id: string
    readonly at: string
    readonly text: string
  }[]
}

/** More of one subject than this is no longer read by anybody. */
const MAX_COLLECTED = 500

/** Null where the question asks for one answer, or nothing speaks of the whole subject. */
export async function collectMemories(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
): Promise<Collected | null> {
  const asked = parseCollecting(input.query)
  if (!asked) return null
  const { budgetTokens: _, ...unbounded } = input
  const found = await findMemories(engine, caller, {
    ...unbounded,
    query: asked.query,
    limit: MAX_COLLECTED,
    strategy: 'bm25',
    minScore: 0,
  })
  const about = found.hits.map(({ memory }) => memory).filter((memory) => holds(asked, memory))
  if (about.length === 0) return null
  const entries = about
    .map(({ id, createdAt, content }) => ({ id, at: createdAt, text: snippetOf(content, []) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
  return { kind: asked.kind, count: entries.length, entries }
}

function holds({ subject }: Collecting, { title, tags, content }: Memory): boolean {
  return speaksOf(subject, [title, ...tags, content].join(' '))
}
