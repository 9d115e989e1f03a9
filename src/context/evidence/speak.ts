/** M-32. What of the evidence is brought up in this turn, and why the rest is not. */
import type { OutRule } from '../explain.ts'
import type { Chosen } from './choose.ts'
import type { GateVerdict } from './gate.ts'
import { type EvidenceSettings, SPEAK_AT } from './settings.ts'
import type { ScoredUnit } from './unit.ts'

/** One lane's choice, and how probable it is that it helps. */
export interface SaidEvidence {
  readonly chosen: Chosen
  readonly verdict: GateVerdict
}

export interface GivenEvidence {
  readonly unit: ScoredUnit
  /** As a search ranks it, the best one being 1. */
  readonly match: number
  readonly verdict: GateVerdict
}

/** What the session has had so far. */
export interface SessionSoFar {
  /** How many prompts were looked up before this one. */
  readonly asked: number
  /** Sources that were quoted; none is quoted twice. */
  readonly quoted: readonly string[]
}

/** A memory is shown beside a better one only if it is nearly as good. */
export const SHARE_OF_BEST = 0.82

export function thresholdFor({ speak }: EvidenceSettings, { asked }: SessionSoFar): number {
  return asked === 0 ? SPEAK_AT[speak].first : SPEAK_AT[speak].later
}

/** Whose names stand in the ledger of what was quoted. */
export function sourceName({ unit }: Pick<ScoredUnit, 'unit'>): string {
  return unit.kind === 'memory' ? unit.source : `${unit.kind}:${unit.source}`
}

/** What is chosen of sessions and commits once what was quoted before is left out; null for silence. */
export function chooseQuotes(
  settings: EvidenceSettings,
  so: SessionSoFar,
  said: SaidEvidence | null,
): Chosen | null {
  if (said === null || said.verdict.probability < thresholdFor(settings, so)) return null
  return so.quoted.includes(sourceName(said.chosen.lead)) ? null : said.chosen
}

interface GivenVerdict<Given> {
  readonly given: Given
  readonly out: { readonly rule: OutRule; readonly reason: string } | null
}

/** Each memory with its fate, best first. */
export function judgeMemories<Given extends GivenEvidence>(
  settings: EvidenceSettings,
  so: SessionSoFar,
  all: readonly Given[],
): GivenVerdict<Given>[] {
  const least = thresholdFor(settings, so)
  const ranked = all.toSorted(
    (a, b) =>
      b.match - a.match ||
      b.verdict.probability - a.verdict.probability ||
      (a.unit.unit.source < b.unit.unit.source ? -1 : 1),
  )
  const best = Math.max(
    0,
    ...ranked.filter((each) => each.verdict.probability >= least).map(({ match }) => match),
  )
  return ranked.map((given) => {
    const { probability } = given.verdict
    if (so.quoted.includes(sourceName(given.unit))) {
      return { given, out: { rule: 'already-surfaced', reason: 'shown before in this session' } }
    }
    if (probability < least) {
      const reason = `it helps with probability ${probability.toFixed(2)}, needed ${least.toFixed(2)}`
      return { given, out: { rule: 'below-threshold', reason } }
    }
    if (given.match < SHARE_OF_BEST * best) {
      const reason = `less than ${SHARE_OF_BEST} of the best (${best.toFixed(2)})`
      return { given, out: { rule: 'below-best', reason } }
    }
    return { given, out: null }
  })
}
