/** J-08, B-12. Who may do what, and the switch. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verdictOn } from '../../src/operations/permission.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openHome } from '../support/opened-home.ts'

describe('rules', () => {
  it.each([
    ['Memory(*)', 'forget', 'x', true],
    ['Memory(forget)', 'forget', 'x', true],
    ['Memory(forget *)', 'forget', 'x', true],
    ['Memory( forget api-* )', 'forget', 'api-limit', true],
    ['Memory(forget api-*)', 'forget', 'other', false],
    ['Memory(forget api-*)', 'search', 'api-limit', false],
    ['Memory(fact add *)', 'fact add', 'x', true],
    ['Memory(fact)', 'fact add', 'x', false],
    ['Memory(forget a.c)', 'forget', 'abc', false],
    ['Memory(forget (.*))', 'forget', 'x', false],
    ['forget', 'forget', 'x', false],
    ['', 'forget', 'x', false],
  ])('J-08 %j on %s %s: %s', (rule, operation, subject, matches) => {
    const verdict = verdictOn({ allow: [], ask: [], deny: [rule] }, operation, [subject])
    expect(verdict).toBe(matches ? 'deny' : 'allow')
  })

  it('J-08 deny beats ask beats allow; what no rule names is allowed', () => {
    const rules = {
      allow: ['Memory(*)'],
      ask: ['Memory(forget *)'],
      deny: ['Memory(forget api-*)'],
    }
    expect(verdictOn(rules, 'search', ['x'])).toBe('allow')
    expect(verdictOn(rules, 'forget', ['x'])).toBe('ask')
    expect(verdictOn(rules, 'forget', ['x', 'api-limit'])).toBe('deny')
    expect(verdictOn({ allow: [], ask: [], deny: [] }, 'erase', [''])).toBe('allow')
  })
})

describe('permissions', () => {
  const withRules = async (rules: string, more: object = {}) => {
    const folderOfHome = temporaryFolder()
    mkdirSync(join(folderOfHome, 'mneme'), { recursive: true })
    writeFileSync(join(folderOfHome, 'mneme', 'config.toml'), `[permissions]\n${rules}\n`)
    return openHome({ folderOfHome, ...more })
  }

  it('J-08 what is denied does not happen', async () => {
    const home = await withRules('deny = ["Memory(forget *)"]')
    await home.do('remember', { name: 'n', content: 'A fact.' })
    await expect(home.do('forget', { id: ['n'] })).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(home.do('forget', { tag: ['x'] })).rejects.toMatchObject({ code: 'not_allowed' })
    expect((await home.do('list', {})).total).toBe(1)
  })

  it('J-08 what must be asked is asked, and refused where nobody is', async () => {
    const asked: string[] = []
    let answer = false
    const confirm = async (question: string) => {
      asked.push(question)
      return answer
    }
    const home = await withRules('ask = ["Memory(forget api-*)"]', { confirm })
    await home.do('remember', { name: 'api-limit', content: 'A fact.' })
    await expect(home.do('forget', { id: ['api-limit'] })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    answer = true
    await home.do('forget', { id: ['api-limit'] })
    expect(asked).toEqual(['Allow "forget" api-limit?', 'Allow "forget" api-limit?'])
    const silent = await withRules('ask = ["Memory(*)"]')
    const tried = silent.do('search', { query: 'x' })
    await expect(tried).rejects.toMatchObject({
      code: 'not_allowed',
      message: /no person to ask/,
    })
  })
})

describe('the switch', () => {
  it('B-12 everywhere: nothing is kept or brought back, and on again', async () => {
    const home = await openHome()
    await home.do('remember', { content: 'A needle.' })
    expect(await home.do('off', { where: 'everywhere' })).toEqual({
      where: 'everywhere',
      off: true,
    })
    for (const work of [
      () => home.do('remember', { content: 'Another.' }),
      () => home.do('search', { query: 'needle' }),
      () => home.do('task add', { content: 'Do it.' }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'switched_off', hint: /mneme on/ })
    }
    expect((await home.do('status', {})).off).toBe(true)
    expect((await home.do('list', {})).total).toBe(1)
    await home.do('on', { where: 'everywhere' })
    expect((await home.do('search', { query: 'needle' })).hits).toHaveLength(1)
  })

  it('B-12 in one project, and not in another', async () => {
    const home = await openHome()
    const folder = home.projectFolder('shop')
    const shop = await home.at({ folder })
    await shop.do('off', {})
    const again = await home.at({ folder })
    await expect(again.do('remember', { content: 'A fact.' })).rejects.toMatchObject({
      code: 'switched_off',
    })
    const blog = await home.at({ folder: home.projectFolder('blog') })
    expect((await blog.do('remember', { content: 'A fact.' })).outcome).toBe('created')
    await again.do('on', { where: 'project' })
    const back = await home.at({ folder })
    expect((await back.do('remember', { content: 'A fact.' })).outcome).toBe('created')
  })

  it('F-09 for one session', async () => {
    const home = await openHome({ session: 's1' })
    await home.do('off', { where: 'session' })
    await expect(home.do('search', { query: 'x' })).rejects.toMatchObject({ code: 'switched_off' })
    const other = await home.at({ session: 's2', folder: null })
    await expect(other.do('search', { query: 'x' })).resolves.toBeDefined()
  })

  it('B-12 by configuration', async () => {
    const home = await openHome({ env: { MNEME_MEMORY_ENABLED: 'false' } })
    await expect(home.do('search', { query: 'x' })).rejects.toMatchObject({ code: 'switched_off' })
  })

  it('B-12 says which when it cannot know', async () => {
    const home = await openHome()
    await expect(home.do('off', { where: 'project' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(home.do('off', { where: 'session' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
