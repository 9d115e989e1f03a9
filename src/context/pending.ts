/** H-07. What turn N found too late, waiting for turn N+1. */
import * as z from 'zod'

/** Kept for each session between turns, as JSON. The memories themselves are read again. */
export const PendingState = z
  .object({
    /** The prompt's turn, counted within the session. */
    turn: z.int().min(0),
    found: z
      .array(
        z
          .object({
            id: z.string(),
            match: z.number().min(0).max(1),
            similarity: z.number().nullable(),
            passage: z.string().nullable(),
            relevant: z.boolean().nullable(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()
export type PendingState = z.infer<typeof PendingState>
export type PendingHit = PendingState['found'][number]

/** The slower results that the turn has not shown already. */
export function pendingAfter(
  turn: number,
  deeper: readonly PendingHit[],
  shown: readonly string[],
): PendingState {
  const seen = new Set(shown)
  const found = deeper.filter((hit) => {
    if (hit.relevant === false || seen.has(hit.id)) return false
    seen.add(hit.id)
    return true
  })
  return { turn, found }
}

/** Due at the very next turn. A new topic, or a turn in between, discards it. */
export function pendingDue(
  pending: PendingState | null,
  { turn, topicChanged }: { readonly turn: number; readonly topicChanged: boolean },
): readonly PendingHit[] {
  if (pending === null || topicChanged || pending.turn !== turn - 1) return []
  return pending.found
}
