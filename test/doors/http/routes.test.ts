import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputOf } from '../../../src/doors/http/input.ts'
import { openPlaces, withTimeLimit } from '../../../src/doors/http/limits.ts'
import { loadRoutes } from '../../../src/doors/http/routes.ts'
import type { AnyOperation } from '../../../src/operations/operation.ts'
import { OPERATIONS } from '../../../src/operations/table.ts'
import { version } from '../../../src/version.ts'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { temporaryFolder } from '../../support/folder.ts'

let daemon: TestDaemon
beforeAll(async () => {
  daemon = await openTestDaemon({ env: { MNEME_HTTP_MAX_BODY_MEGABYTES: '0.5' } })
})
afterAll(() => daemon.close())

describe('operations as routes', () => {
  it('J-03 a memory is kept, found, read, changed and forgotten', async () => {
    const kept = await daemon.post('/api/memories', { content: 'The cache lives in Redis 7' })
    expect(kept).toMatchObject({ status: 200, body: { outcome: 'created' } })
    const { id } = kept.body
    const found = await daemon.post('/api/memories/search', { query: 'where is the cache' })
    expect(found.body.hits[0]).toMatchObject({ id })
    expect((await daemon.get(`/api/memories/${id}`)).body.memory.content).toContain('Redis 7')
    const changed = await patch(`/api/memories/${id}`, { importance: 0.9 })
    expect(changed.body.memory.importance).toBe(0.9)
    const gone = await daemon.fetch(`/api/memories/${id}`, { method: 'DELETE' })
    expect(await gone.json()).toMatchObject({ forgotten: [{ id }] })
    expect((await daemon.get('/api/memories')).body.total).toBe(0)
  })

  it('J-03 lists, numbers and switches of a query are read by the schema', async () => {
    await daemon.post('/api/memories', { content: 'Ports are below 20000', tags: ['net', 'dev'] })
    const { body } = await daemon.get('/api/memories?tag=net&tag=dev&limit=5&archived=true')
    expect(body.memories).toHaveLength(1)
    const wrong = await daemon.get('/api/memories?limit=many')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('J-13 many are forgotten by a filter, after a look', async () => {
    await daemon.post('/api/memories', { content: 'Old one', tags: ['old'] })
    const look = await daemon.fetch('/api/memories?tag=old&dryRun=true', { method: 'DELETE' })
    expect(await look.json()).toMatchObject({ dryRun: true, forgotten: [{ title: 'Old one' }] })
    const all = await daemon.fetch('/api/memories', { method: 'DELETE' })
    expect(all.status).toBe(400)
  })

  it('A-04 a call that does not say its project sees global only', async () => {
    const folder = temporaryFolder()
    const here = { 'x-mneme-project': folder }
    const content = 'This repository uses pnpm'
    const kept = await daemon.post('/api/memories', { content, scope: 'project' }, here)
    expect(kept.body.scope).toBe('project')
    const query = { query: 'which package manager pnpm' }
    const hits = async (headers?: Record<string, string>, more = {}) =>
      (await daemon.post('/api/memories/search', { ...query, ...more }, headers)).body.hits.length
    expect(await hits(here)).toBe(1)
    expect(await hits()).toBe(0)
    expect(await hits({}, { project: folder })).toBe(1)
    const { body } = await daemon.get('/api/projects', here)
    const { id, slug } = body.projects.find((each: { here: boolean }) => each.here)
    expect(await hits({ 'x-mneme-project': id })).toBe(1)
    expect(await hits({ 'x-mneme-project': slug })).toBe(1)
    const unknown = await daemon.post('/api/memories/search', query, { 'x-mneme-project': 'nope' })
    expect(unknown.status).toBe(404)
  })

  it('M-52 names of fields as other memory systems write them, and ours with underscores', async () => {
    const project = temporaryFolder()
    const content = 'The ledger is stored in FoundationDB'
    await daemon.post('/api/memories', { content, scope: 'project', type: 'decision', project })
    const { body } = await daemon.get('/api/projects', { 'x-mneme-project': project })
    const { id } = body.projects.find((each: { here: boolean }) => each.here)
    const search = (more: object) =>
      daemon.post('/api/memories/search', { query: 'where is the ledger stored', ...more })
    expect((await search({ project_id: id })).body.hits).toHaveLength(1)
    expect((await search({})).body.hits).toHaveLength(0)
    const typed = await search({ project_id: id, memory_types: ['decision'], min_score: 0 })
    expect(typed.body.hits).toHaveLength(1)
    expect((await daemon.get(`/api/projects/${id}/context`)).status).toBe(200)
    expect((await search({ flavour: 'sweet' })).status).toBe(400)
  })

  it('A-04 a session memory is there for its session alone', async () => {
    const mine = { 'x-mneme-session': 's-1' }
    await daemon.post('/api/memories', { content: 'We are on step 3', scope: 'session' }, mine)
    const search = (headers: Record<string, string>) =>
      daemon.post('/api/memories/search', { query: 'which step are we on' }, headers)
    expect((await search(mine)).body.hits).toHaveLength(1)
    expect((await search({ 'x-mneme-session': 's-2' })).body.hits).toHaveLength(0)
  })

  it('K-11 what comes over HTTP is the agent’s word, not the user’s', async () => {
    const { body } = await daemon.post('/api/memories', { content: 'Node 20 is used in CI' })
    const { body: why } = await daemon.get(`/api/memories/${body.id}/why`)
    expect(JSON.stringify(why)).toContain('"agent"')
  })
})

describe('bad input', () => {
  it.each([
    { why: 'malformed JSON', body: '{"query":', status: 400 },
    { why: 'a list', body: '[]', status: 400 },
    { why: 'an unknown field', body: '{"query":"x","qeury":"y"}', status: 400 },
    { why: 'a missing field', body: '{}', status: 400 },
    { why: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]), status: 400 },
    { why: 'too much', body: JSON.stringify({ query: 'x'.repeat(600_000) }), status: 413 },
  ])('J-03 $why is answered in problem+json', async ({ body, status }) => {
    const response = await daemon.fetch('/api/memories/search', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status, detail: expect.any(String) })
  })

  it('J-03 a failure brings its hint', async () => {
    const { body } = await daemon.get('/api/memories/no-such-memory')
    expect(body).toMatchObject({ status: 404, code: 'not_found', hint: expect.any(String) })
  })

  it.each(['..%2f..%2fetc%2fpasswd', '%00', '%2e%2e', 'a%2fb', "'%20OR%201=1"])(
    'J-03 the id %s is a name like any other, and not there',
    async (id) => {
      expect((await daemon.get(`/api/memories/${id}`)).status).toBe(404)
    },
  )

  it('J-03 there is nothing behind other paths', async () => {
    for (const path of ['/api/nothing', '/daemon/call', '/../../etc/passwd', '/.git/config']) {
      expect((await daemon.get(path)).status).toBe(404)
    }
  })

  it('J-03 a body that comes too slowly is not waited for', async () => {
    const impatient = await openTestDaemon({ env: { MNEME_HTTP_TIMEOUT_SECONDS: '1' } })
    const text = await new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(impatient.daemon.endpoint.port ?? 0, '127.0.0.1', () => {
        socket.write(
          `POST /api/memories HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${impatient.token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
        )
      })
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.on('close', () => resolve(heard))
    })
    expect(text).toMatch(/^HTTP\/1.1 4\d\d/)
    await impatient.close()
  }, 60_000)
})

describe('limits', () => {
  it('J-03 beyond so many at once one is refused, and then served again', async () => {
    const places = openPlaces(1, 'requests')
    const slow = places.take(() => sleep(20))
    await expect(places.take(async () => 1)).rejects.toMatchObject({ code: 'rate_limited' })
    await slow
    await expect(places.take(async () => 2)).resolves.toBe(2)
  })

  it('J-03 what takes too long is answered so', async () => {
    await expect(withTimeLimit(5, sleep(1000, 'late'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(withTimeLimit(1000, sleep(1, 'soon'))).resolves.toBe('soon')
  })
})

describe('the document', () => {
  it('J-01 every operation is a route, and no two are the same', async () => {
    const routes = await loadRoutes()
    expect(new Set(routes.map(({ op }) => op.name))).toEqual(new Set(Object.keys(OPERATIONS)))
    const shapes = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
  })

  it('J-03 every operation is described, with its fields', async () => {
    const { body } = await daemon.get('/api/openapi.json')
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: version() } })
    const ids = Object.values(body.paths as object).flatMap((methods) =>
      Object.values(methods as object).map((route) => route.operationId as string),
    )
    expect(ids).toContain('remember')
    expect(ids).toContain('factAdd')
    const search = body.paths['/api/memories/search'].post
    const { schema } = search.requestBody.content['application/json']
    expect(schema.required).toEqual(['query'])
    expect(schema.properties.query.description).toEqual(expect.any(String))
    expect(search.responses['200'].content['application/json'].schema.properties).toHaveProperty(
      'hits',
    )
    const get = body.paths['/api/memories/{id}'].get
    expect(get.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true })
  })

  it('J-03 every reference inside the document leads somewhere', async () => {
    const { body } = await daemon.get('/api/openapi.json')
    const references = JSON.stringify(body).match(/"\$ref":"[^"]+"/g) ?? []
    for (const each of new Set(references)) {
      const path = /"#\/([^"]+)"/.exec(each)?.[1]?.split('/') ?? ['nowhere']
      const target = path.reduce<unknown>(
        (at, step) => (at as Record<string, unknown>)?.[step],
        body,
      )
      expect(target, each).toBeDefined()
    }
  })

  it('K-17 the readable reference loads nothing from anywhere', async () => {
    const page = await (await daemon.fetch('/api/docs')).text()
    expect(page).toContain('/api/memories/search')
    expect(page).not.toMatch(/<script|src=|href="(?!#|\/)|@import|url\(/)
  })
})

describe('inputOf', () => {
  const op = async (name: keyof typeof OPERATIONS) => (await OPERATIONS[name]()) as AnyOperation
  const nothing = { path: {}, query: new URLSearchParams(), body: undefined }

  it('J-03 one id in a path is a list where a list is wanted', async () => {
    const { input } = inputOf(await op('forget'), { ...nothing, path: { id: 'one' } })
    expect(input).toEqual({ id: ['one'] })
  })

  it('J-03 the path wins over the body', async () => {
    const asked = { ...nothing, path: { id: 'a' }, body: { id: 'b', title: 'T' } }
    expect(inputOf(await op('update'), asked).input).toEqual({ id: 'a', title: 'T' })
  })

  it('J-03 project and session are where the call stands', async () => {
    const query = new URLSearchParams({ project: '/repo', session: 's', limit: '3' })
    const { input, said } = inputOf(await op('list'), { ...nothing, query })
    expect(input).toEqual({ limit: 3 })
    expect(said).toEqual({ project: '/repo', session: 's' })
  })

  it('J-03 a parameter called __proto__ is refused like any other', async () => {
    const { input } = inputOf(await op('list'), {
      ...nothing,
      query: new URLSearchParams('__proto__=x'),
    })
    expect(Object.keys(input as object)).toEqual(['__proto__'])
  })
})

async function patch(path: string, body: unknown) {
  const response = await daemon.fetch(path, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  // biome-ignore lint/suspicious/noExplicitAny: looked into by the test
  return { status: response.status, body: (await response.json()) as any }
}
