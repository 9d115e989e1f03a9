/**
 * D-01 to D-05. One pipeline for every collection: gather candidates from each source, ask every
 * source about the candidates of all, and let pure code rank them.
 */
import type {
  ContextCandidate,
  Corpus,
  MeaningCandidate,
  QueryVector,
  Ranked,
  TextCandidate,
  Unit,
  WordGroup,
} from '../../search/corpus.ts'
import { type FloorSettings, floorFor, relevanceOf } from '../../search/floor.ts'
import { withMeant } from '../../search/misspelt.ts'
import { type Fusion, type Ranking, ranking, type Strategy } from '../../search/rank.ts'
import type { RecallSettings } from '../../search/settings.ts'
import { wordGroups } from '../../search/terms.ts'
import type { SynonymSettings } from '../../text/synonyms.ts'

export interface RecallRequest<Filter> {
  readonly corpus: Corpus<Filter>
  readonly filter: Filter
  /** The query without its filters. */
  readonly query: string
  /** Null when there is no embedder, or it did not answer in time. */
  readonly vector: QueryVector | null
  readonly strategy: Strategy
  readonly fusion: Fusion
  readonly semanticWeight: number
  readonly settings: RecallSettings
  readonly synonyms: SynonymSettings
  /** More than the usual number of candidates, where more are to be shown. */
  readonly atLeast?: number
  /** Candidates from elsewhere, such as the graph. */
  readonly also?: readonly number[]
  /**
   * What the words around a text do for it: `bring` it in by themselves, or only `raise` one that
   * answers by its own words or meaning. With `raise` an expression holds for every hit (D-10).
   */
  readonly surroundings?: 'bring' | 'raise'
}

export interface Recalled extends Ranking {
  /** D-10. How the words were read. */
  readonly syntax: 'words' | 'expression'
  /** How many each source brought in, and how many were ranked in all. */
  readonly gathered: {
    readonly text: number
    readonly context: number
    readonly meaning: number
    readonly all: number
  }
}

const NOTHING: Ranked<never> = { best: async () => [], of: async () => [] }

export async function recall<Filter>(request: RecallRequest<Filter>): Promise<Recalled> {
  const { corpus, filter, query, settings, strategy } = request
  const groups = await wordsOf(request)
  const byWords = strategy !== 'semantic' || !request.vector
  const { text, syntax } = byWords
    ? await textSource(request, groups)
    : { text: NOTHING, syntax: 'words' as const }
  const context =
    strategy === 'auto' && groups.length > 0 ? await corpus.byContext(groups, filter) : NOTHING
  const vector = strategy === 'auto' || strategy === 'semantic' ? request.vector : null
  const meaning = vector ? await corpus.byMeaning(vector, filter) : NOTHING

  const usual = strategy === 'auto' ? settings.candidates : settings.singleCandidates
  const reach = Math.max(usual, request.atLeast ?? 0)
  const [texts, contexts, meanings] = await Promise.all([
    text.best(reach),
    context.best(settings.contextCandidates),
    meaning.best(reach),
  ])
  const onlyRaises = request.surroundings === 'raise'
  const sources = onlyRaises && syntax === 'expression' ? [texts] : [texts, contexts, meanings]
  const keys = [...new Set(sources.flat().map(({ unit }) => unit))]
  for (const key of request.also ?? []) if (!keys.includes(key)) keys.push(key)
  const [units, allTexts, allContexts, allMeanings, speakers] = await Promise.all([
    corpus.units(keys, filter),
    completed<TextCandidate>(text, texts, keys, (each) => each.score),
    completed<ContextCandidate>(context, contexts, keys, (each) => each.score),
    completed<MeaningCandidate>(meaning, meanings, keys, (each) => each.cosine),
    corpus.speakers(filter),
  ])
  const answering = onlyRaises
    ? answeringThemselves(settings.floor, units, {
        byWords,
        texts: allTexts,
        meanings: allMeanings,
      })
    : units
  const ranked = ranking(
    { ...settings, kept: Math.max(settings.kept, reach) },
    {
      query,
      strategy,
      fusion: request.fusion,
      semanticWeight: request.semanticWeight,
      words: syntax === 'words' ? groups.length : 0,
      byWords,
      byMeaning: vector !== null,
      speakers,
      units: answering,
      text: allTexts,
      context: allContexts,
      meaning: allMeanings,
    },
  )
  return {
    ...ranked,
    syntax,
    gathered: {
      text: texts.length,
      context: contexts.length,
      meaning: meanings.length,
      all: answering.length,
    },
  }
}

/** The words of the query, with synonyms, and with what a mistyped word may have meant. */
async function wordsOf<Filter>(request: RecallRequest<Filter>): Promise<readonly WordGroup[]> {
  const { corpus, settings, synonyms, query } = request
  const groups = wordGroups(synonyms, query, settings.maxWords)
  if (!corpus.nearWords || settings.misspeltWeight === 0) return groups
  const own = groups.flatMap(({ tokens: [first] }) => (first ? [first.token] : []))
  return withMeant(groups, await corpus.nearWords(own), settings.misspeltWeight)
}

/** D-10. A person's own expression first; what cannot be parsed is looked up word by word. */
async function textSource<Filter>(
  { corpus, filter, query }: RecallRequest<Filter>,
  groups: readonly WordGroup[],
): Promise<{ text: Ranked<TextCandidate>; syntax: Recalled['syntax'] }> {
  if (isExpression(query)) {
    const raw = await corpus.byText({ kind: 'raw', expression: query }, filter)
    if (raw && (await raw.best(1)).length > 0) {
      return { text: raw, syntax: 'expression' }
    }
  }
  if (groups.length === 0) return { text: NOTHING, syntax: 'words' }
  const text = await corpus.byText({ kind: 'terms', terms: groups }, filter)
  return { text: text ?? NOTHING, syntax: 'words' }
}

/** Plain words would be joined with AND by the raw syntax; only operators and phrases ask for it. */
export function isExpression(query: string): boolean {
  return /"[^"]+"|\w\*|\b(?:AND|OR|NOT)\b|\bNEAR\s*\(/.test(query)
}

interface Evidences {
  readonly byWords: boolean
  readonly texts: readonly TextCandidate[]
  readonly meanings: readonly MeaningCandidate[]
}

/** D-05. Texts that reach what a single hit needs without what stands around them. */
function answeringThemselves(
  settings: FloorSettings,
  units: readonly Unit[],
  { byWords, texts, meanings }: Evidences,
): Unit[] {
  const coverages = new Map(texts.map(({ unit, coverage }) => [unit, coverage]))
  const cosines = new Map(meanings.map(({ unit, cosine }) => [unit, cosine]))
  return units.filter(({ key }) => {
    const evidence = {
      coverage: byWords ? (coverages.get(key) ?? 0) : null,
      cosine: meanings.length > 0 ? (cosines.get(key) ?? 0) : null,
    }
    const needed = floorFor(settings, evidence) * settings.hitShare
    return relevanceOf(settings, evidence) >= needed
  })
}

/** What the source found by itself, and what it says of all other candidates, best first. */
async function completed<Candidate extends { readonly unit: number }>(
  source: Ranked<Candidate>,
  found: readonly Candidate[],
  keys: readonly number[],
  scoreOf: (candidate: Candidate) => number,
): Promise<Candidate[]> {
  const known = new Set(found.map(({ unit }) => unit))
  const others = keys.filter((key) => !known.has(key))
  const rest = others.length > 0 ? await source.of(others) : []
  return [...found, ...rest].sort((a, b) => scoreOf(b) - scoreOf(a) || a.unit - b.unit)
}
