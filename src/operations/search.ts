import * as z from 'zod'
import { cleanWordsOf } from '../context/governor.ts'
import type { Caller, Engine } from '../engine/engine.ts'
import { noteRetrieval, relevantAmong } from '../engine/recall/after-retrieval.ts'
import { collectMemories, type Collected as MemoriesCollected } from '../engine/recall/collect.ts'
import {
  type SearchInput as FindInput,
  type Found,
  findMemories,
  type SearchHit,
} from '../engine/recall/search.ts'
import { questionIn } from '../search/query.ts'
import { FUSIONS, STRATEGIES } from '../search/rank.ts'
import { AnswerExplanation, answerExplanation, HitExplanation } from './explanation.ts'
import { FilterInput, filterOf } from './filter-input.ts'
import { operation } from './operation.ts'
import { briefly, MemoryBrief } from './views.ts'

export const SearchInput = FilterInput.extend({
  query: z.string().max(20_000).describe('What you want to know, in plain words'),
  limit: z.int().min(1).max(100).optional().describe('At most this many'),
  strategy: z
    .enum(STRATEGIES)
    .optional()
    .describe('By what to search: auto (all there is), keyword, bm25 or semantic'),
  fusion: z
    .enum(FUSIONS)
    .optional()
    .describe('How words and meaning are put together: parts, rrf or blend'),
  rank: z
    .enum(['relevance', 'scored'])
    .optional()
    .describe('By the match (default), or by match, age, vitality and use together'),
  everywhere: z
    .boolean()
    .optional()
    .describe('In all projects and sessions, if you are the owner of the home'),
  minScore: z.number().min(0).max(1).optional().describe('Omit hits below this score, 0 to 1'),
  budget: z.int().min(1).optional().describe('Return whole passages within this many tokens'),
})

const Hit = MemoryBrief.extend({
  score: z.number().describe('What the order is made by'),
  match: z.number().describe('How well it matches, the best one being 1'),
  weak: z.boolean().describe('It has little to do with the question'),
  snippet: z.string(),
  passage: z.string().optional().describe('With a budget: the best passage, whole'),
  supersedes: z
    .array(z.object({ id: z.string(), name: z.string(), title: z.string() }))
    .describe('Superseded memories that also matched'),
  explanation: HitExplanation.optional(),
})

/** M-39. */
const Collected = z.object({
  kind: z.enum(['list', 'count', 'course']),
  count: z.int(),
  entries: z
    .array(
      z.object({
        id: z.string(),
        source: z.enum(['memory', 'fact']),
        at: z.string(),
        text: z.string(),
      }),
    )
    .describe('Everything that speaks of the whole subject, oldest first'),
})

export const search = operation({
  name: 'search',
  summary: 'Search memories, best match first. Use it before deciding or saving something.',
  effect: 'reads',
  whenOff: 'refuses',
  http: { method: 'POST', path: '/api/memories/search' },
  input: SearchInput.extend({
    explain: z.boolean().optional().describe('Show how each score came about'),
  }),
  output: z.object({
    hits: z.array(Hit),
    strategy: z.enum(STRATEGIES).describe('The strategy that was used'),
    tokens: z.int().describe('Tokens of the passages of all hits'),
    notes: z.array(z.string()).describe('Notes about this answer'),
    collected: Collected.optional().describe(
      'For "all …", "how many …", "how did … go": everything',
    ),
    explanation: AnswerExplanation.optional(),
  }),
  async run(engine, caller, input) {
    const asked = searchInputOf(engine, caller, input, input.explain)
    const found = await findMemories(engine, caller, asked)
    const collected = await collectMemories(engine, caller, asked)
    // M-16. Being found does not count as a use, opening does. The page searches with every key.
    if (caller.door !== 'page') {
      noteRetrieval(engine, caller, { query: asked.query, relevant: relevantAmong(found.hits) })
    }
    return {
      hits: found.hits.map((hit) => ({
        ...renderHit(hit),
        ...(input.budget === undefined ? {} : { passage: cleanText(hit, hit.passage) }),
        ...(input.explain ? { explanation: renderExplanation(hit) } : {}),
      })),
      strategy: found.strategy,
      tokens: found.tokens,
      notes: [...found.notes, ...(await privateNotes(engine, caller, asked, found))],
      ...(collected ? { collected: collectedView(collected) } : {}),
      ...(input.explain ? { explanation: answerExplanation(found) } : {}),
    }
  },
})

/** Where a person finds nothing, says whether private memories match. Never said to an agent. */
async function privateNotes(
  engine: Engine,
  caller: Caller,
  asked: FindInput,
  { hits }: Found,
): Promise<string[]> {
  if (hits.length > 0 || caller.speaker !== 'person' || asked.filter?.sensitivities) return []
  const filter = { ...asked.filter, sensitivities: ['private'] } as const
  const kept = await findMemories(engine, caller, { ...asked, filter, meaning: 'never' })
  if (kept.hits.length === 0) return []
  const many =
    kept.hits.length === 1
      ? '1 private memory matches'
      : `${kept.hits.length} private memories match`
  return [`${many}: repeat with --sensitivity private`]
}

export function findFor(
  engine: Engine,
  caller: Caller,
  input: z.output<typeof SearchInput>,
  explain = false,
): Promise<Found> {
  return findMemories(engine, caller, searchInputOf(engine, caller, input, explain))
}

function searchInputOf(
  engine: Engine,
  caller: Caller,
  input: z.output<typeof SearchInput>,
  explain = false,
): FindInput {
  const { retrieval } = engine.config
  return {
    query: questionIn(input.query),
    limit: input.limit ?? (input.budget === undefined ? retrieval.limit : MAX_IN_BUDGET),
    strategy: input.strategy ?? retrieval.strategy,
    rank: input.rank ?? 'relevance',
    minScore: input.minScore ?? retrieval.minScore,
    filter: filterOf(caller, input, engine.clock.now()),
    explain,
    ...(input.fusion ? { fusion: input.fusion } : {}),
    ...(input.everywhere ? { everywhere: true } : {}),
    ...(input.budget === undefined ? {} : { budgetTokens: input.budget }),
  }
}

function collectedView({ kind, count, entries }: MemoriesCollected): z.infer<typeof Collected> {
  return {
    kind,
    count,
    entries: entries.map((entry) => ({ ...entry })),
  }
}

/** With a token budget, the budget limits the list. */
const MAX_IN_BUDGET = 100

function renderHit(hit: SearchHit) {
  const { memory, score, match, weak, snippet, supersedes } = hit
  return {
    ...briefly(memory),
    score,
    match,
    weak,
    snippet: cleanText(hit, snippet),
    supersedes: supersedes.map(briefly).map(({ id, name, title }) => ({ id, name, title })),
  }
}

function cleanText({ memory }: SearchHit, text: string): string {
  return cleanWordsOf(memory, text)
}

export function renderExplanation({ explanation }: SearchHit): z.infer<typeof HitExplanation> {
  return {
    ...explanation,
    parts: explanation.parts.map((part) => ({ ...part })),
    ranks: { ...explanation.ranks },
    signals: { ...explanation.signals },
  }
}
