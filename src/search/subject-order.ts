/** RECALL "Newer wins". Hits in the order in which rules about one subject are in force. */
import { rarity } from './bm25.ts'
import type { Unit } from './corpus.ts'
import {
  isStatement,
  newestFirst,
  type SentenceTest,
  type SubjectFit,
  type SubjectSettings,
  subjectFit,
  subjectOf,
} from './subject.ts'

interface Placed<Hit> {
  readonly hit: Hit
  /** The place it had, from 1, and the sentence that moved it; null where it stayed. */
  readonly moved: { readonly from: number; readonly sentence: string } | null
}

export function inForceFirst<Hit>(
  settings: SubjectSettings,
  query: string,
  hits: readonly Hit[],
  of: {
    readonly unit: (hit: Hit) => Pick<Unit, 'key' | 'text' | 'at'>
    /** False when it cannot have a sentence with all the words: then it need not be read. */
    readonly mayHoldAll: (hit: Hit) => boolean
  },
): Placed<Hit>[] {
  const stays = (hit: Hit) => ({ hit, moved: null })
  const subject = subjectOf(query)
  const first = hits.slice(0, settings.hits)
  // It takes two to change places.
  if (subject.length === 0 || first.filter(of.mayHoldAll).length < 2) return hits.map(stays)
  const units = first.map(of.unit)
  const fits = subjectFits(subject, units, isStatement)
  const order = newestFirst(
    settings,
    units.map(({ at }, place) => ({ at, fit: fits[place] as SubjectFit })),
  )
  const ordered = order.map((from, to): Placed<Hit> => {
    const hit = hits[from] as Hit
    const { sentence } = fits[from] as SubjectFit
    return from === to ? stays(hit) : { hit, moved: { from: from + 1, sentence } }
  })
  return [...ordered, ...hits.slice(first.length).map(stays)]
}

/** How much of the subject each text mentions, words weighted by their rarity among these texts. */
export function subjectFits(
  subject: readonly string[],
  units: readonly Pick<Unit, 'text'>[],
  counts?: SentenceTest,
): SubjectFit[] {
  const lower = units.map(({ text }) => text.toLowerCase())
  const rarities = subject.map((stem) => {
    const start = stem.slice(0, STEM_START)
    return rarity(lower.length, lower.filter((text) => text.includes(start)).length)
  })
  return units.map(({ text }) => subjectFit(subject, rarities, text, counts))
}

/** Enough of a stem to find its words by; what is counted is only how common they are. */
const STEM_START = 5
