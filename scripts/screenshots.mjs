/**
 * `npm run screenshots`: every view of the page, light and dark, into docs/images. On a home of its own,
 * with the Chromium that is installed (or the one that CHROMIUM names).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumProgram } from './chromium.mjs'
import { loginLink, makeDemoHome } from './demo-home.mjs'

const images = fileURLToPath(new URL('../docs/images', import.meta.url))
const SIZE = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 780 }

const folder = mkdtempSync(join(tmpdir(), 'mneme-demo-'))
const demo = await makeDemoHome(folder)
const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox'] })
try {
  demo.mneme('serve', '--detach')
  mkdirSync(images, { recursive: true })
  for (const scheme of ['light', 'dark']) await shoot(scheme)
} finally {
  await browser.close()
  demo.mneme('stop')
  rmSync(folder, { recursive: true, force: true })
}

async function shoot(scheme) {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  const link = await loginLink(demo.home)
  await page.goto(`${link}#/?folder=${encodeURIComponent(demo.project)}`)
  await page.waitForSelector('#lately .row')
  const take = async (name, hash, ready, act) => {
    if (hash !== null)
      await page.evaluate((to) => {
        location.hash = to
      }, hash)
    await page.waitForSelector(ready)
    await act?.()
    await page.mouse.move(700, 5)
    await page.waitForTimeout(350)
    await page.screenshot({ path: join(images, `${name}-${scheme}.png`) })
    console.log(`${name}-${scheme}.png`)
  }
  await page.waitForSelector('.findings')
  await take('overview', null, '.uplot canvas')
  await take('search', '#/memories?q=why was the order list slow', '.explanation')
  await page.locator('.explanation summary').first().click()
  await page.mouse.move(700, 5)
  await take('search', null, '.explanation[open]')
  await take('compare', '#/memories?q=payment webhook arrives twice&compare=1', '.ranked li')
  await take('memory', `#/memory/${demo.ids.slow}`, '.markdown', () =>
    page.getByRole('tab', { name: 'History' }).click(),
  )
  await take('graph', '#/graph', '.graph[data-rests=true]', () =>
    page.locator('.nodes button').nth(1).click(),
  )
  await take('timeline', '#/timeline', '.day')
  await take('session', '#/session/4b1f7c52-shop-0001', '.captured-card')
  await take('review', '#/review', '.case')
  await take(
    'context',
    '#/context?prompt=the payment webhook created two invoices',
    '.decisions li',
  )
  await take('journal', '#/journal', '.batch')
  await page.setViewportSize(PHONE)
  await take('phone', '#/memories?q=deploy', '.explanation')
  await context.close()
}
