/** Softmax regression over named features, L2 by kind of feature. */
import { OF_WORDS } from '../../src/capture/statement-features.ts'
import { minimize } from './minimize.ts'

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

interface Row {
  readonly index: Int32Array
  readonly value: Float64Array
  readonly label: number
}

const MAX_STEPS = 80

/** For each class a weight for each name, in their order. */
export function fitLinear(
  names: readonly string[],
  examples: readonly Example[],
  { classes, words, form }: FitOptions,
): Float64Array[] {
  const size = names.length
  const rows = rowsOf(names, examples)
  const decay = names.map((name) => {
    if (name === 'bias') return 0
    return OF_WORDS.test(name) ? words : form
  })
  const objective = (weights: Float64Array, slope: Float64Array): number => {
    let loss = 0
    for (let i = 0; i < weights.length; i++) {
      const pull = (decay[i % size] ?? 0) * weights[i]!
      loss += 0.5 * pull * weights[i]!
      slope[i] = pull
    }
    for (const row of rows) loss += lossOf(row, size, classes, weights, slope)
    return loss
  }
  const all = minimize(size * classes, objective, MAX_STEPS)
  return Array.from({ length: classes }, (_, c) => all.slice(c * size, (c + 1) * size))
}

function rowsOf(names: readonly string[], examples: readonly Example[]): Row[] {
  const at = new Map(names.map((name, i) => [name, i]))
  return examples.map(({ features, label }) => {
    const known = [...features].filter(([name]) => at.has(name))
    return {
      index: Int32Array.from(known, ([name]) => at.get(name) ?? 0),
      value: Float64Array.from(known, ([, value]) => value),
      label,
    }
  })
}

/** What one example costs; its slope is added to the whole. */
function lossOf(
  { index, value, label }: Row,
  size: number,
  classes: number,
  weights: Float64Array,
  slope: Float64Array,
): number {
  const scores = new Float64Array(classes)
  for (let c = 0; c < classes; c++) {
    let sum = 0
    for (let k = 0; k < index.length; k++) sum += weights[c * size + index[k]!]! * value[k]!
    scores[c] = sum
  }
  const top = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - top), 0)
  for (let c = 0; c < classes; c++) {
    const error = Math.exp(scores[c]! - top) / total - (c === label ? 1 : 0)
    for (let k = 0; k < index.length; k++) slope[c * size + index[k]!]! += error * value[k]!
  }
  return Math.log(total) + top - scores[label]!
}
