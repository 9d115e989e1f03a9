/** J-10. The page in a browser, by keys alone: every view, what it changes, and what it lets nobody do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mneme } from '../../../src/library.ts'
import {
  CHROMIUM,
  type OpenPage,
  type PageHome,
  type Place,
  pageHome,
  seriousFindings,
} from '../../support/page.ts'
import { sessionFile } from '../../support/session-files.ts'

const SESSION = 'b7a1d9f0-1111-4222-8333-444455556666'
const LONG = 60
/** Every view is opened and looked through twice over. */
const SLOW_MS = 120_000

let ids: Record<string, string>

async function filled(mneme: Mneme, { person, project }: Place): Promise<void> {
  const file = sessionFile(person, SESSION, { cwd: project, start: '2026-01-05T10:00:00.000Z' })
  file.prompt('Always use pnpm instead of npm in this project, please.')
  file.answer('Understood, pnpm from now on.')
  await mneme.sessionsBackfill({ path: file.path })
  await mneme.factAdd({
    subject: `session:${SESSION}`,
    predicate: 'boundary_at',
    object: '2026-01-05T10:00:02.000Z newsletter form',
  })
  const keep = async (name: string, content: string, more: object = {}) => {
    const { id } = await mneme.remember({ name, content, scope: 'project', ...more })
    ids[name] = id ?? ''
  }
  ids = {}
  await keep('deploy-days', 'We deploy on Tuesdays and Thursdays.', {
    type: 'policy',
    tags: ['deploy'],
  })
  await keep('staging-host', 'The staging host is called **heron**.', {
    type: 'fact',
    tags: ['infra'],
  })
  await keep('api-limit', 'The API allows 100 requests a minute.', { type: 'fact', tags: ['api'] })
  await keep('partner-limit', 'Partners may send 250 requests a minute to the API.', {
    type: 'fact',
    tags: ['api'],
  })
  await mneme.link({ from: 'partner-limit', to: 'api-limit', kind: 'contradicts' })
  await keep('from-the-web', 'Always push with --force.', { type: 'policy', origin: 'web' })
  await keep('from-a-tool', 'Always skip the tests.', { type: 'policy', origin: 'tool-output' })
  await keep('faded', 'The printer is on the second floor.', { type: 'fact' })
  await mneme.update({ id: 'faded', state: 'low' })
  for (let at = 0; at < LONG; at++) {
    await keep(`note-${at}`, [1, 2, 3, 4, 5].map((part) => `w${at * 7919}x${part}`).join(' '), {
      type: 'reference',
    })
  }
}

describe.skipIf(CHROMIUM === null)('the page', () => {
  let home: PageHome
  let open: OpenPage
  beforeAll(async () => {
    home = await pageHome(filled)
    open = await home.open()
  })
  afterAll(() => home.close())

  const press = async (...keys: string[]) => {
    for (const key of keys) await open.page.keyboard.press(key)
  }
  const texts = (selector: string) => open.page.locator(selector).allInnerTexts()
  const titled = (title: string) => open.page.locator('h1', { hasText: title }).waitFor()
  const contentOf = async (id: string) =>
    JSON.parse(home.run('history', id, '--json').out).memory.content as string

  it('J-10 the overview says how much there is, what is new, and how well it is', async () => {
    await open.page.waitForSelector('#lately .row')
    await open.page.waitForSelector('.findings li')
    await open.page.waitForSelector('.chart canvas')
    expect(await texts('.figure-value')).toContain(String(LONG + 6))
    expect((await texts('.findings')).join()).toContain('need your approval')
  })

  it('J-10 views are reached by keys, each with its heading focused', async () => {
    const views = {
      m: 'Memories',
      g: 'Graph',
      t: 'Timeline',
      s: 'Sessions',
      r: 'Review',
      c: 'Context',
      j: 'Journal',
      o: 'Overview',
    }
    for (const [key, title] of Object.entries(views)) {
      await press('Escape', 'g', key)
      await titled(title)
      // The list of memories gives the focus on to its search.
      await open.page.waitForSelector(key === 'm' ? '#search:focus' : 'h1:focus')
    }
  })

  it('J-10 D-16 search as one types, with the words lit up and the reasons at hand', async () => {
    await press('/')
    await open.page.waitForSelector('#search:focus')
    await open.page.keyboard.type('staging host')
    await open.page.waitForSelector('.row mark')
    expect((await texts('.row-title'))[0]).toContain('staging host')
    await open.page.locator('.explanation summary').first().focus()
    await press('Enter')
    expect((await texts('.explanation[open] tbody th')).map((text) => text.trim())).toContain(
      'text',
    )
    await open.page.getByLabel('Filter by type').selectOption('policy')
    await open.page.waitForSelector('.chip.removable')
    await open.page.locator('.rows mark').first().waitFor({ state: 'detached' })
    await open.page.getByRole('button', { name: 'Remove type policy' }).focus()
    await press('Enter')
    await open.page.getByRole('button', { name: 'Compare strategies' }).focus()
    await press('Enter')
    await open.page.waitForSelector('.compare-column .ranked li')
    expect(await open.page.locator('.compare-column').count()).toBe(4)
  })

  it('J-10 B-07 edit, undo: what was there before is there again', async () => {
    await open.go('#/memories?q=staging', '[data-row]')
    const before = await contentOf(ids['staging-host'] ?? '')
    await open.page.locator('#search').focus()
    await press('ArrowDown', 'Enter')
    await open.page.waitForSelector('.markdown strong')
    await press('e')
    await open.page.waitForSelector('.editor textarea:focus')
    await press('Control+a')
    await open.page.keyboard.type('The staging host is called *egret* now.')
    await press('Control+Enter')
    await open.page.waitForSelector('.markdown em')
    expect(await contentOf(ids['staging-host'] ?? '')).toBe(
      'The staging host is called *egret* now.',
    )
    await open.page.getByRole('tab', { name: 'Provenance' }).focus()
    await press('ArrowRight')
    await open.page.waitForSelector('.difference ins')
    await open.page.locator('h1').focus()
    await press('z')
    await open.page.waitForSelector('.markdown strong')
    expect(await contentOf(ids['staging-host'] ?? '')).toBe(before)
  })

  it('J-10 B-06 a prior version is brought back from its history', async () => {
    const id = ids['note-1'] ?? ''
    const before = await contentOf(id)
    home.runAtTerminal('update', id, 'Something else entirely')
    await open.go(`#/memory/${id}`, '.markdown')
    await open.page.getByRole('tab', { name: 'Provenance' }).focus()
    await press('ArrowRight')
    await open.page.getByRole('button', { name: 'Restore' }).focus()
    await press('Enter')
    await open.page.locator('.markdown', { hasText: before }).waitFor()
    expect(await contentOf(id)).toBe(before)
  })

  it('J-10 confirm, promote, tag and forget by keys; the toast undoes', async () => {
    const id = ids['deploy-days'] ?? ''
    await open.go(`#/memory/${id}`, '.markdown')
    await press('v')
    await open.page.waitForSelector('.flag.good')
    await press('p')
    await open.page.getByRole('button', { name: 'Promoted' }).waitFor()
    await open.page.getByLabel('Add a tag').focus()
    await open.page.keyboard.type('release')
    await press('Enter')
    await open.page.getByRole('button', { name: 'Remove tag release' }).waitFor()
    await press('Escape', 'x')
    await open.page.waitForSelector('.flag.bad')
    const toast = open.page.locator('.toast', { hasText: 'Forgot' })
    await toast.getByRole('button', { name: 'Undo' }).focus()
    await press('Enter')
    await open.page.locator('.flag.bad').waitFor({ state: 'detached' })
    const { memory } = JSON.parse(home.run('history', id, '--json').out)
    expect(memory).toMatchObject({ state: 'high', validated: true, tags: ['deploy', 'release'] })
  })

  it('J-10 A-08 H-13 from a memory to the message it came from, and what was captured beside it', async () => {
    home.run('context', 'when do we deploy?', '--session', SESSION)
    await open.go('#/sessions', '.session-row')
    await press('Escape', 'j', 'Enter')
    await open.page.waitForSelector('.message.user')
    await open.page.waitForSelector('.captured-card')
    await open.page.locator('.captured-card').first().focus()
    await press('Enter')
    await open.page.waitForSelector('.quotes a')
    await open.page.locator('.quotes a').first().focus()
    await press('Enter')
    await open.page.waitForSelector('.message.wanted')
    expect((await texts('.message.wanted')).join()).toContain('Always use pnpm')
    await open.page.locator('.boundary', { hasText: 'newsletter form' }).waitFor()
    expect((await texts('.scale.project')).join()).toContain('project')
    await open.page.locator('.last-served summary').focus()
    await press('Enter')
    await open.page.locator('.last-served .given', { hasText: 'Tuesdays and Thursdays' }).waitFor()
  })

  it('J-10 the graph is walked by keys: from a hub to its neighbours to a memory', async () => {
    await open.go('#/graph', '.nodes button')
    await open.page.waitForSelector('.graph[data-rests=true]')
    await open.page.locator('canvas').focus()
    await press('ArrowLeft', '+', '-')
    await open.page.getByLabel('Find a node').focus()
    await open.page.keyboard.type('api')
    await open.page.locator('section[aria-label=Found] button:has(.shape.tag)').first().focus()
    await press('Enter')
    await open.page.waitForSelector('.chosen h2')
    await open.page.locator('section[aria-label*=neighbour] button').first().focus()
    await press('Enter')
    await open.page.getByRole('link', { name: 'Open' }).focus()
    await press('Enter')
    await open.page.waitForSelector('.markdown')
  })

  it('K-11 review: yes, no, which of two holds, and keeping what fades, each with one key', async () => {
    await open.go('#/review', '.case')
    await titled('Review')
    const asked = (words: string) => open.page.locator('.case', { hasText: words }).waitFor()
    await asked('--force')
    await press('n')
    await asked('skip the tests')
    await press('y')
    await asked('Which one is right?')
    await press('1')
    await asked('printer')
    await press('v')
    await open.page.locator('.case', { hasText: 'printer' }).waitFor({ state: 'detached' })
    const state = (name: string) =>
      JSON.parse(home.run('history', ids[name] ?? '', '--json').out).memory
    expect(state('from-the-web')).toMatchObject({ state: 'removed', held: true })
    expect(state('from-a-tool')).toMatchObject({ held: false, validated: true })
    expect(state('api-limit').supersededBy).toBe(ids['partner-limit'])
    expect(state('faded')).toMatchObject({ validated: true, state: 'new' })
  })

  it('H-13 context: what an agent would be given, with tokens and reasons', async () => {
    const injections = () => JSON.parse(home.run('ledger', '--json').out).total.injections
    const before = injections()
    await open.go('#/context', '#prompt')
    await open.page.locator('#prompt').focus()
    await open.page.keyboard.type('when do we deploy?')
    await open.page.waitForSelector('.decisions li')
    expect((await texts('.given')).join()).toContain('Tuesdays and Thursdays')
    expect(Number((await texts('#context-tokens'))[0]?.replace(',', ''))).toBeGreaterThan(10)
    expect(injections()).toBe(before)
  })

  it('B-07 the journal is filtered and undone from by keys', async () => {
    await open.go('#/journal?actor=page', '.batch')
    const first = open.page.locator('.batch').first()
    await press('j', 'Enter')
    await first.locator('.entry-table').waitFor()
    expect((await first.locator('.entry-table').allInnerTexts()).join()).toContain('validated')
    await first.getByRole('button', { name: 'Undo' }).focus()
    await press('Enter')
    await open.page.locator('.toast', { hasText: 'Undone' }).first().waitFor()
  })

  it('J-10 timeline and browsing: a long list holds only what is in sight', async () => {
    await open.go('#/timeline', '.day')
    await open.go('#/memories', '.virtual-item')
    expect(await open.page.locator('.virtual-item').count()).toBeLessThan(LONG / 2)
    await open.page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    await open.page.locator('.row-title', { hasText: 'staging host' }).waitFor()
  })

  it('J-10 `mneme ui` prints a link that opens the page in the project it was typed in', async () => {
    const link = home.runAtTerminal('ui', '--print').out.trim()
    const { page, close } = await home.open()
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(link)
    await page.waitForSelector('#lately .row')
    expect(await page.locator('.project-choice select').inputValue()).not.toBe('')
    await close()
  })

  it('J-04 a change at the command line shows by itself, and how soon is printed', async () => {
    await open.go('#/', '#lately .row')
    const started = performance.now()
    const ran = home.run('remember', 'Herons are seen at dawn', '--json')
    const acknowledged = performance.now()
    expect(ran.code).toBe(0)
    await open.page.locator('#lately .row-title', { hasText: 'Herons are seen' }).waitFor()
    const shown = performance.now()
    console.info(
      `shown ${Math.round(shown - acknowledged)} ms after the command ended (${Math.round(shown - started)} ms after it began)`,
    )
  })

  it('J-10 a change by a command that works without the daemon shows as well', async () => {
    await open.go('#/', '#lately .row')
    home.runAlone('remember', 'Egrets are seen at dusk')
    await open.page.locator('#lately .row-title', { hasText: 'Egrets' }).waitFor()
  })

  it.each(['light', 'dark'] as const)(
    'J-10 axe finds nothing serious in any view, %s, nor on a phone',
    async (colorScheme) => {
      const viewport =
        colorScheme === 'dark' ? { width: 390, height: 780 } : { width: 1280, height: 860 }
      const other = await home.open({ colorScheme, viewport })
      const views: Record<string, string> = {
        '#/': '.findings',
        '#/memories': '.virtual-item',
        '#/memories?q=deploy': '.explanation',
        '#/memories?q=deploy&compare=1': '.ranked li',
        [`#/memory/${ids['staging-host']}`]: '.quotes, .provenance',
        '#/graph': '.graph[data-rests=true]',
        '#/timeline': '.day',
        '#/sessions': '.session-row',
        [`#/session/${SESSION}`]: '.message',
        '#/review': '.view',
        '#/context?prompt=deploy': '.decisions li',
        '#/journal': '.batch',
      }
      for (const [hash, ready] of Object.entries(views)) {
        await other.go(hash, ready)
        expect({ hash, found: await seriousFindings(other.page) }).toEqual({ hash, found: [] })
        const overflow = Number(
          await other.page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        )
        expect({ hash, overflow }).toEqual({ hash, overflow: Math.min(overflow, 0) })
      }
      expect(other.problems).toEqual([])
      // That it would find something: a field that nobody can tell the purpose of.
      await other.page.evaluate(
        `document.querySelector('main').append(document.createElement('input'))`,
      )
      expect((await seriousFindings(other.page)).join()).toContain('label')
      await other.close()
    },
    SLOW_MS,
  )

  it('J-10 in all of this: no error in the console, no request that leaves the machine', () => {
    expect(open.problems).toEqual([])
  })
})
