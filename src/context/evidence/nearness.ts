/**
 * M-32. How near a prompt is to the talk around a unit, measured by how near the messages of this history
 * are to each other. Long technical messages have cosines twice as high as short ones: what is near in one
 * history is far in another.
 */

/** Messages up to so many turns before and after one are the talk around it. */
export const TALK_TURNS = 3

/** Cosines between a passage and those of the messages around it, over a sample of a history. */
export interface Coherence {
  readonly mean: number
  readonly highest: number
}

/** For a history that is too short to tell, or has no talk: as among long technical messages. */
const USUAL: Coherence = { mean: 0.28, highest: 0.53 }
const MIN_PASSAGES = 20
/** Messages that have nothing to do with each other would make everything near. */
const MIN_COHERENCE: Coherence = { mean: 0.1, highest: 0.2 }

/** `sample` holds the cosines of each passage with those of the messages around it. */
export function coherenceOf(sample: readonly (readonly number[])[]): Coherence {
  const known = sample.filter((cosines) => cosines.length > 0)
  if (known.length < MIN_PASSAGES) return USUAL
  return {
    mean: Math.max(meanOf(known.map(meanOf)), MIN_COHERENCE.mean),
    highest: Math.max(meanOf(known.map((cosines) => Math.max(...cosines))), MIN_COHERENCE.highest),
  }
}

/** 1 where the prompt is as near to the talk as its messages usually are to each other. */
export function nearnessToTalk({ mean }: Coherence, cosines: readonly number[]): number | null {
  return cosines.length === 0 ? null : meanOf(cosines) / mean
}

/** What stands alone is compared with the best of a talk instead of its mean. */
export function nearnessToCommit({ highest }: Coherence, cosine: number | null): number | null {
  return cosine === null ? null : cosine / highest
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}
