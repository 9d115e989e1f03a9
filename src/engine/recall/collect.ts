/** M-39. All memories about a subject, counted, oldest first. */
import type { Memory } from '../../memory/memory.ts'
import { type Collecting, parseCollecting, readingsOf, speaksOf } from '../../search/collect.ts'
import type { Fact } from '../../store/records.ts'
import { snippetOf } from '../../text/snippet.ts'
import type { Caller, Engine } from '../engine.ts'
import { findMemories, type SearchInput } from './search.ts'

export interface Collected {
  readonly kind: Collecting['kind']
  readonly count: number
  /** Oldest first. */
  readonly entries: readonly {
    readonly id: string
    readonly source: 'memory' | 'fact'
    readonly at: string
    readonly text: string
  }[]
}

/** No one reads more than this of one subject. */
const MAX_COLLECTED = 500
/** All facts are read: they are few and short, and only this needs them. */
const MAX_FACTS = 10_000

/** Null if the question wants a single answer, or nothing mentions the whole subject. */
export async function collectMemories(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
): Promise<Collected | null> {
  const asked = parseCollecting(input.query)
  if (!asked) return null
  for (const reading of readingsOf(asked)) {
    const found = await collected(engine, caller, input, reading)
    if (found) return found
  }
  return null
}

async function collected(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
  asked: Collecting,
): Promise<Collected | null> {
  const [memories, facts] = await Promise.all([
    memoriesAbout(engine, caller, input, asked),
    factsAbout(engine, caller, asked),
  ])
  const entries = [
    ...memories.map(({ id, createdAt, content }) => ({
      id,
      source: 'memory' as const,
      at: createdAt,
      text: snippetOf(content, []),
    })),
    ...facts.map(({ id, validFrom, createdAt, subject, predicate, object }) => ({
      id,
      source: 'fact' as const,
      at: validFrom ?? createdAt,
      text: `${subject} ${predicate} ${object}`,
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
  return entries.length === 0 ? null : { kind: asked.kind, count: entries.length, entries }
}

async function memoriesAbout(
  engine: Engine,
  caller: Caller,
  input: SearchInput,
  asked: Collecting,
): Promise<Memory[]> {
  const { budgetTokens: _, ...unbounded } = input
  const search = { ...unbounded, limit: MAX_COLLECTED, strategy: 'bm25', minScore: 0 } as const
  if (asked.query === '' && asked.types !== null) {
    const filter = { ...input.filter, types: [...asked.types] }
    const { hits } = await findMemories(engine, caller, { ...search, query: '', filter })
    return hits.map(({ memory }) => memory)
  }
  const { hits } = await findMemories(engine, caller, { ...search, query: asked.query })
  return hits.map(({ memory }) => memory).filter((memory) => holds(asked, memory))
}

async function factsAbout(engine: Engine, caller: Caller, asked: Collecting): Promise<Fact[]> {
  if (asked.query === '' || !speaksOfFacts(asked)) return []
  const projects = [null, ...(caller.project ? [caller.project.id] : [])]
  const facts = await engine.store.facts.find({ projects, limit: MAX_FACTS })
  // What was read out of a memory is answered, or withheld, with that memory.
  return facts.filter(
    ({ memory, subject, predicate, object }) =>
      memory === null && speaksOf(asked.subject, `${subject} ${predicate} ${object}`, 'fact'),
  )
}

function speaksOfFacts({ types }: Collecting): boolean {
  return types === null || types.includes('fact')
}

function holds({ subject }: Collecting, { title, tags, content, type }: Memory): boolean {
  return speaksOf(subject, [title, ...tags, content].join(' '), type)
}
