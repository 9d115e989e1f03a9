/** The page in a real browser, on a home and a daemon of its own, with everything heard that went wrong. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from '../../scripts/chromium.mjs'
import { type Mneme, openMneme } from '../../src/library.ts'
import type { Endpoint } from '../../src/machine/endpoint.ts'
import { endDaemonsOf, mneme, mnemeAtTerminal, startDaemon } from './daemon.ts'
import { loginLink } from './login-link.ts'

/** Null where no browser is installed: such tests are skipped, and say so. */
export const CHROMIUM = chromiumProgram()
if (CHROMIUM === null) {
  console.warn(
    'skipped: no Chromium is installed, so the page is not tested (apt-get install chromium)',
  )
}

/** The model is not what is tested here, and takes a second to load. */
const ENV = { MNEME_EMBED_PROVIDER: 'none' }

export interface PageHome {
  /** The project that the page begins with. */
  readonly project: string
  readonly endpoint: Endpoint
  /** The command line, through the same daemon. */
  run(...args: string[]): ReturnType<typeof mneme>
  /** The same, as a person runs it. */
  runAtTerminal(...args: string[]): ReturnType<typeof mnemeAtTerminal>
  /** The command line, on the same store but without the daemon. */
  runAlone(...args: string[]): ReturnType<typeof mneme>
  open(options?: BrowserContextOptions): Promise<OpenPage>
  close(): Promise<void>
}

export interface OpenPage {
  readonly page: Page
  /** Errors in the console, refusals of the policy, and requests that would leave the machine. */
  readonly problems: string[]
  /** To another view, by its address. */
  go(hash: string, ready: string): Promise<void>
  close(): Promise<void>
}

export interface Place {
  readonly person: string
  readonly project: string
}

const PATIENCE_MS = 15_000

/** `fill` puts memories in before the daemon starts. */
export async function pageHome(fill: (mneme: Mneme, place: Place) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-page-'))
  const project = join(folder, 'shop')
  mkdirSync(project)
  // The same settings as the daemon's, so that both serve one store in one way.
  Object.assign(process.env, ENV)
  const filling = await openMneme({ home: join(folder, 'home'), project, speaker: 'person' })
  await fill(filling, { person: folder, project })
  await filling.close()
  const endpoint = startDaemon(folder, ENV)
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const home: PageHome = {
    project,
    endpoint,
    run: (...args) => mneme(folder, [...args, '--project', project], ENV),
    runAtTerminal: (...args) => mnemeAtTerminal(folder, [...args, '--project', project], ENV),
    runAlone: (...args) =>
      mneme(folder, [...args, '--project', project], { ...ENV, MNEME_NO_DAEMON: '1' }),
    open: (options = {}) => openPage(browser, endpoint, project, options),
    async close() {
      await browser.close()
      await endDaemonsOf(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return home
}

async function openPage(
  browser: Browser,
  endpoint: Endpoint,
  project: string,
  options: BrowserContextOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const isSaidBelow = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isSaidBelow) problems.push(message.text())
  })
  page.on('response', async (response) => {
    if (response.status() < 400) return
    problems.push(`${response.status()} ${response.url()} ${await response.text()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => problems.push('a window was opened'))
  const own = endpoint.url ?? ''
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url.startsWith(own)) return route.continue()
    problems.push(`request: ${url}`)
    return route.abort()
  })

  const link = await loginLink(endpoint.socket)
  await page.goto(`${link}#/?folder=${encodeURIComponent(project)}`)
  await page.waitForSelector('.connection.live')
  return {
    page,
    problems,
    async go(hash, ready) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
      await page.waitForSelector(ready)
    },
    close: () => context.close(),
  }
}

/** What axe holds for serious in the view that is open: one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    return (await run({ resultTypes: ['violations'] })).violations
  })
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
