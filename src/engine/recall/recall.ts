/**
 * D-01 to D-05. One pipeline for every collection: gather candidates from each source, ask every
 * source about the candidates of all, and let pure code rank them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
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
import { sharesAnything } from '../../search/floor.ts'
import { withMeant } from '../../search/misspelt.ts'
import { CLEAR_COSINE } from '../../search/parts/meaning.ts'
import { namedIn, pointedAt } from '../../search/parts/who.ts'
import {
  type Fusion,
  type RankInput,
  type Ranking,
  rankByTokens,
  ranking,
  type Strategy,
} from '../../search/rank.ts'
import type { RecallSettings } from '../../search/settings.ts'
import { attribute, findSpeakers } from '../../search/speaker.ts'
import { wordGroups } from '../../search/terms.ts'
import {
  type ComparedPassage,
  scoreTokens,
  tokenMatcher,
  withWindow,
} from '../../search/token-match.ts'
import type { SynonymSettings } from '../../text/synonyms.ts'
import { type AskedTopics, askedTopics, NO_TOPICS } from '../../text/trade-topics.ts'

interface RecallRequest<Filter> {
  readonly corpus: Corpus<Filter>
  readonly filter: Filter
  /** The query without its filters. */
  readonly query: string
  /**
   * The vector of the question without these names; null when there is no embedder, or it did not
   * answer in time. Asked once, after the words have shown who speaks here.
   */
  readonly embed: (speakers: readonly string[]) => Promise<QueryVector | null>
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
   * answers by its own words or meaning.
   */
  readonly surroundings?: 'bring' | 'raise'
  /**
   * An explicit question, not a prompt or a history: the names of a kind answer a question for it
   * (D-02), and what is near by chance counts less.
   */
  readonly isAsked?: boolean
  /** Only the rarest words are looked up, as many as stand in so many places together. */
  readonly maxPlaces?: number
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
  const topics = request.isAsked ? askedTopics(query) : NO_TOPICS
  const groups = await wordsOf(request, topics)
  const onlyMeaning = strategy === 'semantic' ? await request.embed([]) : null
  const byWords = onlyMeaning === null
  const { text, syntax } = byWords
    ? await textSource(request, groups)
    : { text: NOTHING, syntax: 'words' as const }
  const context =
    strategy === 'auto' && groups.length > 0 ? await corpus.byContext(groups, filter) : NOTHING

  const usual = strategy === 'auto' ? settings.candidates : settings.singleCandidates
  const reach = Math.max(usual, request.atLeast ?? 0)
  const [texts, contexts] = await Promise.all([
    text.best(reach),
    context.best(settings.contextCandidates),
  ])
  const onlyRaises = request.surroundings === 'raise'
  /** D-10. An expression holds for every hit. */
  const byExpression = syntax === 'expression'
  const said = await corpus.units(keysOf(byExpression ? [texts] : [texts, contexts]), filter)
  const speakers = findSpeakers(said)
  const vector = strategy === 'auto' ? await request.embed(namedIn(query, speakers)) : onlyMeaning
  const meaning = vector ? await corpus.byMeaning(vector, filter) : NOTHING
  const meanings = await meaning.best(reach)

  const known = new Set(said.map(({ key }) => key))
  const found = byExpression ? [] : keysOf([meanings])
  const more = [...new Set([...found, ...(request.also ?? [])])].filter((key) => !known.has(key))
  const all = [...said, ...(more.length > 0 ? await corpus.units(more, filter) : [])]
  const keys = all.map(({ key }) => key)
  // What was kept in no session has nothing around it.
  const inSessions = all.flatMap(({ key, session }) => (session === null ? [] : [key]))
  const [allTexts, allContexts, allMeanings] = await Promise.all([
    completeCandidates<TextCandidate>(text, texts, keys, (each) => each.score),
    completeCandidates<ContextCandidate>(context, contexts, inSessions, (each) => each.score),
    completeCandidates<MeaningCandidate>(meaning, meanings, keys, (each) => each.cosine),
  ])
  const units = all.map((unit) => withSpeaker(unit, speakers))
  const answering = onlyRaises ? answeringThemselves(units, allTexts, allMeanings) : units
  const input: RankInput = {
    query,
    strategy,
    fusion: request.fusion,
    semanticWeight: request.semanticWeight,
    words: syntax === 'words' ? groups.length : 0,
    byWords,
    byMeaning: vector !== null,
    pointed: pointedAt(query, speakers, takeTurns(corpus, units) ? 'turns' : 'notes'),
    topics,
    clearCosine: request.isAsked ? CLEAR_COSINE : 0,
    named: speakers.length > 0,
    units: answering,
    text: allTexts,
    context: allContexts,
    meaning: allMeanings,
  }
  const kept = { ...settings, kept: Math.max(settings.kept, reach) }
  const ranked = await byTokens(request, kept, input, vector, ranking(kept, input))
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

/** So many of the best are compared word by word. */
const MATCHED_BY_TOKENS = 50
/** J-03. A long question and long texts take many times as long as usual; others come in between. */
const MAX_COMPARING_MS = 10

/** M-30. The best ones again, with how they match word by word; the rest keeps its place behind. */
async function byTokens<Filter>(
  { corpus, strategy }: RecallRequest<Filter>,
  settings: RecallSettings,
  input: RankInput,
  vector: QueryVector | null,
  first: Ranking,
): Promise<Ranking> {
  if (strategy !== 'auto' || !vector?.tokens || !corpus.tokenSigns) return first
  const matched = first.hits.slice(0, MATCHED_BY_TOKENS).map(({ unit }) => unit)
  const keys = matched.map(({ key }) => key)
  const passages = await corpus.tokenSigns(vector.model, withWindow(matched))
  if (passages.length === 0) return first
  const matcher = tokenMatcher(vector.tokens)
  const compared: ComparedPassage[] = []
  let begunMs = performance.now()
  for (const { signs, ...passage } of passages) {
    compared.push({ ...passage, bests: matcher.bests(signs) })
    if (performance.now() - begunMs < MAX_COMPARING_MS) continue
    await nextTurn()
    begunMs = performance.now()
  }
  const tokens = scoreTokens(matcher, keys, compared)
  const again = rankByTokens(settings, input, first.hits.slice(0, MATCHED_BY_TOKENS), tokens)
  const rest = first.hits.slice(MATCHED_BY_TOKENS)
  const last = again.hits.at(-1)?.match ?? 0
  const behind = rest.map((hit) => ({ ...hit, match: hit.match * last, score: hit.score * last }))
  return { ...again, hits: [...again.hits, ...behind] }
}

function keysOf(sources: readonly (readonly { readonly unit: number }[])[]): number[] {
  return [...new Set(sources.flat().map(({ unit }) => unit))]
}

/** Who said it by the text's own words, which know better than where it came from. */
function withSpeaker(unit: Unit, speakers: readonly string[]): Unit {
  const { speaker, role } = attribute(unit.text, speakers)
  return speaker === null && role === null ? unit : { ...unit, speaker, role }
}

/** Whether these are turns of a conversation rather than notes. */
function takeTurns<Filter>(corpus: Corpus<Filter>, units: readonly Unit[]): boolean {
  if (corpus.name === 'messages') return true
  const turns = units.filter(({ text }) => attribute(text, []).role !== null)
  return turns.length >= units.length / 2
}

/** The words of the query, with synonyms, and with what a mistyped word may have meant. */
async function wordsOf<Filter>(
  request: RecallRequest<Filter>,
  topics: AskedTopics,
): Promise<readonly WordGroup[]> {
  const { corpus, settings, synonyms, query } = request
  const all = wordGroups(synonyms, query, settings.maxWords, topics)
  const { maxPlaces } = request
  const groups =
    maxPlaces !== undefined && corpus.rarest ? await corpus.rarest(all, maxPlaces) : all
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
function isExpression(query: string): boolean {
  return /"[^"]+"|\w\*|\b(?:AND|OR|NOT)\b|\bNEAR\s*\(/.test(query)
}

/** Texts that match the question by themselves, without their surroundings. */
function answeringThemselves(
  units: readonly Unit[],
  texts: readonly TextCandidate[],
  meanings: readonly MeaningCandidate[],
): Unit[] {
  const coverages = new Map(texts.map(({ unit, coverage }) => [unit, coverage]))
  const cosines = new Map(meanings.map(({ unit, cosine }) => [unit, cosine]))
  return units.filter(({ key }) =>
    sharesAnything({ coverage: coverages.get(key) ?? null, cosine: cosines.get(key) ?? null }),
  )
}

/** What the source found by itself, and what it says of all other candidates, best first. */
async function completeCandidates<Candidate extends { readonly unit: number }>(
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
