/** J-10, M-05. The first visit: three steps instead of zeros, and each of them can be taken. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CHROMIUM,
  type OpenPage,
  type PageHome,
  pageHome,
  seriousFindings,
} from '../../support/page.ts'
import { sessionFile } from '../../support/session-files.ts'

const SESSION = 'c7a1d9f0-1111-4222-8333-444455556666'

describe.skipIf(CHROMIUM === null)('J-10 the first visit', () => {
  let home: PageHome
  let open: OpenPage
  beforeAll(async () => {
    home = await pageHome(async (_, { person, project }) => {
      // A past session of an agent, which nothing has read.
      const file = sessionFile(person, SESSION, { cwd: project, start: '2026-01-05T10:00:00.000Z' })
      file.prompt('Always use pnpm instead of npm in this project, please.')
      file.answer('Understood, pnpm from now on.')
    })
    open = await home.open()
  })
  afterAll(() => home.close())

  const steps = () => open.page.locator('.steps > li').allInnerTexts()

  it('J-10 shows what to do next, with counts, and no zeros', async () => {
    await open.page.waitForSelector('.steps button:has-text("Read 1 session")')
    const [connect = '', history = '', first = ''] = await steps()
    expect(connect).toContain('Found here: Claude Code')
    expect(connect).toContain('mneme setup')
    expect(history).toContain('Claude Code: 1 session')
    expect(first).toContain('Save a first memory')
    expect(await open.page.locator('.figure-value').count()).toBe(0)
    expect(await seriousFindings(open.page)).toEqual([])
  })

  it('J-10 an empty list gives only advice that applies', async () => {
    await open.go('#/memories', '.empty')
    expect(await open.page.locator('.empty').innerText()).toMatch(/No memories here yet/)
    await open.go('#/memories?type=policy', '.empty-title:has-text("Nothing matches")')
    expect(await open.page.locator('.empty').innerText()).toContain('Remove a filter')
    await open.go('#/memories?q=deploy', '.empty-title:has-text("Nothing matches")')
    expect(await open.page.locator('.empty').innerText()).not.toContain('filter')
  })

  it('J-10 what is saved there takes the place of the steps', async () => {
    await open.go('#/', '#first-memory')
    await open.page.fill('#first-memory', 'We deploy on Fridays, never on Mondays')
    await open.page.keyboard.press('Enter')
    await open.page.waitForSelector('#lately .row')
    expect(await open.page.locator('.steps').count()).toBe(0)
    expect(await open.page.locator('.figure-value').first().innerText()).toBe('1')
    expect(open.problems).toEqual([])
  })
})
