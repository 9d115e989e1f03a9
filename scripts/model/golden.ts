/**
 * Is a converted model the model it should be? The texts of minilm-golden.json have vectors that
 * were computed outside of this program, in double precision, straight from the published weights.
 */
import { paddedBatch } from '../../src/embed/batches.ts'
import type { TokenModel } from '../../src/embed/onnx/runtime.ts'
import { asUnit, pooledVectors } from '../../src/embed/pooling.ts'
import type { TextTokens } from '../../src/embed/tokens.ts'
import type { Precision } from './bert.ts'
import golden from './minilm-golden.json' with { type: 'json' }

/** How near to the golden vector a model of each precision comes, with a little air. */
export const GOLDEN_FLOOR = { int8: 0.985, fp32: 0.9999 } as const satisfies Record<
  Precision,
  number
>

/** The cosine of each golden text's vector to its golden vector. */
export async function goldenCosines(tokens: TextTokens, model: TokenModel): Promise<number[]> {
  const cosines: number[] = []
  for (const { text, vector } of golden) {
    const ids = tokens.ids(text)
    const { values, dims } = await model.run(paddedBatch([ids], tokens.padId))
    const [made] = pooledVectors('mean', { values, width: ids.length, dims }, [ids.length])
    const expected = asUnit(Float32Array.from(vector))
    cosines.push(expected.reduce((sum, value, i) => sum + value * (made?.[i] ?? Number.NaN), 0))
  }
  return cosines
}

/** Throws unless every golden text comes out as it should. */
export async function expectGolden(
  precision: Precision,
  tokens: TextTokens,
  model: TokenModel,
): Promise<void> {
  const cosines = await goldenCosines(tokens, model)
  // Written so that a NaN fails as well.
  if (cosines.every((cosine) => cosine >= GOLDEN_FLOOR[precision])) return
  const seen = cosines.map((cosine) => cosine.toFixed(4)).join(', ')
  throw new Error(`the model does not compute as it should: ${seen}`)
}
