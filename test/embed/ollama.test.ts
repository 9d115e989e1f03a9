import { afterAll, describe, expect, it } from 'vitest'
import { isLoopback, openOllama, probeOllama } from '../../src/embed/ollama.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { itIsAnEmbedder } from './contract.ts'
import { bothDialects, FAKE_DIMS, fakeServer, fakeServerForTest } from './fake-server.ts'

const at = (baseUrl: string, more: object = {}) =>
  EmbedSettings.parse({ provider: 'ollama', baseUrl, ...more })

/** A port that nobody listens on: that of a server which has just closed. */
async function deadUrl(): Promise<string> {
  const server = await fakeServer()
  await server.close()
  return server.url
}

const server = await fakeServer()
afterAll(() => server.close())
itIsAnEmbedder('Ollama', () => openOllama(at(server.url)))

describe('the probe', () => {
  it('D-14 present, with the dimensions', async () => {
    const { url } = await fakeServerForTest()
    expect(await probeOllama(at(url))).toEqual({ state: 'present', dims: FAKE_DIMS })
  })

  it('D-14 present, when the dimensions are not told', async () => {
    const { url } = await fakeServerForTest((seen) =>
      seen.path === '/api/show' ? { status: 404, text: '' } : bothDialects(seen),
    )
    expect(await probeOllama(at(url))).toEqual({ state: 'present', dims: undefined })
    expect((await openOllama(at(url))).dims).toBe(FAKE_DIMS)
  })

  it('D-14 model missing, with what to run', async () => {
    const { url } = await fakeServerForTest()
    expect(await probeOllama(at(url, { model: 'nomic-embed-text' }))).toEqual({
      state: 'model-missing',
      hint: 'Run `ollama pull nomic-embed-text`.',
    })
  })

  it('D-14 unreachable, when nobody listens', async () => {
    expect(await probeOllama(at(await deadUrl()))).toMatchObject({ state: 'unreachable' })
  })

  it('D-14 unreachable, when something else listens', async () => {
    const { url } = await fakeServerForTest(() => ({ text: '<html>hello</html>' }))
    expect(await probeOllama(at(url))).toMatchObject({ state: 'unreachable' })
  })

  it('D-14 unreachable within its time, when the server hangs', async () => {
    const { url } = await fakeServerForTest(() => 'hang')
    const start = performance.now()
    expect(await probeOllama(at(url))).toMatchObject({ state: 'unreachable' })
    expect(performance.now() - start).toBeLessThan(5_000) // 800 ms, on a machine with other work
  })

  it('K-17 under auto asks nobody but this machine', async () => {
    const settings = EmbedSettings.parse({ provider: 'auto', baseUrl: 'http://192.0.2.1:11434' })
    const start = performance.now()
    expect(await probeOllama(settings)).toMatchObject({
      state: 'unreachable',
      hint: expect.stringContaining('not on this machine'),
    })
    expect(performance.now() - start).toBeLessThan(700)
  })

  it('K-17 a redirect is not followed', async () => {
    const elsewhere = await fakeServerForTest()
    const location = `${elsewhere.url}/api/tags`
    const { url } = await fakeServerForTest(() => ({ status: 307, location, text: '' }))
    expect(await probeOllama(at(url))).toMatchObject({ state: 'unreachable' })
    expect(elsewhere.seen).toEqual([])
  })

  it.each([
    { url: 'http://127.0.0.1:11434', loopback: true },
    { url: 'http://127.8.0.1', loopback: true },
    { url: 'http://localhost:1', loopback: true },
    { url: 'http://[::1]:11434', loopback: true },
    { url: 'http://127.0.0.1.example.org', loopback: false },
    { url: 'http://localhost.example.org', loopback: false },
    { url: 'http://10.0.0.1', loopback: false },
    { url: 'http://[::2]', loopback: false },
  ])('K-17 $url is loopback: $loopback', ({ url, loopback }) => {
    expect(isLoopback(url)).toBe(loopback)
  })
})

describe('Ollama as an embedder', () => {
  it('D-14 sends texts in batches, with their prefixes', async () => {
    const { url, seen } = await fakeServerForTest()
    const settings = at(url, { batchSize: 2, queryPrefix: 'q: ', passagePrefix: 'p: ' })
    const embedder = await openOllama(settings)
    await embedder.embed(['a', 'b', 'c'])
    await embedder.embed(['d'], { kind: 'query' })
    const inputs = seen.filter((s) => s.path === '/api/embed').map((s) => s.body.input)
    expect(inputs).toEqual([['p: a', 'p: b'], ['p: c'], ['q: d']])
    expect(embedder.id).toBe('ollama:all-minilm+"p: "')
  })

  it('D-13 a server that hangs is given up in time', async () => {
    const { url } = await fakeServerForTest((seen) =>
      seen.path === '/api/embed' ? 'hang' : bothDialects(seen),
    )
    const embedder = await openOllama(at(url, { interactiveTimeoutMs: 50, batchTimeoutMs: 80 }))
    await expect(embedder.embed(['x'], { kind: 'query' })).rejects.toMatchObject({
      message: 'Ollama took longer than 50 ms',
    })
    await expect(embedder.embed(['x'])).rejects.toMatchObject({
      message: 'Ollama took longer than 80 ms',
    })
  })

  it('D-14 without the server or the model it does not open, and says what to do', async () => {
    await expect(openOllama(at(await deadUrl()))).rejects.toMatchObject({
      code: 'unavailable',
      hint: expect.stringContaining('ollama serve'),
    })
    const { url } = await fakeServerForTest()
    await expect(openOllama(at(url, { model: 'other' }))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Ollama has no model "other"',
      hint: 'Run `ollama pull other`.',
    })
  })
})
