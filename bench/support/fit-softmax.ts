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
  'sameRelation*topicKept narrowed change*otherKind passive fromTo dated olderDated deniesNew denies ' +
  'polarity mood moodTurned limits limitsNew general oneOfMany reasons clauses longer ' +
  'passive*coverOlder fromTo*coverOlder dated*coverOlder denies*coverOlder polarity*coverOlder ' +
  'mood*coverOlder limits*coverOlder general*coverOlder oneOfMany*coverOlder reasons*coverOlder ' +
  'clauses*coverOlder longer*coverOlder past*coverOlder change*clauses change*longer'
).split(' ')

const L2 = 40
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
  const width = size + 1
  const rows = scaledRows(examples, scales)
  const weights = new Float64Array(width * classes)
  const slopes = new Float64Array(width * classes)
  const means = new Float64Array(width * classes)
  const squares = new Float64Array(width * classes)
  const errors = new Float64Array(classes)
  for (let step = 1; step <= STEPS; step += 1) {
    slopes.fill(0)
    for (let index = 0; index < examples.length; index += 1) {
      const start = index * width
      softmax(rows, start, width, weights, errors)
      errors[labels[index] ?? 0] = (errors[labels[index] ?? 0] ?? 0) - 1
      for (let at = 0; at < width; at += 1) {
        const value = rows[start + at] as number
        for (let c = 0; c < classes; c += 1) {
          const place = at * classes + c
          slopes[place] = (slopes[place] as number) + value * (errors[c] as number)
        }
      }
    }
    for (let place = 0; place < slopes.length; place += 1) {
      const penalty = place < size * classes ? L2 * (weights[place] ?? 0) : 0
      const slope = ((slopes[place] ?? 0) + penalty) / examples.length
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

/** One row after the other, each with a 1 for the bias at its end. */
function scaledRows(
  examples: readonly (readonly number[])[],
  scales: readonly Scale[],
): Float64Array {
  const width = scales.length + 1
  const rows = new Float64Array(examples.length * width).fill(1)
  for (const [index, row] of examples.entries()) {
    for (const [at, { mean, spread }] of scales.entries()) {
      rows[index * width + at] = ((row[at] ?? 0) - mean) / spread
    }
  }
  return rows
}

/** Puts the probabilities of the row at `start` into `into`. */
function softmax(
  rows: Float64Array,
  start: number,
  width: number,
  weights: Float64Array,
  into: Float64Array,
): void {
  into.fill(0)
  const classes = into.length
  for (let at = 0; at < width; at += 1) {
    const value = rows[start + at] as number
    for (let c = 0; c < classes; c += 1) {
      into[c] = (into[c] as number) + value * (weights[at * classes + c] as number)
    }
  }
  const most = Math.max(...into)
  let all = 0
  for (let c = 0; c < classes; c += 1) {
    into[c] = Math.exp((into[c] as number) - most)
    all += into[c] as number
  }
  for (let c = 0; c < classes; c += 1) into[c] = (into[c] as number) / all
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
