import { copyFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import golden from '../../scripts/model/minilm-golden.json' with { type: 'json' }
import { builtinIdentity, openBuiltin } from '../../src/embed/builtin.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { cosine } from '../search/brute-force.ts'
import { itIsAnEmbedder } from './contract.ts'
import { PATIENT } from './patient.ts'
import { tempFolder } from './temp-folder.ts'

const settings = EmbedSettings.parse(PATIENT)
const MODEL = 'dist/model'

itIsAnEmbedder('the built-in model', () => openBuiltin(settings))

describe('the built-in model', () => {
  it('D-03 comes near the golden vectors', async () => {
    const embedder = await openBuiltin(settings)
    for (const { text, vector } of golden) {
      const [made] = await embedder.embed([text])
      expect(cosine(made as Float32Array, Float32Array.from(vector))).toBeGreaterThan(0.985)
    }
    await embedder.close()
  })

  it('D-03 puts a paraphrase nearer than a stranger', async () => {
    const embedder = await openBuiltin(settings)
    const [query] = await embedder.embed(['auth flow'], { kind: 'query' })
    const [near, far] = await embedder.embed(['login process and JWT tokens', 'database migration'])
    expect(cosine(query as Float32Array, near as Float32Array)).toBeGreaterThan(0.35)
    expect(cosine(query as Float32Array, far as Float32Array)).toBeLessThan(0.1)
    await embedder.close()
  })

  it('D-12 its id tells apart what makes other vectors', () => {
    const id = (change: object) => builtinIdentity(EmbedSettings.parse(change)).id
    expect(id({ passagePrefix: 'passage: ' })).not.toBe(id({}))
    expect(id({ queryPrefix: 'query: ', threads: 1 })).toBe(id({}))
  })

  it('J-03 of a long question the beginning is read, of a passage all that the model takes', async () => {
    const embedder = await openBuiltin(settings)
    const words = 'the boiler feeds the radiators of the upper floor '.repeat(14)
    const texts = [`${words}`, `${words} and the cellar stays cold`]
    for (const [kind, isSame] of [
      ['query', true],
      ['passage', false],
    ] as const) {
      const [one, other] = await embedder.embed(texts, { kind })
      expect(cosine(one as Float32Array, other as Float32Array) > 0.99999).toBe(isSame)
    }
    await embedder.close()
  })

  it('D-13 a question overtakes passages that wait', async () => {
    const embedder = await openBuiltin(settings)
    await embedder.embed(['warm'])
    const done: string[] = []
    const texts = Array.from({ length: 200 }, (_, i) => `passage number ${i} about the deployment`)
    const passages = embedder.embed(texts).then(() => done.push('passages'))
    const query = embedder.embed(['which one?'], { kind: 'query' }).then(() => done.push('query'))
    await Promise.all([passages, query])
    expect(done).toEqual(['query', 'passages'])
    await embedder.close()
  })

  it('D-13 leaves the event loop room between batches', async () => {
    const embedder = await openBuiltin(EmbedSettings.parse({ ...PATIENT, batchSize: 4 }))
    await embedder.embed(['warm'])
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    await embedder.embed(Array.from({ length: 100 }, (_, i) => `passage ${i}`))
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
    await embedder.close()
  })
})

describe('missing parts', () => {
  const missing = async () => {
    throw new Error('Cannot find package')
  }

  it('G-02 without the model it is unavailable, with a hint', async () => {
    const opening = openBuiltin(settings, { folder: await tempFolder() })
    await expect(opening).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('Install mneme again'),
    })
  })

  it('G-02 without the runtime the first text is unavailable, with a hint', async () => {
    const embedder = await openBuiltin(settings, { runtime: missing })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('npm install onnxruntime-node'),
    })
    await embedder.close()
  })

  it('C-06 a model the disk has cut short is named', async () => {
    const folder = await tempFolder()
    for (const name of ['minilm.onnx', 'minilm.data', 'vocab.txt']) {
      await copyFile(join(MODEL, name), join(folder, name))
    }
    await truncate(join(folder, 'minilm.data'), 1_000_000)
    const embedder = await openBuiltin(settings, { folder })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('minilm.onnx'),
    })
    await embedder.close()
  })
})

describe('the tokens of a text', () => {
  it('M-30 a passage keeps 48 bytes a word piece, marks and punctuation left out', async () => {
    const embedder = await openBuiltin(settings)
    const [made] = await embedder.encode(['Deploys go out on Friday!'])
    expect(made?.signs).toHaveLength(5 * 48 + 48) // "deploys" is two pieces
    expect(made?.tokens).toBeUndefined()
    await embedder.close()
  })

  it('M-30 a question keeps its numbers, rarer words counting more', async () => {
    const embedder = await openBuiltin(settings)
    const [asked] = await embedder.encode(['the orchestra?'], { kind: 'query' })
    const { floats, weights } = asked?.tokens ?? { floats: [], weights: [] }
    expect(floats).toHaveLength(384 * weights.length)
    expect([...weights].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5)
    expect(weights[1]).toBeGreaterThan(weights[0] as number)
    await embedder.close()
  })
})
