import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

/** Two projects, two sessions of one and one of the other. */
async function machine() {
  const person = temporaryFolder()
  // By words alone: meaning has a test of its own.
  const home = await openHome({ env: { HOME: person, MNEME_EMBED_PROVIDER: 'none' } })
  const shop = home.projectFolder('shop')
  const blog = home.projectFolder('blog')
  const first = sessionFile(person, 'shop-one', { cwd: shop, start: '2026-01-02T10:00:00.000Z' })
  first.prompt('Why does the checkout round prices down?')
  const call = first.call('Read', { file_path: `${shop}/price.ts` }, 'Let me look at the rounding.')
  first.result(call, 'export const toCents = (price: number) => Math.floor(price * 100)')
  first.answer(
    'The checkout uses Math.floor, so prices are rounded down. We should use Math.round.',
  )
  const second = sessionFile(person, 'shop-two', { cwd: shop, start: '2026-02-02T10:00:00.000Z' })
  second.prompt('Add a coupon field to the checkout')
  second.answer('The coupon field is there.')
  const third = sessionFile(person, 'blog-one', { cwd: blog, start: '2026-03-02T10:00:00.000Z' })
  third.prompt('Deploy the blog to the checkout branch')
  await home.do('sessions backfill', {})
  return { person, home, shop, blog, first, second }
}

describe('session-search', () => {
  it('F-02 finds what was said, best first, with session, time and host', async () => {
    const { home, shop } = await machine()
    const there = await home.at({ folder: shop })
    const { hits } = await there.do('session-search', {
      query: 'uses Math.floor, so prices are rounded down',
    })
    expect(hits[0]).toMatchObject({
      session: 'shop-one',
      host: 'claude-code',
      at: '2026-01-02T10:00:04.000Z',
      score: 1,
    })
    expect(hits[0]?.snippet).toContain('rounded down')
    expect(hits.every(({ session }) => session === 'shop-one')).toBe(true)
  })

  it('A-04 sees the project it is asked in; the owner may ask for all', async () => {
    const { home, shop, blog } = await machine()
    const sessions = async (where: string, input: object = {}, door: 'cli' | 'mcp' = 'cli') => {
      const there = await home.at({ folder: where, door })
      const { hits } = await there.do('session-search', { query: 'checkout', ...input })
      return [...new Set(hits.map(({ session }) => session))].sort()
    }
    expect(await sessions(shop)).toEqual(['shop-one', 'shop-two'])
    expect(await sessions(blog)).toEqual(['blog-one'])
    expect(await sessions(shop, { all: true })).toEqual(['blog-one', 'shop-one', 'shop-two'])
    expect(await sessions(shop, {}, 'mcp')).toEqual(['shop-one', 'shop-two'])
    await expect(sessions(shop, { all: true }, 'mcp')).rejects.toMatchObject({
      code: 'not_allowed',
    })
    const agent = await home.at({ folder: blog, door: 'mcp' })
    await expect(agent.do('sessions show', { id: 'shop-one' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('F-02 filters by role, time, host and session', async () => {
    const { home } = await machine()
    const found = async (input: object) => {
      const { hits } = await home.do('session-search', { query: 'checkout', ...input })
      return hits.map(({ session, role }) => `${session}/${role}`).sort()
    }
    expect(await found({ role: ['assistant'] })).toEqual(['shop-one/assistant'])
    expect(await found({ since: '2026-02-15' })).toEqual(['blog-one/user'])
    expect(await found({ until: '2026-01-15', role: ['user'] })).toEqual(['shop-one/user'])
    expect(await found({ host: ['codex'] })).toEqual([])
    expect(await found({ inSession: 'shop-two' })).toEqual(['shop-two/user'])
  })

  it.each([
    ['"round prices"', ['shop-one']],
    ['coupon OR deploy', ['blog-one', 'shop-two']],
    ['coup*', ['shop-two']],
    ['checkout NOT coupon', ['blog-one', 'shop-one']],
    ['"unfinished', []],
    ['coupon AND', ['shop-two']],
    ['NEAR(', []],
    ['toCents', ['shop-one']],
    ['price.ts', ['shop-one']],
  ])('D-10 the query %j finds %j', async (query, expected) => {
    const { home } = await machine()
    const { hits } = await home.do('session-search', { query })
    expect([...new Set(hits.map(({ session }) => session))].sort()).toEqual(expected)
  })

  it('F-02 words of a tool call are found', async () => {
    const { person, home } = await machine()
    const file = sessionFile(person, 'commands')
    file.call('Bash', { command: 'kubectl rollout restart deployment/courier' })
    await home.do('sessions backfill', {})
    const { hits } = await home.do('session-search', { query: 'kubectl courier' })
    expect(hits[0]).toMatchObject({ session: 'commands', role: 'assistant' })
    expect(hits[0]?.snippet).toContain('kubectl rollout')
  })

  it('K-04 a session stays with its project when the folder is gone, and with one it is merged into', async () => {
    const { person, home, shop } = await machine()
    const gone = sessionFile(person, 'gone', { cwd: `${shop}/packages/removed` })
    gone.prompt('Look at the vanished package')
    await home.do('sessions backfill', {})
    const session = await home.engine.store.sessions.get('gone')
    const first = await home.engine.store.sessions.get('shop-one')
    expect(session?.project).toBe(first?.project)
    await home.do('projects merge', { from: 'blog', into: 'shop' })
    const there = await home.at({ folder: shop })
    const { hits } = await there.do('session-search', { query: 'deploy blog' })
    expect(hits.map((hit) => hit.session)).toContain('blog-one')
  })
})

describe('looking at sessions', () => {
  it('F-01 lists them latest first, by project', async () => {
    const { home, shop } = await machine()
    const there = await home.at({ folder: shop })
    const { sessions, total } = await there.do('sessions list', {})
    expect(sessions.map(({ id }) => id)).toEqual(['shop-two', 'shop-one'])
    expect(total).toBe(2)
    expect(sessions[1]).toMatchObject({ messages: 4, users: 1, assistants: 2, cwd: shop })
    expect((await home.do('sessions list', { all: true, limit: 2 })).sessions).toHaveLength(2)
  })

  it('F-01 shows one by id, by the beginning of it, or the last', async () => {
    const { home, shop } = await machine()
    const there = await home.at({ folder: shop })
    expect((await there.do('sessions show', { id: 'last' })).session.id).toBe('shop-two')
    const shown = await there.do('sessions show', { id: 'shop-o', last: 1 })
    expect(shown.messages.map(({ role }) => role)).toEqual(['assistant'])
    await expect(there.do('sessions show', { id: 'shop-' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('F-04 a session in a few lines, under a heading for prior context', async () => {
    const { home } = await machine()
    const { text, title } = await home.do('sessions summarize', { id: 'shop-one' })
    expect(text).toMatch(/^## Prior context/)
    expect(text).toContain('round prices down')
    expect(title).toContain('checkout')
  })

  it('F-03 the lifeboat holds what is really under way, and reads on before it is saved', async () => {
    const { home, first, shop } = await machine()
    first.call('TodoWrite', {
      todos: [
        { content: 'Use Math.round in price.ts', status: 'in_progress' },
        { content: 'Add a test', status: 'pending' },
      ],
    })
    first.call('Edit', { file_path: `${shop}/price.ts`, old_string: 'floor', new_string: 'round' })
    first.answer('Should negative prices be rounded away from zero?')
    const saved = await home.do('lifeboat save', { id: 'shop-one' })
    expect(saved.activeTask).toContain('Use Math.round in price.ts')
    expect(saved.openQuestions).toEqual(['Should negative prices be rounded away from zero?'])
    expect(saved.filesInHand[0]).toBe(`${shop}/price.ts`)
    expect(saved.todos).toHaveLength(2)
    const there = await home.at({ folder: shop, session: 'shop-one' })
    const shown = await there.do('lifeboat show', {})
    expect(shown).toEqual(saved)
    expect(shown.text).toContain('Add a test')
    await expect(home.do('lifeboat show', { id: 'shop-two' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('A-08 F-06 why shows the line a memory came from; a session shows its memories', async () => {
    const { person, home, shop } = await machine()
    const file = sessionFile(person, 'rules', { cwd: shop })
    file.prompt('Hello there')
    const said = file.prompt('From now on always use pnpm instead of npm in this repository.')
    expect((await home.do('sessions backfill', {})).memories).toBeGreaterThan(0)
    const { memories } = await home.do('sessions memories', { id: 'rules' })
    const [rule] = memories
    expect(rule?.title).toContain('pnpm')
    const { transcript } = await home.do('why', { id: rule?.id ?? '' })
    expect(transcript).toEqual([
      expect.objectContaining({ role: 'user', messageId: said, path: file.path, line: 2 }),
    ])
    expect(transcript[0]?.text).toContain('pnpm')
    expect(execFileSync('sed', ['-n', '2p', file.path], { encoding: 'utf8' })).toContain('pnpm')
    expect(readFileSync(file.path, 'utf8').split('\n')[1]).toContain(said)
    expect((await home.do('sessions backfill', {})).memories).toBe(0)
  })
})
