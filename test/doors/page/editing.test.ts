/** M-08. The page's editor in a browser: what is typed is not lost, and no other text either. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, type OpenPage, type PageHome, pageHome } from '../../support/page.ts'

describe.skipIf(CHROMIUM === null)('editing on the page', { timeout: 120_000 }, () => {
  let home: PageHome
  let open: OpenPage
  let id = ''
  beforeAll(async () => {
    home = await pageHome(async (mneme) => {
      const kept = { name: 'host', content: 'The host is called heron.', scope: 'project' } as const
      id = (await mneme.remember(kept)).id ?? ''
    })
    open = await home.open()
  }, 120_000)
  afterAll(() => home.close())

  const text = () => open.page.locator('.editor textarea')

  it('M-08 typed text is asked about before it goes, outlives a reload, and meets a newer text side by side', async () => {
    const { page } = open
    await open.go(`#/memory/${id}`, '.markdown')
    await page.keyboard.press('e')
    await text().fill('The host is called egret.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await text().inputValue()).toBe('The host is called egret.')

    // A browser asks before it leaves such a page; here the answer is yes.
    page.removeAllListeners('dialog')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.waitForSelector('.markdown, .editor')
    if ((await text().count()) === 0) await page.keyboard.press('e')
    await text().waitFor()
    expect(await text().inputValue()).toBe('The host is called egret.')

    const changed = home.runAtTerminal('update', id, 'The host is called stork.')
    expect(changed.code, changed.out).toBe(0)
    await text().press('Control+Enter')
    const conflict = page.locator('.conflict')
    await conflict.waitFor()
    expect(await conflict.innerText()).toContain('The host is called stork.')
    expect(await text().inputValue()).toBe('The host is called egret.')

    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.locator('.editor').waitFor({ state: 'detached' })
    const { memory, versions } = JSON.parse(home.run('history', id, '--json').out)
    expect(memory.content).toBe('The host is called egret.')
    const before = versions.map((each: { snapshot: { content: string } }) => each.snapshot.content)
    expect(before).toContain('The host is called stork.')
  })
})
