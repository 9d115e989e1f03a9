/** M-11. Where a memory belongs: its project, unless said otherwise or learned in two. */
import { describe, expect, it } from 'vitest'
import { openHome } from '../support/opened-home.ts'

const env = { MNEME_EMBED_PROVIDER: 'none' }

const SHOP = [
  ['preference', 'Install packages with pnpm.'],
  ['policy', 'Every endpoint needs a request id.'],
  ['correction', 'Tests live beside the code, not in test/.'],
  ['fact', 'The checkout listens on port 8081.'],
  ['decision', 'Money is kept as integer cents because floats drift.'],
  ['negative', 'Never call the payment sandbox from unit tests.'],
  ['procedure', 'To release: bump the version, tag it, push the tag.'],
  ['pitfall', 'The cart cache must be cleared after a price import.'],
  ['skill', 'To regenerate the client run pnpm codegen.'],
  ['reference', 'The design is described in docs/cart.md.'],
] as const

const BLOG = [
  ['preference', 'Write headings in sentence case.'],
  ['policy', 'Every post has an author.'],
  ['correction', 'Drafts go to drafts/, not to posts/.'],
  ['fact', 'The preview server runs on port 4000.'],
  ['decision', 'Pages are rendered at build time because hosting is static.'],
  ['negative', 'Never inline images above 200 kB.'],
  ['procedure', 'To publish: merge to main, wait for the build, purge the cache.'],
  ['pitfall', 'The feed breaks when a title contains a bare ampersand.'],
  ['skill', 'To add a tag run hugo new tags/NAME.'],
  ['reference', 'The theme is documented in themes/README.md.'],
] as const

describe('where a memory belongs', () => {
  it('M-11 of two projects with ten statements each, none is served in the other', async () => {
    const home = await openHome({ env })
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    for (const [type, content] of SHOP) await shop.do('remember', { type, content })
    for (const [type, content] of BLOG) await blog.do('remember', { type, content })
    await home.engine.background.settle()
    for (const [here, own, foreign] of [
      [shop, SHOP, BLOG],
      [blog, BLOG, SHOP],
    ] as const) {
      const { memories } = await here.do('list', { limit: 100 })
      expect(memories).toHaveLength(own.length)
      for (const [, content] of foreign) {
        const { hits } = await here.do('search', { query: content })
        const texts = hits.map((hit) => JSON.stringify(hit))
        expect(texts.filter((text) => text.includes(content.slice(0, 20)))).toEqual([])
        const served = JSON.stringify(await here.do('context', { prompt: content }))
        expect(served.includes(content.slice(0, -1))).toBe(false)
      }
    }
  })

  it('M-11 the second project that teaches the same makes it global, and undo takes that back', async () => {
    const home = await openHome({ env })
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    const content = 'Never commit without running the linter.'
    const first = await shop.do('remember', { type: 'policy', content })
    await home.engine.background.settle()
    expect((await home.stored(first.id)).scope).toBe('project')
    const second = await blog.do('remember', { type: 'policy', content: content.toLowerCase() })
    await home.engine.background.settle()
    expect(await home.stored(first.id)).toMatchObject({ scope: 'global', project: null })
    expect((await home.stored(second.id)).supersededBy).toBe(first.id)
    const { entries } = await home.do('journal', { limit: 10 })
    const told = entries.find(({ cause }) => cause === 'learned in two projects')
    await home.do('undo', { batch: told?.batch ?? '' })
    expect((await home.stored(first.id)).scope).toBe('project')
    expect((await home.stored(second.id)).supersededBy).toBeNull()
  })

  it.each([
    ['policy', 'In this repo never commit without running the linter.', 'limits itself to here'],
    ['fact', 'The api listens on port 8080.', 'is a fact of one repository'],
  ])('M-11 a %s that %s stays where it is', async (type, content) => {
    const home = await openHome({ env })
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    const first = await shop.do('remember', { type, content })
    const second = await blog.do('remember', { type, content })
    await home.engine.background.settle()
    expect((await home.stored(first.id)).scope).toBe('project')
    expect((await home.stored(second.id)).supersededBy).toBeNull()
  })

  it('M-11 move takes a memory to all projects and back', async () => {
    const home = await openHome({ env })
    const shop = await home.at({ folder: home.projectFolder('shop') })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    const { id } = await shop.do('remember', { type: 'preference', content: 'Use tabs.' })
    await shop.do('move', { id: id ?? '', scope: 'global' })
    expect((await blog.do('list', {})).memories).toHaveLength(1)
    await shop.do('move', { id: id ?? '', scope: 'project' })
    expect((await blog.do('list', {})).memories).toEqual([])
    const agent = await home.at({ folder: home.projectFolder('shop'), door: 'mcp' })
    await expect(agent.do('move', { id: id ?? '', scope: 'global' })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })
})
