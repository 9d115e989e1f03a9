/** E-04. Core distances, the first stage of HDBSCAN. */

export type Vector = Float32Array

/** Euclidean. For unit vectors it orders pairs exactly as cosine does, and it is a metric. */
export function distance(a: Vector, b: Vector): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}

/**
 * The distance to the k-th nearest point, the point itself being the first. With fewer points than
 * k it is the farthest there is. Every pair is measured once; memory grows with n × k.
 */
export function coreDistances(points: readonly Vector[], k: number): Float64Array {
  const others = Math.min(k, points.length) - 1
  const cores = new Float64Array(points.length)
  if (others <= 0) return cores
  const nearest = new Float64Array(points.length * others).fill(Number.POSITIVE_INFINITY)
  for (const [i, point] of points.entries()) {
    for (let j = i + 1; j < points.length; j += 1) {
      const other = points[j]
      if (!other) continue
      const apart = distance(point, other)
      keepSmallest(nearest, i * others, others, apart)
      keepSmallest(nearest, j * others, others, apart)
    }
  }
  for (let i = 0; i < points.length; i += 1) cores[i] = nearest[i * others + others - 1] ?? 0
  return cores
}

/** Inserts into a sorted stretch of fixed length; the largest falls off its end. */
function keepSmallest(sorted: Float64Array, start: number, length: number, value: number): void {
  let at = start + length - 1
  if (value >= (sorted[at] ?? 0)) return
  for (; at > start && (sorted[at - 1] ?? 0) > value; at -= 1) sorted[at] = sorted[at - 1] ?? 0
  sorted[at] = value
}
