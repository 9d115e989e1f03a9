/** I-02. How a memory moves between states, as a table of the moves there are. */
import * as z from 'zod'
import { daysBetween, type Timestamp } from '../clock.ts'
import type { Memory, Source, State } from '../memory/memory.ts'
import { traitsOf } from '../memory/types.ts'
import { count, decimal } from '../setting.ts'
import { type RankingSettings, rankingScore, standingOf } from './score.ts'

/** The figures of I-02. */
export const TransitionSettings = z.object({
  promoteScore: z.number().default(0.7).describe('new becomes high at this score'),
  promoteAccesses: count(3, '… and at least this many uses'),
  demoteScore: z.number().default(0.4).describe('Below this score a memory becomes low'),
  demoteNewDays: decimal(14, 'Days before this can happen to a new memory'),
  removeScore: z.number().default(0.3).describe('Below this score an unused memory is removed'),
  removeNewDays: decimal(30, 'Days before this can happen to a new memory'),
  removeLowDays: decimal(30, 'Days in state low before this can happen'),
  comebackScore: z.number().default(0.6).describe('low becomes high again at this score'),
  comebackAccesses: count(5, '… and at least this many uses'),
  staleDays: decimal(90, 'A high memory unused this long is stale'),
})
export type TransitionSettings = z.infer<typeof TransitionSettings>

/** The facts that the conditions test. */
interface TransitionFacts {
  readonly score: number
  readonly accessCount: number
  readonly ageDays: number
  readonly daysSinceAccess: number
  readonly daysInState: number
  readonly accessedInState: boolean
}

interface Transition {
  readonly from: State
  readonly to: State
  /** The condition in words, with the figures that are in force. */
  readonly when: (s: TransitionSettings) => string
  readonly holds: (s: TransitionSettings, m: TransitionFacts) => boolean
}

/** The first row that holds is the one that is taken, so removal is before demotion. */
// biome-ignore format: a table reads best in columns
const TRANSITIONS: readonly Transition[] = [
  { from: 'new', to: 'high',
    when:  (s)    => `score at least ${s.promoteScore} and used ${s.promoteAccesses} times or more`,
    holds: (s, m) => m.score >= s.promoteScore && m.accessCount >= s.promoteAccesses },
  { from: 'new', to: 'removed',
    when:  (s)    => `score below ${s.removeScore} after ${s.removeNewDays} days, never used`,
    holds: (s, m) => m.score < s.removeScore && m.ageDays >= s.removeNewDays && m.accessCount === 0 },
  { from: 'new', to: 'low',
    when:  (s)    => `score below ${s.demoteScore} after ${s.demoteNewDays} days`,
    holds: (s, m) => m.score < s.demoteScore && m.ageDays >= s.demoteNewDays },
  { from: 'low', to: 'high',
    when:  (s)    => `score at least ${s.comebackScore} and used ${s.comebackAccesses} times or more`,
    holds: (s, m) => m.score >= s.comebackScore && m.accessCount >= s.comebackAccesses },
  { from: 'low', to: 'removed',
    when:  (s)    => `score below ${s.removeScore}, low for ${s.removeLowDays} days and unused since`,
    holds: (s, m) => m.score < s.removeScore && m.daysInState >= s.removeLowDays && !m.accessedInState },
  { from: 'high', to: 'low',
    when:  (s)    => `score below ${s.demoteScore}, unused for ${s.staleDays} days`,
    holds: (s, m) => m.score < s.demoteScore && m.daysSinceAccess >= s.staleDays },
]

/** Best first; a move to the right is a demotion. */
const STANDING_ORDER: readonly State[] = ['high', 'new', 'low', 'removed']

/** What a person said is set aside at most: only a person takes it away. */
const NEVER_BELOW_LOW: ReadonlySet<Source> = new Set<Source>(['user-stated', 'user-corrected'])

type Living = Pick<
  Memory,
  | 'accessCount'
  | 'confidence'
  | 'createdAt'
  | 'lastAccessedAt'
  | 'provenance'
  | 'state'
  | 'validated'
> &
  Partial<Pick<Memory, 'type'>>

interface StateMove {
  readonly to: State
  readonly reason: string
}

interface StateSettings {
  readonly ranking: RankingSettings
  readonly transitions: TransitionSettings
}

/**
 * Where the memory goes now, or null if it stays. `stateSince` is when it came into its present
 * state. A memory that moved at this very moment does not move again, whatever the figures are, so
 * a second run at the same time changes nothing.
 */
export function nextState(
  settings: StateSettings,
  memory: Living,
  at: { readonly stateSince: Timestamp; readonly now: Timestamp },
): StateMove | null {
  const m = transitionFactsOf(settings.ranking, memory, at)
  if (m.daysInState <= 0) return null
  const s = settings.transitions
  const row = TRANSITIONS.find(
    (move) => move.from === memory.state && isAllowed(memory, move) && move.holds(s, m),
  )
  return row ? { to: row.to, reason: `${row.when(s)} (score ${m.score.toFixed(3)})` } : null
}

function transitionFactsOf(
  ranking: RankingSettings,
  memory: Living,
  at: { readonly stateSince: Timestamp; readonly now: Timestamp },
): TransitionFacts {
  const standing = standingOf(memory, at.now)
  const daysInState = daysBetween(at.stateSince, at.now)
  const ageDays = daysBetween(memory.createdAt, at.now)
  return {
    score: rankingScore(ranking, standing).total,
    accessCount: memory.accessCount,
    // M-12. What was said long ago and is read only now gets its time as well.
    ageDays: memory.state === 'new' ? Math.min(ageDays, daysInState) : ageDays,
    daysSinceAccess: standing.daysSinceAccess,
    daysInState,
    accessedInState:
      memory.lastAccessedAt !== null && daysBetween(at.stateSince, memory.lastAccessedAt) > 0,
  }
}

function isAllowed(memory: Living, move: Transition): boolean {
  if (memory.validated && isDemotion(move)) return false
  if (move.to !== 'removed') return true
  return !NEVER_BELOW_LOW.has(memory.provenance.source) && isPassing(memory)
}

/**
 * M-13, M-16. Use is counted strictly, so that disuse alone forgets only what happened or was guessed;
 * what is so, or how it is done, is set aside and later archived, where it can still be found.
 */
function isPassing({ type, provenance }: Living): boolean {
  return (
    type === undefined || traitsOf(type).layer === 'episodic' || provenance.source === 'inferred'
  )
}

function isDemotion(move: Transition): boolean {
  return STANDING_ORDER.indexOf(move.to) > STANDING_ORDER.indexOf(move.from)
}
