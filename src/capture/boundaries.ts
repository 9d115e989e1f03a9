/**
 * G-06. Where one episode of work ends and the next begins: the words of the last few interactions
 * are compared with those of the few before. A boundary is a low overlap between two windows that
 * each have a topic of their own: a few short replies have none, however little they share.
 */
import { jaccard } from '../text/jaccard.ts'
import type { BoundarySettings } from './settings.ts'
import { topicWords } from './topic-words.ts'

/** State between two interactions; plain JSON. */
interface BoundaryState {
  /** Keywords of the latest interactions, oldest first; never more than two windows. */
  readonly recent: readonly {
    readonly at: string | null
    readonly id: string
    readonly words: readonly string[]
    readonly asked?: boolean | undefined
  }[]
}

export const NO_BOUNDARY_STATE: BoundaryState = { recent: [] }

export interface Interaction {
  readonly id: string
  readonly at: string | null
  readonly text: string
  /** False for the agent's own actions: looking elsewhere for the same request is no new episode. */
  readonly asked?: boolean
}

export interface Boundary {
  /** The first interaction of the new episode. */
  readonly id: string
  readonly at: string | null
  readonly similarity: number
  /** The words that name the new episode, most frequent first. */
  readonly summary: string
}

/** The state after one more interaction, and the boundary that it made visible. */
export function withInteraction(
  s: BoundarySettings,
  state: BoundaryState,
  interaction: Interaction,
): { readonly state: BoundaryState; readonly boundary: Boundary | null } {
  const words = topicWords(interaction.text).slice(0, s.maxKeywords)
  if (words.length === 0) return { state, boundary: null }
  const { id, at, asked } = interaction
  const recent = [...state.recent, { id, at, words, asked }].slice(-2 * s.windowSize)
  const boundary = recent.length < 2 * s.windowSize ? null : boundaryIn(s, recent)
  // The old episode is dropped after a boundary, so that one change is reported once.
  return { state: { recent: boundary === null ? recent : recent.slice(s.windowSize) }, boundary }
}

/** All boundaries of a finished stretch. */
export function boundariesOf(
  s: BoundarySettings,
  interactions: readonly Interaction[],
): readonly Boundary[] {
  let state = NO_BOUNDARY_STATE
  return interactions.flatMap((interaction) => {
    const step = withInteraction(s, state, interaction)
    state = step.state
    return step.boundary === null ? [] : [step.boundary]
  })
}

/** A boundary is stored as a fact about the session. */
export function boundaryFact(session: string, boundary: Boundary) {
  return {
    subject: `session:${session}`,
    predicate: 'boundary_at',
    object: [boundary.at, boundary.summary].filter(Boolean).join(' '),
  }
}

/** Words that come up in more than one interaction of a window. */
function topicOf(window: BoundaryState['recent']): Set<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const word of window.flatMap(({ words }) => words)) {
    if (seen.has(word)) again.add(word)
    seen.add(word)
  }
  return again
}

function boundaryIn(s: BoundarySettings, recent: BoundaryState['recent']): Boundary | null {
  const earlier = recent.slice(0, s.windowSize)
  const later = recent.slice(s.windowSize)
  if (later[0]?.asked === false) return null
  const [was, is] = [topicOf(earlier), topicOf(later)]
  if (Math.min(was.size, is.size) < s.minTopic || [...is].some((word) => was.has(word))) return null
  const before = new Set(earlier.flatMap(({ words }) => words))
  const after = new Set(later.flatMap(({ words }) => words))
  if (Math.min(before.size, after.size) < s.minKeywords) return null
  const similarity = jaccard(before, after)
  const first = later[0]
  if (similarity >= s.threshold || first === undefined) return null
  return { id: first.id, at: first.at, similarity, summary: summaryOf(s, later) }
}

function summaryOf(s: BoundarySettings, window: BoundaryState['recent']): string {
  const counts = new Map<string, number>()
  for (const { words } of window) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return ranked
    .slice(0, s.summaryWords)
    .map(([word]) => word)
    .join(' ')
}
