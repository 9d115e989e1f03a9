/** J-02. However memories are counted, the number is the same. */
import { expect, it } from 'vitest'
import { openHome } from '../support/opened-home.ts'

it('J-02 list, stats, project, projects and status agree on how many memories there are', async () => {
  const home = await openHome()
  const shop = await home.at({ folder: home.projectFolder('shop') })
  const blog = await home.at({ folder: home.projectFolder('blog') })
  const say = (place: typeof shop, content: string, more = {}) =>
    place.do('remember', { content, scope: 'project', ...more })
  await say(shop, 'The shop runs on Postgres 16')
  await say(shop, 'Prices are stored in cents', { type: 'decision' })
  await say(shop, 'The staff phone list is in the drawer', { sensitivity: 'private' })
  await say(blog, 'The blog is built by Hugo')
  await home.do('remember', { content: 'I like short answers', scope: 'global' })
  // None of these is in use: forgotten, superseded, archived, expired.
  await say(shop, 'The cart lives in a cookie', { name: 'cart' })
  await shop.do('forget', { id: ['cart'] })
  const old = await say(shop, 'Deploys happen by hand')
  const next = await say(shop, 'Deploys happen by the pipeline on main')
  await shop.do('link', { from: next.id ?? '', to: old.id ?? '', kind: 'supersedes' })
  const dusty = await say(shop, 'The first logo was green')
  await shop.do('update', { id: dusty.id ?? '', archived: true })
  await say(shop, 'The sale ends tomorrow', { ttlDays: 1 })
  home.clock.advance(2 * 24 * 3600 * 1000)

  const inShop = 4
  const inBlog = 1
  const global = 1
  const listed = await shop.do('list', {})
  expect(listed.total).toBe(inShop + global)
  expect(listed.memories).toHaveLength(listed.total)
  const stats = await shop.do('stats', {})
  expect(stats).toMatchObject({ memories: listed.total, removed: 1, superseded: 1, archived: 1 })
  for (const by of [stats.byType, stats.byState, stats.byScope, stats.bySensitivity]) {
    expect(Object.values(by).reduce((sum, count) => sum + count, 0)).toBe(listed.total)
  }
  expect((await shop.do('project', {})).total).toBe(inShop)
  const { projects } = await shop.do('projects list', {})
  expect(Object.fromEntries(projects.map(({ slug, memories }) => [slug, memories]))).toEqual({
    shop: inShop,
    blog: inBlog,
  })
  const everywhere = inShop + inBlog + global
  expect((await shop.do('list', { everywhere: true })).total).toBe(everywhere)
  expect((await shop.do('stats', { everywhere: true })).memories).toBe(everywhere)
  expect((await shop.do('status', {})).memories).toBe(everywhere)
})
