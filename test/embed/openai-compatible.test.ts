import { afterAll, describe, expect, it } from 'vitest'
import { openOpenAiCompatible } from '../../src/embed/openai-compatible.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { itIsAnEmbedder } from './contract.ts'
import {
  type Answer,
  bothDialects,
  FAKE_DIMS,
  fakeServer,
  fakeServerForTest,
} from './fake-server.ts'

const at = (url: string, more: object = {}) =>
  EmbedSettings.parse({ provider: 'openai', baseUrl: `${url}/v1/`, model: 'tiny', ...more })

const server = await fakeServer()
afterAll(() => server.close())
itIsAnEmbedder('a compatible server', () => openOpenAiCompatible(at(server.url), {}))

/** Answers the first question well, and every later one with `later`. */
function wellAtFirst(later: Answer): Answer {
  let asked = 0
  return (seen) => (asked++ === 0 ? bothDialects(seen) : later(seen))
}

describe('a compatible server', () => {
  it('D-14 learns the dimensions from the first answer', async () => {
    const { url, seen } = await fakeServerForTest()
    const embedder = await openOpenAiCompatible(at(url), {})
    expect(embedder.dims).toBe(FAKE_DIMS)
    expect(embedder.id).toBe('openai:tiny')
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/v1/embeddings' })
    expect(seen[0]?.body).toMatchObject({ model: 'tiny', encoding_format: 'float' })
  })

  it('D-14 sends the key of the named variable, and none where none is named', async () => {
    const { url, seen } = await fakeServerForTest()
    await openOpenAiCompatible(at(url), { OTHER_KEY: 'not this' })
    await openOpenAiCompatible(at(url, { apiKeyEnv: 'MY_KEY' }), { MY_KEY: 'key-1' })
    expect(seen.map((s) => s.authorization)).toEqual([undefined, 'Bearer key-1'])
  })

  it('D-14 a variable that is not set is named, and nothing is sent', async () => {
    const { url, seen } = await fakeServerForTest()
    await expect(openOpenAiCompatible(at(url, { apiKeyEnv: 'MY_KEY' }), {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('MY_KEY'),
    })
    expect(seen).toEqual([])
  })

  it('D-14 the key is not repeated when the server refuses it', async () => {
    const { url } = await fakeServerForTest(() => ({ status: 401, text: 'bad key: key-1' }))
    const opening = openOpenAiCompatible(at(url, { apiKeyEnv: 'MY_KEY' }), { MY_KEY: 'key-1' })
    const failure = await opening.catch((thrown) => thrown)
    expect(failure).toMatchObject({ code: 'unavailable', hint: expect.stringContaining('key') })
    expect(failure.message).toContain('401: bad key: …')
  })

  it.each([
    { why: 'shorter vectors', json: { data: [{ embedding: [1, 2, 3] }] }, says: 'gave 3 numbers' },
    { why: 'fewer vectors', json: { data: [] }, says: 'gave 0 vectors for 1' },
    { why: 'zeros', json: { data: [{ embedding: Array(FAKE_DIMS).fill(0) }] }, says: 'nowhere' },
    { why: 'no vectors', json: { message: 'hello' }, says: 'without vectors' },
    { why: 'words for numbers', json: { data: [{ embedding: ['a'] }] }, says: 'without vectors' },
  ])('D-12 refuses $why', async ({ json, says }) => {
    const { url } = await fakeServerForTest(wellAtFirst(() => ({ json })))
    const embedder = await openOpenAiCompatible(at(url), {})
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(says),
    })
  })

  it('D-13 a server that hangs is given up in time', async () => {
    const { url } = await fakeServerForTest(() => 'hang')
    const opening = openOpenAiCompatible(at(url, { interactiveTimeoutMs: 60 }), {})
    await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
  })
})
