/**
 * RECALL "Score". The weighted sum of named parts, each from 0 to 1. The parts are kept beside the
 * sum, so that what `explain` prints is what was added (D-16).
 */
import type { AskedTopics } from '../text/trade-topics.ts'
import type { ContextCandidate, MeaningCandidate, TextCandidate, Unit } from './corpus.ts'
import { type Evidence, judgedBy } from './floor.ts'
import { answerPart, answerTypeOf } from './parts/answer-type.ts'
import { contextPart } from './parts/context.ts'
import { directivePart, isRequest } from './parts/directive.ts'
import { clarityOf, meaningPart } from './parts/meaning.ts'
import { subjectPart, subjectRaw } from './parts/subject.ts'
import { textPart } from './parts/text.ts'
import { type Measured, NO_RANGES, rangesOf, tokenMeasures } from './parts/tokens.ts'
import { topicPart } from './parts/topic.ts'
import { isQuestion, replyPart } from './parts/turns.ts'
import { datesIn, whenPart } from './parts/when.ts'
import { type PointedAt, whoPart } from './parts/who.ts'
import type { RecallSettings } from './settings.ts'
import { parseAttribution } from './speaker.ts'
import { type SubjectFit, subjectOf } from './subject.ts'
import { inForceFirst, subjectFits } from './subject-order.ts'
import type { TokenScores } from './token-match.ts'
import { FITTED, PART_NAMES, type PartName, type Weights } from './weights.ts'

/** Changes with the shape of the sum, not with its figures. */
export const RECALL_VERSION = 3

export const STRATEGIES = ['auto', 'keyword', 'bm25', 'semantic'] as const
export type Strategy = (typeof STRATEGIES)[number]
export const FUSIONS = ['parts', 'rrf', 'blend'] as const
export type Fusion = (typeof FUSIONS)[number]

export interface RankInput {
  readonly query: string
  readonly strategy: Strategy
  readonly fusion: Fusion
  /** D-04. The share of meaning in a blend. */
  readonly semanticWeight: number
  /** How many words were looked for; 0 when the query has none or is an expression of its own. */
  readonly words: number
  /** Whether words, and whether meaning, were asked. */
  readonly byWords: boolean
  readonly byMeaning: boolean
  /** Whom the question points at. */
  readonly pointed: PointedAt
  /** The kinds of thing it asks for. */
  readonly topics: AskedTopics
  /** What is less near than this in meaning is so by chance; 0 where that is not asked. */
  readonly clearCosine: number
  /** Whether the texts are turns of named speakers. */
  readonly named: boolean
  readonly units: readonly Unit[]
  /** What each source says of the units, best first. */
  readonly text: readonly TextCandidate[]
  readonly context: readonly ContextCandidate[]
  readonly meaning: readonly MeaningCandidate[]
}

interface Part {
  readonly name: PartName
  /** As it was measured: BM25, a cosine, a share. */
  readonly raw: number
  /** From 0 to 1. */
  readonly value: number
  readonly weight: number
  /** `value × weight`: what was added. */
  readonly points: number
}

export interface RankedUnit {
  readonly unit: Unit
  /** The best passage, as offsets into the unit's text. */
  readonly start: number
  readonly end: number
  readonly score: number
  /** The score against the best one. */
  readonly match: number
  readonly parts: readonly Part[]
  /** Its rank in each source, from 1; null where it was not found. */
  readonly ranks: { readonly [Source in 'text' | 'context' | 'meaning']: number | null }
  readonly cosine: number | null
  readonly coverage: number
  /** It holds every word of the query. */
  readonly holdsAll: boolean
  readonly relevance: number
  /** M-30. It has little to do with the question. */
  readonly weak: boolean
  /** Set when it changed places with others about the same subject. */
  readonly moved: { readonly from: number; readonly sentence: string } | null
}

export interface Ranking {
  /** Best first. */
  readonly hits: readonly RankedUnit[]
  readonly weights: Weights
}

export function ranking(settings: RecallSettings, input: RankInput): Ranking {
  const sources = sourcesOf(input)
  const dates = datesIn(input.query)
  const best = {
    text: Math.max(0, ...input.text.map((each) => textRaw(input, each))),
    context: Math.max(0, ...input.context.map((each) => each.score)),
    meaning: Math.max(input.clearCosine, ...input.meaning.map((each) => each.cosine)),
  }
  const asked = { type: answerTypeOf(input.query), request: isRequest(input.query) }
  const byKey = new Map(input.units.map((unit) => [unit.key, unit]))
  const valueAt = (key: number) => {
    const text = sources.text.get(key)
    const meaning = sources.meaning.get(key)
    return Math.max(
      textPart(text ? textRaw(input, text.candidate) : 0, best.text),
      meaningPart(meaning?.candidate.cosine ?? 0, best.meaning),
    )
  }
  // Where turns are among the texts, a memory has its own words in the place of its surroundings.
  const turnsAround = input.units.some((unit) => isTurn(unit) && sources.context.has(unit.key))
  const subject = subjectOf(input.query)
  const least = Math.min(input.words, subject.length)
  const looked = input.units.map((unit) => {
    const text = sources.text.get(unit.key)
    const context = sources.context.get(unit.key)
    const meaning = sources.meaning.get(unit.key)
    const words = text ? textRaw(input, text.candidate) : 0
    const near = meaning?.candidate.cosine ?? 0
    const around = context?.candidate.score ?? 0
    const measured: Measures = {
      text: { raw: words, value: textPart(words, best.text) },
      meaning: { raw: near, value: meaningPart(near, best.meaning) },
      context: {
        raw: around,
        value: isTurn(unit)
          ? contextPart(around, best.context)
          : turnsAround
            ? textPart(words, best.text)
            : 0,
      },
      who: plain(whoPart(input.pointed, unit)),
      when: plain(whenPart(dates, unit.at)),
      answer: plain(answerPart(asked.type, unit.text)),
      directive: plain(directivePart(asked.request, unit)),
      topic: plain(topicPart(input.topics, unit.text)),
      reply: plain(input.named ? replyPart(unit, byKey.get(unit.key - 1), valueAt) : 0),
      statement: plain(Number(input.named && !isQuestion(unit.text))),
      ...tokenMeasures(undefined, NO_RANGES, meaningPart(near, best.meaning), isTurn(unit), 1),
    }
    const coverage = text?.candidate.coverage ?? 0
    const cosine = meaning?.candidate.cosine ?? null
    const place = text?.candidate ?? meaning?.candidate
    const found = {
      unit,
      ranks: {
        text: text?.rank ?? null,
        context: context?.rank ?? null,
        meaning: meaning?.rank ?? null,
      },
      start: place?.start ?? 0,
      end: place?.end ?? unit.text.length,
      cosine,
      coverage,
      holdsAll: least > 0 && (text?.candidate.overlap ?? 0) >= least,
      ...judgedBy(
        settings.floor,
        // A date in the question is evidence too, although no text contains it.
        evidence(
          input,
          cosine ?? 0,
          Math.max(coverage, measured.context.value, DATED_COVERAGE * measured.when.value),
        ),
      ),
    }
    return { measured, found }
  })
  const scored = looked.filter(({ found }) => found.shares)
  const fits = subjectsHeld(
    input,
    subject,
    scored.map(({ found }) => found),
  )
  const saidOf = ({ key }: Unit) => {
    const fit = fits.get(key)
    return fit ? subjectRaw(settings, fit) : 0
  }
  const bestFit = Math.max(0, ...scored.map(({ found }) => saidOf(found.unit)))
  const weights = amongRules(
    settings,
    weightsFor(input),
    scored.some(({ found: { unit } }) => unit.isRule && bestFit > 0 && saidOf(unit) === bestFit),
  )
  const all = scored
    .map(({ measured, found }): RankedUnit => {
      const said = saidOf(found.unit)
      const subjectHeld = { raw: said, value: subjectPart(said, bestFit) }
      const parts = partsOf(weights, { ...measured, subject: subjectHeld })
      const score = fuseLists(settings, input, parts, found.ranks)
      return Object.assign(found, { score, match: 0, parts, moved: null })
    })
    .filter((each) => each.score > 0)
    .sort(bestFirst)
    .slice(0, settings.kept)
  return { hits: normaliseScores(inForce(settings, input, all)), weights }
}

/**
 * M-30. The best of a ranking once more, with how they match word by word: what was measured of them
 * stands, and is weighed anew.
 */
export function rankByTokens(
  settings: RecallSettings,
  input: RankInput,
  best: readonly RankedUnit[],
  tokens: ReadonlyMap<number, TokenScores>,
): Ranking {
  const weights = amongRules(
    settings,
    FITTED.tokens,
    best.some(({ unit, parts }) => unit.isRule && partValue(parts, 'subject') === 1),
  )
  const ranges = rangesOf(tokens)
  const nearest = Math.max(0, ...input.meaning.map(({ cosine }) => cosine))
  const clarity = clarityOf(nearest, input.clearCosine)
  const all = best.map((hit): RankedUnit => {
    const meaning = partValue(hit.parts, 'meaning')
    const matched: Partial<Record<PartName, Measured>> = tokenMeasures(
      tokens.get(hit.unit.key),
      ranges,
      meaning,
      isTurn(hit.unit),
      clarity,
    )
    const parts = hit.parts.map((part) => weighPart(weights, part.name, matched[part.name] ?? part))
    return { ...hit, score: fuseLists(settings, input, parts, hit.ranks), parts, moved: null }
  })
  return { hits: normaliseScores(inForce(settings, input, all.sort(bestFirst))), weights }
}

function evidence(input: RankInput, cosine: number, coverage: number): Evidence {
  return {
    cosine: input.byMeaning ? cosine : null,
    coverage: input.byWords ? coverage : null,
  }
}

/**
 * A turn is understood by the turns around it. A memory says all it says: that another one of the same
 * session speaks of what is asked makes it no more of an answer.
 */
function isTurn({ standing, text }: Unit): boolean {
  if (standing === null) return true
  const { speaker, role } = parseAttribution(text)
  return speaker !== null || role !== null
}

/** What can be measured of a unit by itself; `subject` needs the others. */
type Measures = { readonly [Name in Exclude<PartName, 'subject'>]: Measured }

/** What being from the named time is worth, as a share of the question's words. */
const DATED_COVERAGE = 0.5

/** What is from 0 to 1 as it is measured. */
function plain(value: number): Measured {
  return { raw: value, value }
}

/** D-05. `keyword` goes by how many words are shared, everything else by BM25. */
function textRaw({ strategy, words }: RankInput, candidate: TextCandidate): number {
  return strategy === 'keyword' ? candidate.overlap / Math.max(words, 1) : candidate.score
}

const ONLY = Object.fromEntries(PART_NAMES.map((name) => [name, 0])) as Weights

function weightsFor(input: RankInput): Weights {
  switch (input.strategy) {
    case 'keyword':
    case 'bm25':
      return { ...ONLY, text: 1 }
    case 'semantic':
      return input.byMeaning ? { ...ONLY, meaning: 1 } : { ...ONLY, text: 1 }
    case 'auto':
      return input.byMeaning ? FITTED.meaning : FITTED.words
  }
}

/**
 * Where a rule speaks best of the subject, the subject counts more: rules resemble each other in all but
 * what they are about. "Function names" and "function argument names" are near in meaning and in every
 * word, and only the sentence tells them apart.
 */
function amongRules({ subject }: RecallSettings, weights: Weights, isRuleBest: boolean): Weights {
  if (!isRuleBest || weights.subject === 0) return weights
  return { ...weights, subject: Math.max(weights.subject, subject.ruleWeight) }
}

function partsOf(weights: Weights, measured: Record<PartName, Measured>): Part[] {
  return PART_NAMES.map((name) => weighPart(weights, name, measured[name]))
}

function partValue(parts: readonly Part[], name: PartName): number {
  return parts.find((part) => part.name === name)?.value ?? 0
}

function weighPart(weights: Weights, name: PartName, { raw, value }: Measured): Part {
  return { name, raw, value, weight: weights[name], points: value * weights[name] }
}

/** D-04. With one source there is nothing to fuse. */
function fuseLists(
  settings: RecallSettings,
  input: RankInput,
  parts: readonly Part[],
  ranks: RankedUnit['ranks'],
): number {
  const fusion = input.strategy === 'auto' && input.byMeaning ? input.fusion : 'parts'
  if (fusion === 'rrf') return share(ranks.text) + share(ranks.meaning)
  if (fusion === 'blend') {
    const { semanticWeight } = input
    const [text, meaning] = [partValue(parts, 'text'), partValue(parts, 'meaning')]
    return (1 - semanticWeight) * text + semanticWeight * meaning
  }
  return parts.reduce((sum, part) => sum + part.points, 0)

  function share(rank: number | null): number {
    return rank === null ? 0 : 1 / (settings.rrfK + rank)
  }
}

interface Placed<Candidate> {
  readonly candidate: Candidate
  readonly rank: number
}

function sourcesOf(input: RankInput) {
  const placed = <Candidate extends { readonly unit: number }>(list: readonly Candidate[]) =>
    new Map(
      list.map((candidate, at): [number, Placed<Candidate>] => [
        candidate.unit,
        { candidate, rank: at + 1 },
      ]),
    )
  return {
    text: placed(input.text),
    context: placed(input.context),
    meaning: placed(input.meaning),
  }
}

/** More texts with all the words than this could not be distinguished by one sentence. */
const READ_CLOSELY = 40

/**
 * Texts with one sentence about all of the subject. Only those that hold all the words can have one,
 * so only those are read.
 */
function subjectsHeld(
  input: RankInput,
  subject: readonly string[],
  scored: readonly Pick<RankedUnit, 'unit' | 'holdsAll' | 'ranks'>[],
): ReadonlyMap<number, SubjectFit> {
  if (input.strategy !== 'auto') return new Map()
  const close = scored
    .filter(({ holdsAll }) => holdsAll)
    .sort((a, b) => (a.ranks.text ?? 0) - (b.ranks.text ?? 0))
    .map(({ unit }) => unit)
    .slice(0, READ_CLOSELY)
  const fits = subjectFits(subject, close)
  return new Map(close.map((unit, at) => [unit.key, fits[at] as SubjectFit]))
}

/** Newest of one subject first, into the places the group already holds, with the scores of those. */
function inForce(
  settings: RecallSettings,
  input: RankInput,
  hits: readonly RankedUnit[],
): RankedUnit[] {
  if (input.strategy !== 'auto') return [...hits]
  return inForceFirst(settings.subject, input.query, hits, {
    unit: ({ unit }) => unit,
    mayHoldAll: ({ holdsAll }) => holdsAll,
  }).map(({ hit, moved }, place) =>
    moved ? { ...hit, score: (hits[place] as RankedUnit).score, moved } : hit,
  )
}

/** D-05. The best has 1, so that a threshold means the same everywhere. */
function normaliseScores(hits: readonly RankedUnit[]): RankedUnit[] {
  const best = Math.max(0, ...hits.map((hit) => hit.score))
  return hits.map((hit) => ({ ...hit, match: best > 0 ? hit.score / best : 0 }))
}

function bestFirst(a: RankedUnit, b: RankedUnit): number {
  return b.score - a.score || a.unit.key - b.unit.key
}
