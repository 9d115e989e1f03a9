/** Multinomial logistic regression by gradient descent: the function is convex and the examples are few. */

/** What the judgement of two memories weighs; `a*b` is the product of two features. */
export const FEATURES: readonly string[] = (
  'topicLost topicKnown valueKind inOrder subjectKept swaps swapsInFrame added missing ' +
  'addedNone missingNone name nameAdded nameMissing opposite announces wrong otherKind ' +
  'past givesUpOther olderAnnounces bothDeny length sentences cosine change ruledCorrected ' +
  'ruledContradicts ruledRestated change*coverOlder change*subjectKnown change*missingOne ' +
  'change*inOrder change*past change*topicLost change*olderAnnounces subjectKept*choice ' +
  'topicKept*swapsInFrame cosine*oneSwap cosine*turned cosine*valueKind subjectKept*valueKind ' +
  'narrowed*widened topicKept*cosine change*valueGivenUp*topicKept scoped change*topicKept ' +
  'sameRelation*topicKept narrowed change*otherKind'
).split(' ')

const L2 = 20
const STEPS = 500
const RATE = 0.05
/** Adam's usual figures. */
const [KEEP_SLOPE, KEEP_SQUARE] = [0.9, 0.999]

interface Fitted {
  readonly bias: readonly number[]
  /** For each feature its weight in each class but the last, which is what the others are held against. */
  readonly weights: readonly (readonly number[])[]
}

export function fitSoftmax(
  examples: readonly (readonly number[])[],
  labels: readonly number[],
  classes: number,
): Fitted {
  const size = examples[0]?.length ?? 0
  const scales = Array.from({ length: size }, (_, at) =>
    scaleOf(examples.map((row) => row[at] ?? 0)),
  )
  const rows = examples.map((row) => [
    ...row.map((value, at) => (value - (scales[at]?.mean ?? 0)) / (scales[at]?.spread ?? 1)),
    1,
  ])
  const width = size + 1
  const weights = new Float64Array(width * classes)
  const slopes = new Float64Array(width * classes)
  const means = new Float64Array(width * classes)
  const squares = new Float64Array(width * classes)
  for (let step = 1; step <= STEPS; step += 1) {
    slopes.fill(0)
    for (const [index, row] of rows.entries()) {
      const errors = softmax(row, weights, classes)
      errors[labels[index] ?? 0] = (errors[labels[index] ?? 0] ?? 0) - 1
      for (let at = 0; at < width; at += 1) {
        const value = row[at] ?? 0
        if (value === 0) continue
        for (let c = 0; c < classes; c += 1) {
          const place = at * classes + c
          slopes[place] = (slopes[place] ?? 0) + value * (errors[c] ?? 0)
        }
      }
    }
    for (let place = 0; place < slopes.length; place += 1) {
      const penalty = place < size * classes ? L2 * (weights[place] ?? 0) : 0
      const slope = ((slopes[place] ?? 0) + penalty) / rows.length
      means[place] = KEEP_SLOPE * (means[place] ?? 0) + (1 - KEEP_SLOPE) * slope
      squares[place] = KEEP_SQUARE * (squares[place] ?? 0) + (1 - KEEP_SQUARE) * slope * slope
      const mean = (means[place] ?? 0) / (1 - KEEP_SLOPE ** step)
      const square = (squares[place] ?? 0) / (1 - KEEP_SQUARE ** step)
      weights[place] = (weights[place] ?? 0) - (RATE * mean) / (Math.sqrt(square) + 1e-8)
    }
  }
  return unscaled(weights, scales, classes)
}

interface Scale {
  readonly mean: number
  readonly spread: number
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, spread: Math.sqrt(variance) + 1e-6 }
}

function softmax(row: readonly number[], weights: Float64Array, classes: number): number[] {
  const sums = new Array<number>(classes).fill(0)
  for (const [at, value] of row.entries()) {
    for (let c = 0; c < classes; c += 1) {
      sums[c] = (sums[c] ?? 0) + value * (weights[at * classes + c] ?? 0)
    }
  }
  const most = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const all = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / all)
}

/** Weights for the features as they are, each class beside the last. */
function unscaled(weights: Float64Array, scales: readonly Scale[], classes: number): Fitted {
  const others = Array.from({ length: classes - 1 }, (_, c) => c)
  const beside = (at: number, c: number) =>
    (weights[at * classes + c] ?? 0) - (weights[at * classes + classes - 1] ?? 0)
  const rows = scales.map(({ spread }, at) => others.map((c) => beside(at, c) / spread))
  const bias = others.map((c) =>
    scales.reduce(
      (sum, { mean }, at) => sum - (rows[at]?.[c] ?? 0) * mean,
      beside(scales.length, c),
    ),
  )
  return { bias, weights: rows }
}
