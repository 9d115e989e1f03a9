/** K-04. Where a memory lives, and who sees it. */
import { renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sandbox } from '../code/sandbox.ts'
import { openHome } from '../support/opened-home.ts'

const repositories = sandbox()

describe('scopes', () => {
  it('A-04 by type: a project’s where there is one, else global', async () => {
    const home = await openHome()
    const project = await home.at({ folder: home.projectFolder('shop') })
    expect(
      (await project.do('remember', { content: 'We chose Postgres.', type: 'decision' })).scope,
    ).toBe('project')
    expect((await project.do('remember', { content: 'Use tabs.', type: 'preference' })).scope).toBe(
      'project',
    )
    expect((await project.do('remember', { content: 'I like tea.', type: 'user' })).scope).toBe(
      'global',
    )
    expect(
      (await home.do('remember', { content: 'We chose Redis.', type: 'decision' })).scope,
    ).toBe('global')
  })

  it('A-04 `user` is another word for global', async () => {
    const home = await openHome()
    const project = await home.at({ folder: home.projectFolder('shop') })
    expect((await project.do('remember', { content: 'I like tea.', scope: 'user' })).scope).toBe(
      'global',
    )
  })

  it.each([
    ['project', 'invalid_input', /no project/],
    ['session', 'invalid_input', /session/],
    ['team', 'not_allowed', /belongs to no team/],
  ] as const)(
    'A-04 %s is refused with a hint where there is none',
    async (scope, code, message) => {
      const home = await openHome()
      const asked = home.do('remember', { content: 'A text.', scope })
      await expect(asked).rejects.toMatchObject({ code, message, hint: expect.any(String) })
    },
  )

  it('A-04 a search sees its session, its project and global, and nothing else', async () => {
    const home = await openHome()
    const shop = { folder: home.projectFolder('shop') }
    const blog = { folder: home.projectFolder('blog') }
    const one = await home.at({ ...shop, session: 's1' })
    const two = await home.at({ ...shop, session: 's2' })
    const other = await home.at(blog)
    await home.do('remember', { content: 'A needle for everybody.', scope: 'global' })
    await one.do('remember', { content: 'A needle for the shop alone.', scope: 'project' })
    await one.do('remember', { content: 'A needle of this very talk.', scope: 'session' })
    await other.do('remember', { content: 'A needle kept by the blog.', scope: 'project' })
    const seen = async (where: typeof one) =>
      (await where.do('search', { query: 'needle' })).hits.map(({ title }) => title).sort()
    expect(await seen(home)).toEqual(['A needle for everybody'])
    expect(await seen(one)).toEqual([
      'A needle for everybody',
      'A needle for the shop alone',
      'A needle of this very talk',
    ])
    expect(await seen(two)).toEqual(['A needle for everybody', 'A needle for the shop alone'])
    expect(await seen(other)).toEqual(['A needle for everybody', 'A needle kept by the blog'])
    expect((await two.do('list', {})).total).toBe(2)
    expect((await one.do('timeline', {})).total).toBe(3)
  })

  it('A-04 another project’s memory is not there for an agent, whatever its id', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const made = await shop.do('remember', {
      name: 'own',
      content: 'The shop’s own.',
      scope: 'project',
    })
    const agent = await home.at({
      folder: home.projectFolder('blog'),
      door: 'mcp',
      speaker: 'agent',
    })
    for (const id of [made.id ?? '', 'own', (made.id ?? '').slice(0, 12)]) {
      await expect(agent.do('get', { id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(agent.do('forget', { id: [id] })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect((await home.do('get', { id: made.id ?? '' })).memory.id).toBe(made.id)
  })

  it('A-04 a session’s memory expires seven days after its last activity', async () => {
    const home = await openHome({ session: 's1' })
    const made = await home.do('remember', { content: 'Only for now.', scope: 'session' })
    expect(await home.stored(made.id)).toMatchObject({
      session: 's1',
      expiresAt: '2026-01-08T00:00:00.000Z',
    })
  })

  it('A-05 the project shadows global: by name, and in what a search finds', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const name = 'indentation'
    const global = await home.do('remember', {
      name,
      content: 'Indent with tabs.',
      scope: 'global',
    })
    const local = await shop.do('remember', {
      name,
      content: 'Indent with four spaces.',
      scope: 'project',
    })
    expect((await shop.do('get', { id: name })).memory.id).toBe(local.id)
    expect((await home.do('get', { id: name })).memory.id).toBe(global.id)
    const found = async (where: typeof shop) =>
      (await where.do('search', { query: 'indent' })).hits.map(({ id }) => id)
    expect(await found(shop)).toEqual([local.id])
    expect(await found(home)).toEqual([global.id])
  })
})

describe('projects', () => {
  it('K-04 a repository stays itself after a rename, in a worktree and as a clone', async () => {
    const home = await openHome()
    const path = repositories.repository('orders')
    const at = (folder: string) => home.at({ folder })
    const first = await at(path)
    await first.do('remember', { content: 'A needle in orders.', scope: 'project' })
    repositories.git(path, 'worktree', 'add', '-q', repositories.at('orders-wt'), '-b', 'side')
    repositories.git(repositories.root, 'clone', '-q', path, repositories.at('orders-clone'))
    for (const name of ['orders-wt', 'orders-clone']) {
      const other = await at(repositories.at(name))
      expect((await other.do('search', { query: 'needle' })).hits, name).toHaveLength(1)
    }
    renameSync(path, repositories.at('renamed'))
    const renamed = await at(repositories.at('renamed'))
    expect((await renamed.do('search', { query: 'needle' })).hits).toHaveLength(1)
    expect((await home.do('projects list', {})).projects).toHaveLength(1)
  })

  it('K-04 reading makes no project; the first memory does, and undoing it leaves the project', async () => {
    const home = await openHome()
    const shop = await home.at({ folder: home.projectFolder('shop') })
    await shop.do('search', { query: 'anything' })
    expect((await home.do('projects list', {})).projects).toEqual([])
    await shop.do('remember', { content: 'We chose Postgres.', scope: 'project' })
    expect((await shop.do('projects list', {})).projects).toMatchObject([
      { slug: 'shop', memories: 1, here: true },
    ])
    await shop.do('undo', {})
    expect((await shop.do('projects list', {})).projects).toMatchObject([
      { slug: 'shop', memories: 0 },
    ])
  })

  it('K-04 merging moves memories and facts, renames what is taken, forgets twins, and is undone whole', async () => {
    const home = await openHome()
    const a = await home.at({ folder: home.projectFolder('old-shop') })
    const b = await home.at({ folder: home.projectFolder('shop') })
    const scope = 'project' as const
    await a.do('remember', { name: 'db', content: 'Postgres it is, since the start.', scope })
    await a.do('remember', { name: 'same', content: 'Both know this.', scope })
    await a.do('fact add', { subject: 'api', predicate: 'uses', object: 'redis' })
    await b.do('remember', { name: 'db', content: 'A mirror in Frankfurt.', scope })
    await b.do('remember', { name: 'same-too', content: 'Both know this.', scope })
    const merged = await home.do('projects merge', { from: 'old-shop', into: 'shop' })
    expect(merged).toMatchObject({ from: 'old-shop', into: 'shop', moved: 2 })
    const names = (await b.do('list', {})).memories.map(({ name }) => name).sort()
    expect(names).toEqual(['db', 'db-2', 'same-too'])
    expect((await b.do('facts', { subject: 'api' })).facts).toHaveLength(1)
    const again = await home.at({ folder: home.projectFolder('old-shop') })
    expect(again.caller.project?.slug).toBe('shop')
    expect(
      (await home.do('doctor', {})).findings.filter(({ fix }) => !fix.includes('chmod')),
    ).toEqual([])
    await home.do('undo', { batch: merged.batch })
    expect((await b.do('list', {})).total).toBe(2)
    expect((await a.do('list', {})).total).toBe(2)
    const itself = home.do('projects merge', { from: 'shop', into: 'shop' })
    await expect(itself).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(home.do('projects merge', { from: 'nobody', into: 'shop' })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
  })

  it('K-04 splitting makes a checkout a project of its own', async () => {
    const home = await openHome()
    const origin = repositories.repository('template')
    const fork = repositories.at('product')
    repositories.git(repositories.root, 'clone', '-q', origin, fork)
    const first = await home.at({ folder: origin })
    await first.do('remember', { content: 'A needle of the template.', scope: 'project' })
    const taken = await home.at({ folder: fork })
    expect((await taken.do('search', { query: 'needle' })).hits).toHaveLength(1)
    await taken.do('projects split', {})
    const parted = await home.at({ folder: fork })
    expect((await parted.do('search', { query: 'needle' })).hits).toEqual([])
    expect((await home.do('projects list', {})).projects).toHaveLength(2)
    expect((await first.do('search', { query: 'needle' })).hits).toHaveLength(1)
  })
})
