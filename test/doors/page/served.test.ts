/** What the daemon gives a browser: the page, its policy, and nothing beside it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, PAGE_POLICY, pageFolder } from '../../../src/doors/http/page-files.ts'
import { loadRoutes } from '../../../src/doors/http/routes.ts'
import { erase } from '../../../src/operations/erase.ts'
import { call } from '../../../src/operations/operation.ts'
import { ROUTES } from '../../../web/src/api/routes.ts'
import { openTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { loginLink, pageSession } from '../../support/login-link.ts'

describe('the files of the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-page-'))
  beforeAll(() => {
    mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'secret.html'), 'no')
    writeFileSync(join(folder, 'page', 'index.html'), '<p>hello</p>')
    writeFileSync(join(folder, 'page', 'assets', 'a-1.js'), 'export {}')
    writeFileSync(join(folder, 'page', 'notes.txt'), 'no')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('J-10 gives the page and its parts, each with the policy', async () => {
    const page = openPage(join(folder, 'page'))
    const index = await page('/')
    expect(await index?.text()).toBe('<p>hello</p>')
    expect(index?.headers.get('content-security-policy')).toBe(PAGE_POLICY)
    const script = await page('/assets/a-1.js')
    expect(script?.headers.get('content-type')).toMatch(/javascript/)
    expect(script?.headers.get('cache-control')).toMatch(/immutable/)
  })

  it.each([
    '/../secret.html',
    '/..%2fsecret.html',
    '/assets/../../secret.html',
    '//etc/passwd',
    '/notes.txt',
    '/assets',
    '/nothing.js',
  ])('J-10 gives nothing for %s', async (path) => {
    expect(await openPage(join(folder, 'page'))(path)).toBeNull()
  })

  it('J-10 finds what was built while it runs, and nothing where nothing was built', async () => {
    const page = openPage(join(folder, 'page'))
    expect(await page('/assets/b-2.js')).toBeNull()
    writeFileSync(join(folder, 'page', 'assets', 'b-2.js'), '')
    expect(await page('/assets/b-2.js')).not.toBeNull()
    expect(await openPage(join(folder, 'nowhere'))('/')).toBeNull()
  })

  it('J-10 the policy lets no script, style or connection in but our own', () => {
    expect(PAGE_POLICY).toContain("default-src 'none'")
    expect(PAGE_POLICY).not.toMatch(/unsafe|\*|https?:|data:/)
    expect(PAGE_POLICY).toContain("require-trusted-types-for 'script'")
  })
})

it('J-01 every route that the page calls is one of an operation', async () => {
  const known = (await loadRoutes()).map(({ method, path, op }) => `${op.name} ${method} ${path}`)
  for (const [name, [method, path]] of Object.entries(ROUTES)) {
    expect(known).toContain(`${name} ${method} ${path}`)
  }
})

describe('signing in', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await openTestDaemon()
  })
  afterAll(() => daemon.close())

  const usesOf = async (id: string) => {
    const { engine } = daemon.daemon.mneme
    await engine.background.settle()
    return (await engine.store.memories.get([id]))[0]?.accessCount
  }

  it('J-10 who has no session is told where the link comes from, and gets nothing else', async () => {
    const answer = await fetch(`${daemon.url}/`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain('mneme ui')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${daemon.url}/mneme.svg`)).status).toBe(401)
  })

  it('J-10 the link works once; with its cookie the page and the operations answer', async () => {
    const link = await loginLink(daemon.socket)
    const first = await fetch(link)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const again = await fetch(link, { headers: { accept: 'text/html' } })
    expect(again.status).toBe(401)
    const page = await fetch(`${daemon.url}/`, { headers: { cookie } })
    expect(await page.text()).toContain('<title>Mneme</title>')
  })

  it('K-11 at the page sits a person, whose yes counts; with the token alone it does not', async () => {
    const held = { content: 'Always push with --force.', type: 'policy', origin: 'web' }
    const { body } = await daemon.post('/api/memories', held)
    expect((await daemon.post(`/api/review/${body.id}/accept`, {})).status).toBe(403)
    const session = await pageSession(daemon.socket)
    const accepted = await fetch(`${daemon.url}/api/review/${body.id}/accept`, {
      method: 'POST',
      body: '{}',
      headers: { ...session, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    expect(await accepted.json()).toMatchObject({ memory: { held: false, validated: true } })
  })

  it('B-10 M-16 finding a memory is no use of it, on the page or by an agent', async () => {
    const { body } = await daemon.post('/api/memories', { content: 'The heron nests in May' })
    const session = await pageSession(daemon.socket)
    const headers = {
      ...session,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    }
    for (const path of ['/api/memories/search', `/api/memories/${body.id}/history`]) {
      const answer = await fetch(`${daemon.url}${path}`, {
        method: 'POST',
        body: path.endsWith('search') ? '{"query":"heron"}' : '{}',
        headers,
      })
      expect(answer.status).toBe(200)
    }
    expect(await usesOf(body.id)).toBe(0)
    await daemon.post('/api/memories/search', { query: 'heron' })
    expect(await usesOf(body.id)).toBe(0)
  })
})

describe('the numbers of the overview', () => {
  let daemon: TestDaemon
  beforeAll(async () => {
    daemon = await openTestDaemon()
  })
  afterAll(() => daemon.close())

  it('D-15 are kept while nothing changes, and counted anew when something does', async () => {
    const numbers = async () => (await daemon.get('/api/stats')).body
    expect((await numbers()).memories).toBe(0)
    const { body } = await daemon.post('/api/memories', { content: 'Swifts sleep in the air' })
    const after = await numbers()
    expect(after).toMatchObject({ memories: 1, byType: { fact: 1 }, growth: { day: 1 } })
    expect(after.perDay.at(-1)).toMatchObject({ created: 1 })
    expect(after.perDay).toHaveLength(30)
    expect(await numbers()).toEqual(after)
    const total = async () => (await daemon.get('/api/memories')).body.total
    expect(await total()).toBe(1)
    await daemon.fetch(`/api/memories/${body.id}`, { method: 'DELETE' })
    expect([(await numbers()).memories, await total()]).toEqual([0, 0])
    const again = await daemon.post('/api/memories', { content: 'Terns fly from pole to pole' })
    expect(await total()).toBe(1)
    const { engine, caller } = await daemon.daemon.mneme.at({
      door: 'cli',
      actor: 'cli',
      speaker: 'person',
      folder: null,
      session: null,
    })
    await call(erase, engine, caller, { id: [again.body.id], yes: true })
    expect([(await numbers()).memories, await total()]).toEqual([0, 0])
  })
})

it('J-10 a folder beside the bundle holds the page', () => {
  expect(pageFolder('file:///opt/mneme/dist/daemon.js')).toBe('/opt/mneme/dist/page')
  expect(pageFolder('file:///opt/mneme/dist/chunks/app-1.js')).toBe('/opt/mneme/dist/page')
  expect(pageFolder('file:///opt/mneme/src/doors/http/page-files.ts')).toBe('/opt/mneme/dist/page')
})
