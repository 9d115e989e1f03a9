import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import type { Embedder } from '../../src/embed/embedder.ts'
import { EmbedderInWorker } from '../../src/embed/in-worker.ts'
import { LocalEmbedder } from '../../src/embed/local.ts'
import { type EmbedderPlace, openEmbedder } from '../../src/embed/open.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { bundled } from './bundled.ts'
import { fakeServerForTest } from './fake-server.ts'
import { tempFolder } from './temp-folder.ts'

const modelsFolder = mkdtempSync(join(tmpdir(), 'mneme-models-'))
afterAll(() => rmSync(modelsFolder, { recursive: true, force: true }))

async function opened(settings: object, place: Partial<EmbedderPlace> = {}): Promise<Embedder> {
  const result = await openEmbedder(EmbedSettings.parse(settings), { modelsFolder, ...place })
  if ('unavailable' in result) throw new Error(result.unavailable)
  return result.embedder
}

describe('choosing an embedder', () => {
  it('D-14 the built-in one is the default, and opening it makes no file', async () => {
    const folder = await tempFolder()
    const embedder = await opened({}, { modelsFolder: `${folder}/models` })
    expect(embedder).toBeInstanceOf(LocalEmbedder)
    expect(embedder.id).toBe('minilm-l6-v2-int8-1')
    await embedder.close()
    expect(await readdir(folder)).toEqual([])
  })

  it('D-14 in a process of its own where asked', async () => {
    const workerUrl = pathToFileURL(await bundled('src/embed/worker.ts'))
    const embedder = await opened({}, { inWorker: true, workerUrl })
    expect(embedder).toBeInstanceOf(EmbedderInWorker)
    expect(await embedder.embed(['text'])).toHaveLength(1)
    await embedder.close()
  })

  it('D-14 in a thread, in a process of its own without being asked', async () => {
    const workerUrl = pathToFileURL(await bundled('src/embed/worker.ts'))
    const program = await bundled('test/embed/embed-in-thread.ts')
    const thread = new Worker(pathToFileURL(program), {
      workerData: { modelsFolder, workerUrl: workerUrl.href },
    })
    const dims = await new Promise((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
    })
    expect(dims).toBe(384)
    await thread.terminate()
  })

  it('D-05 none says that vectors are switched off', async () => {
    const settings = EmbedSettings.parse({ provider: 'none' })
    expect(await openEmbedder(settings, { modelsFolder })).toEqual({
      unavailable: 'Vectors are switched off',
      hint: 'Set embed.provider to "builtin".',
    })
  })

  it('G-02 what cannot be opened is a result, not an error', async () => {
    const settings = EmbedSettings.parse({ provider: 'folder', folder: '/nowhere/at/all' })
    expect(await openEmbedder(settings, { modelsFolder })).toMatchObject({
      unavailable: expect.stringContaining('/nowhere/at/all'),
      hint: 'Check embed.folder.',
    })
  })

  it('D-14 a compatible server gets its key from the environment given', async () => {
    const { url, seen } = await fakeServerForTest()
    const settings = { provider: 'openai', baseUrl: `${url}/v1`, apiKeyEnv: 'MY_KEY' }
    await opened(settings, { environment: { MY_KEY: 'key-1' } })
    expect(seen[0]?.authorization).toBe('Bearer key-1')
  })
})

describe('auto', () => {
  it('D-14 prefers Ollama when it has the model that is named', async () => {
    const { url } = await fakeServerForTest()
    const embedder = await opened({ provider: 'auto', model: 'all-minilm', baseUrl: url })
    expect(embedder.id).toBe('ollama:all-minilm')
  })

  it('D-14 falls back to the built-in model when Ollama has not', async () => {
    const { url } = await fakeServerForTest()
    const embedder = await opened({ provider: 'auto', model: 'other', baseUrl: url })
    expect(embedder.id).toBe('minilm-l6-v2-int8-1')
    await embedder.close()
  })

  it('K-17 asks nobody when the built-in model runs and no model is named', async () => {
    const { url, seen } = await fakeServerForTest()
    const embedder = await opened({ provider: 'auto', baseUrl: url })
    expect(embedder.id).toBe('minilm-l6-v2-int8-1')
    expect(seen).toEqual([])
    await embedder.close()
  })
})
