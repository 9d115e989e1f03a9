/** Softmax regression over named features, by Adam on the whole set, L2 by kind of feature. */

interface Example {
  readonly features: ReadonlyMap<string, number>
  /** Which of the classes it is. */
  readonly label: number
}

interface FitOptions {
  readonly classes: number
  /** L2 of words and word parts, and of everything else. */
  readonly words: number
  readonly form: number
}

const STEPS = 250
const RATE = 0.08
const MEAN_DECAY = 0.9
const SPREAD_DECAY = 0.999

/** For each class a weight for each name, in their order. */
export function fitLinear(
  names: readonly string[],
  examples: readonly Example[],
  { classes, words, form }: FitOptions,
): Float64Array[] {
  const at = new Map(names.map((name, i) => [name, i]))
  const rows = examples.map(({ features, label }) => {
    const known = [...features].filter(([name]) => at.has(name))
    return {
      index: Int32Array.from(known, ([name]) => at.get(name) ?? 0),
      value: Float64Array.from(known, ([, value]) => value),
      label,
    }
  })
  const decay = names.map((name) => {
    if (name === 'bias') return 0
    return /^(?:w|c|s|at\d):/.test(name) ? words : form
  })
  const size = names.length
  const weights = Array.from({ length: classes }, () => new Float64Array(size))
  const means = Array.from({ length: classes }, () => new Float64Array(size))
  const spreads = Array.from({ length: classes }, () => new Float64Array(size))
  for (let step = 1; step <= STEPS; step++) {
    const slopes = weights.map((own) => own.map((weight, i) => (decay[i] ?? 0) * weight))
    for (const { index, value, label } of rows) {
      const scores = weights.map((own) => {
        let sum = 0
        for (let k = 0; k < index.length; k++) sum += own[index[k] as number]! * value[k]!
        return sum
      })
      const top = Math.max(...scores)
      const total = scores.reduce((sum, score) => sum + Math.exp(score - top), 0)
      for (const [c, score] of scores.entries()) {
        const error = Math.exp(score - top) / total - (c === label ? 1 : 0)
        const slope = slopes[c] as Float64Array
        for (let k = 0; k < index.length; k++) slope[index[k] as number]! += error * value[k]!
      }
    }
    const rate = RATE / (1 + (3 * step) / STEPS)
    for (let c = 0; c < classes; c++) {
      const [own, mean, spread, slope] = [weights[c], means[c], spreads[c], slopes[c]] as const
      if (!own || !mean || !spread || !slope) continue
      for (let i = 0; i < size; i++) {
        mean[i] = MEAN_DECAY * mean[i]! + (1 - MEAN_DECAY) * slope[i]!
        spread[i] = SPREAD_DECAY * spread[i]! + (1 - SPREAD_DECAY) * slope[i]! ** 2
        const scale = Math.sqrt(spread[i]! / (1 - SPREAD_DECAY ** step)) + 1e-8
        own[i]! -= (rate * mean[i]!) / (1 - MEAN_DECAY ** step) / scale
      }
    }
  }
  return weights
}
