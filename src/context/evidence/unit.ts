/**
 * M-31. What may be quoted: a sentence of the user, a passage of the assistant, a commit message, a
 * memory. The score is the sum of named parts, which `explain` prints.
 */
import type { Timestamp } from '../../clock.ts'
import type { Language } from './languages.ts'

const SOURCE_KINDS = ['session', 'commit', 'memory'] as const
type SourceKind = (typeof SOURCE_KINDS)[number]

export interface EvidenceUnit {
  readonly kind: SourceKind
  /** The session, commit or memory it is from. Nothing is quoted from one source twice. */
  readonly source: string
  /** The message it stands in; a commit or memory is its own. */
  readonly message: string
  readonly role: 'user' | 'assistant' | 'author'
  readonly at: Timestamp
  /** All of the message, and where in it the unit stands. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Counted within the session; 0 for what is no session. */
  readonly turn: number
}

interface Measured {
  /** The share of the prompt's words that it holds, each by its rarity. */
  readonly words: number
  /** Cosine with the prompt; null without vectors. */
  readonly meaning: number | null
  /** BM25 of its best stretch against the most there could be. */
  readonly surroundings: number
}

export interface ScoredUnit {
  readonly unit: EvidenceUnit
  readonly measured: Measured
  readonly parts: Readonly<
    Record<'words' | 'meaning' | 'surroundings' | 'prior' | 'source', number>
  >
  readonly score: number
}

const WORDS_WEIGHT = 1
const MEANING_WEIGHT = 0.7
const SURROUNDINGS_WEIGHT = 0.9

export function scoreUnit(language: Language, unit: EvidenceUnit, measured: Measured): ScoredUnit {
  const parts = {
    words: WORDS_WEIGHT * measured.words,
    meaning: MEANING_WEIGHT * (measured.meaning ?? 0),
    surroundings: SURROUNDINGS_WEIGHT * measured.surroundings,
    prior: priorOnce(language, unit),
    source: 0,
  }
  const score = parts.words + parts.meaning + parts.surroundings + parts.prior
  return { unit, measured, parts, score }
}

/** What a source as a whole has to do with the prompt, once its units are measured. */
interface MeasuredSource {
  /** BM25 of its best stretch against the most there could be. */
  readonly stretch: number
  /** Cosines of its units, the highest first. */
  readonly meanings: readonly number[]
  /** A commit says all of it in one unit. */
  readonly isWhole: boolean
}

const NEAREST_UNITS = 3
const STRETCH_WEIGHT = 1
const NEAREST_WEIGHT = 1

/**
 * A sentence that resembles the prompt by chance stands alone in its session; where the matter was talked about,
 * others are near it too.
 */
export function scoreSource({ stretch, meanings, isWhole }: MeasuredSource): number {
  const nearest = meanings.slice(0, NEAREST_UNITS).reduce((sum, each) => sum + each, 0)
  return STRETCH_WEIGHT * stretch + (NEAREST_WEIGHT * nearest) / (isWhole ? 1 : NEAREST_UNITS)
}

export function withSource(scored: ScoredUnit, source: number): ScoredUnit {
  const parts = { ...scored.parts, source }
  return { ...scored, parts, score: scored.score - scored.parts.source + source }
}

const DIRECTIVE = 0.3
const QUESTION = -0.1
const FEW_WORDS = -0.2
const FIRST_MESSAGE = -0.2
const MIN_DIRECTIVE_CHARACTERS = 25
/** A longer message is pasted, and its "must" is another's. */
const MAX_DIRECTIVE_MESSAGE = 1200
const MIN_CONTENT_WORDS = 4

const priors = new WeakMap<Language, WeakMap<EvidenceUnit, number>>()

/** It does not depend on the prompt, and a unit comes up with many. */
function priorOnce(language: Language, unit: EvidenceUnit): number {
  const known = priors.get(language) ?? new WeakMap<EvidenceUnit, number>()
  priors.set(language, known)
  const prior = known.get(unit) ?? priorOf(language, unit)
  known.set(unit, prior)
  return prior
}

/** What speaks for a unit before any prompt is known: a person lays something down in it. */
function priorOf(language: Language, { kind, role, text, start, end, turn }: EvidenceUnit): number {
  if (kind === 'memory' || role === 'assistant') return 0
  const sentence = text.slice(start, end)
  const isDirective =
    sentence.length > MIN_DIRECTIVE_CHARACTERS &&
    text.length <= MAX_DIRECTIVE_MESSAGE &&
    language.cue.test(sentence)
  if (kind === 'commit') return isDirective ? DIRECTIVE : 0
  return (
    (isDirective ? DIRECTIVE : 0) +
    (/[?？]\s*$/.test(sentence) ? QUESTION : 0) +
    (contentWordsIn(language, sentence) < MIN_CONTENT_WORDS ? FEW_WORDS : 0) +
    // The first message is the request, not the decision.
    (turn === 0 ? FIRST_MESSAGE : 0)
  )
}

const UNSPACED_CHARACTERS_A_WORD = 2

function contentWordsIn({ stop }: Language, sentence: string): number {
  return countWords(sentence, stop)
}

const NO_WORDS: ReadonlySet<string> = new Set()

/** Without those that are left out; scripts without gaps between words are counted by their characters. */
export function countWords(sentence: string, without: ReadonlySet<string> = NO_WORDS): number {
  let count = 0
  for (const [word] of sentence.toLowerCase().matchAll(/[\p{L}\p{N}'_-]+/gu)) {
    if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(word)) {
      count += word.length / UNSPACED_CHARACTERS_A_WORD
    } else if (!without.has(word)) count += 1
  }
  return count
}
