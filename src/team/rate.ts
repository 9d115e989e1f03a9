/** K-18. So many requests a minute: a bucket that fills evenly and is emptied by asking. */

export interface Bucket {
  readonly left: number
  readonly atMs: number
}

interface Taken {
  readonly bucket: Bucket
  /** Null: go on. Else how long to wait. */
  readonly waitSeconds: number | null
}

const MS_A_MINUTE = 60_000

/** Full at first, so that a burst of a minute's worth is served at once. */
export function takeOne(perMinute: number, bucket: Bucket | undefined, nowMs: number): Taken {
  const filled = bucket ? (Math.max(0, nowMs - bucket.atMs) / MS_A_MINUTE) * perMinute : perMinute
  const left = Math.min(perMinute, (bucket?.left ?? 0) + filled)
  if (left >= 1) return { bucket: { left: left - 1, atMs: nowMs }, waitSeconds: null }
  const waitSeconds = Math.ceil(((1 - left) / perMinute) * 60)
  return { bucket: { left, atMs: nowMs }, waitSeconds }
}
