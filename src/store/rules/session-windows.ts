/**
 * RECALL "Context table", for memories: what was kept from one session, in the order it was kept, is
 * cut into overlapping windows, and a memory takes the score of its best window. The adapters read
 * the members and count their words; how windows are cut and scored is decided here.
 */

import { STRETCH_STEP, STRETCH_TURNS } from '../../sessions/stretches.ts'

/** Only sessions that hold one of the best passages are looked at, and of a long one this many. */
export const BEST_PASSAGES = 50
export const MAX_SESSION_MEMORIES = 512

/** Each unit with its best window. The only one of its session has no surroundings. */
export function scoreWindows<Member extends { readonly unit: number }>(
  members: readonly Member[],
  scoreOf: (window: readonly Member[]) => number,
): ReadonlyMap<number, number> {
  const scores = new Map<number, number>()
  for (let begin = 0; members.length > 1 && begin < members.length; begin += STRETCH_STEP) {
    const window = members.slice(begin, begin + STRETCH_TURNS)
    const score = scoreOf(window)
    for (const { unit } of window) scores.set(unit, Math.max(scores.get(unit) ?? 0, score))
    if (begin + STRETCH_TURNS >= members.length) break
  }
  return scores
}

/** The best of all scored sessions first, ties by unit. */
export function bestWindows(
  sessions: readonly ReadonlyMap<number, number>[],
  limit: number,
): { readonly unit: number; readonly score: number }[] {
  return sessions
    .flatMap((scores) => [...scores])
    .filter(([, score]) => score > 0)
    .map(([unit, score]) => ({ unit, score }))
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
    .slice(0, limit)
}
