/**
 * J-10. The page on a large store, in a real browser: how long until the first view is there, beside bare
 * pages of the same size; and how long scrolling, typing and the graph ever hold the main thread.
 *
 * Arguments: --memories N (50000), --loads N (7).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from '../scripts/chromium.mjs'
import { openMneme } from '../src/compose.ts'
import type { Endpoint } from '../src/machine/endpoint.ts'
import { loginLink } from '../test/support/login-link.ts'
import { loadMemories } from './support/load.ts'
import { type OwnPlace, withOwnPlace } from './support/own-daemon.ts'
import { randomFrom, textsFrom } from './support/texts.ts'
import { timingOf } from './support/timing.ts'

const GLOBAL = { scope: 'global', project: null, session: null } as const
const TYPES = ['fact', 'decision', 'preference', 'pitfall', 'bugfix', 'procedure', 'reference']
const TAGS = 400
const TAGS_EACH = 3
const LINKED = 3000
const SCREENS = 120
const VIEWPORT = { width: 1280, height: 860 }

export const bench = {
  name: 'page',
  summary:
    'The page at 50,000 memories: first view against bare pages; the longest hold of its thread',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memories: { type: 'string', default: '50000' },
        loads: { type: 'string', default: '7' },
      },
    })
    const program = chromiumProgram()
    if (program === null) throw new Error('no Chromium is installed: apt-get install chromium')
    // Vectors and files of 50,000 memories, made in the background, would be measured as well.
    const quiet = { MNEME_VAULT_ENABLED: 'false', MNEME_EMBED_PROVIDER: 'none' }
    return withOwnPlace(quiet, async (place) => {
      await fill(place, Number(values.memories))
      const endpoint = await place.start()
      const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
      try {
        const change = () => rememberOver(endpoint, place.token())
        return await measured(browser, endpoint, change, values)
      } finally {
        await browser.close()
      }
    })
  },
}

async function fill({ home, env, folder }: OwnPlace, count: number): Promise<void> {
  const mneme = await openMneme({ speaker: 'person', home: home.home, env, folder })
  const texts = textsFrom(7)
  const random = randomFrom(11)
  const pick = (most: number) => Math.floor(most ** random()) % most
  await loadMemories(mneme, GLOBAL, count, (index) => ({
    ...texts.next(),
    type: TYPES[index % TYPES.length] ?? 'fact',
    tags: Array.from({ length: TAGS_EACH }, () => `topic-${pick(TAGS)}`),
  }))
  const { store, clock } = mneme.engine
  const latest = await store.memories.list({}, { limit: Math.min(LINKED, count), order: 'newest' })
  const changes = latest.slice(1).map(({ id }, index) => ({
    op: 'insert' as const,
    kind: 'link' as const,
    row: {
      from: id,
      to: latest[Math.floor(random() * (index + 1))]?.id ?? id,
      kind: index % 20 === 0 ? ('contradicts' as const) : ('relates_to' as const),
      weight: random(),
      createdAt: clock.now(),
      by: 'bench',
    },
  }))
  await store.apply({ id: clock.newId(), at: clock.now(), actor: 'bench', cause: 'load', changes })
  await mneme.close()
}

/** Numbers that were kept are counted anew after this. */
async function rememberOver({ url }: Endpoint, token: string): Promise<void> {
  const content = textsFrom(Math.floor(performance.now())).next().content
  await fetch(`${url}/api/memories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })
}

async function measured(
  browser: Browser,
  endpoint: Endpoint,
  change: () => Promise<void>,
  values: { readonly memories: string; readonly loads: string },
) {
  const [memories, loads] = [Number(values.memories), Number(values.loads)]
  const context = await signedIn(browser, endpoint)
  const { size, requests } = await sizeOfFirstView(context, endpoint)
  const bare = await barePages(size)
  const views: number[] = []
  const whole: number[] = []
  const bareLoads: number[] = []
  const changed: number[] = []
  const recounted: number[] = []
  try {
    // Turn about, so that whatever else the machine does falls on both; the first of each warms up.
    for (let load = -1; load < loads; load++) {
      const bareMs = await freshPage(context, (page) => bareLoad(page, bare.url))
      const { first, all } = await freshPage(context, (page) => firstView(page, endpoint))
      await change()
      const anew = await freshPage(context, (page) => firstView(page, endpoint))
      if (load < 0) continue
      bareLoads.push(bareMs)
      views.push(first)
      whole.push(all)
      changed.push(anew.first)
      recounted.push(anew.all)
    }
  } finally {
    bare.close()
  }
  const holds = await holdsOf(browser, context, endpoint)
  await context.close()
  const lists = [views, whole, bareLoads, changed, recounted]
  const [view, every, bareTime, anew, recount] = lists.map(timingOf)
  const most = 3 * (bareTime?.p50 ?? 0)
  return {
    title: `The page at ${memories} memories (${Math.round(size / 1024)} kB in ${requests} requests)`,
    columns: ['what', 'ms', 'limit', 'holds', 'its work, ms'],
    rows: [
      ['bare page of the same size, p50', bareTime?.p50 ?? 0, '', '', ''],
      ['first view, p50', view?.p50 ?? 0, most, verdict((view?.p50 ?? 0) <= most), ''],
      ['first view, p95', view?.p95 ?? 0, '', '', ''],
      [
        'first view right after a change, p50',
        anew?.p50 ?? 0,
        most,
        verdict((anew?.p50 ?? 0) <= most),
        '',
      ],
      ['every panel filled, all counted anew, p50', recount?.p50 ?? 0, '', '', ''],
      ['every panel filled, p50', every?.p50 ?? 0, '', '', ''],
      ...[...holds].map(([what, { wallMs, cpuMs }]) => [
        `longest hold: ${what}`,
        wallMs,
        MAX_HOLD_MS,
        verdict(wallMs <= MAX_HOLD_MS),
        cpuMs,
      ]),
    ],
  }
}

const MAX_HOLD_MS = 100
const verdict = (holds: boolean) => (holds ? 'yes' : 'NO')

async function signedIn(browser: Browser, endpoint: Endpoint): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.goto(await loginLink(endpoint.socket))
  await page.waitForSelector('#lately .row')
  await page.close()
  return context
}

async function freshPage<T>(context: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  try {
    return await work(page)
  } finally {
    await page.close()
  }
}

/** Everything that comes over the wire for the first view, uncached. */
async function sizeOfFirstView(context: BrowserContext, endpoint: Endpoint) {
  return freshPage(context, async (page) => {
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.setCacheDisabled', { cacheDisabled: true })
    let size = 0
    let requests = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      size += encodedDataLength
      requests += 1
    })
    await firstView(page, endpoint)
    return { size: Math.round(size), requests }
  })
}

/** Both are measured from the start of the navigation, by the browser's own clock. */
async function firstView(page: Page, endpoint: Endpoint): Promise<{ first: number; all: number }> {
  await page.addInitScript(`
    const look = () => {
      const isFirst = document.querySelector('#lately .row') && document.querySelector('.figure-value') && !document.querySelector('.figure .skeleton')
      const isAll = isFirst && document.querySelector('.figures[aria-busy=false]') && document.querySelector('.findings') && document.querySelector('.bars li') && document.querySelector('.chart canvas')
      // After the next frame it is not only there but drawn.
      if (isFirst && !globalThis.firstMs) requestAnimationFrame(() => { globalThis.firstMs ??= performance.now() })
      if (isAll) requestAnimationFrame(() => { globalThis.allMs ??= performance.now() })
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)`)
  await page.goto(`${endpoint.url}/`)
  const ms = async (name: string) => {
    for (;;) {
      const found = await page.evaluate(`globalThis.${name} ?? null`)
      if (typeof found === 'number') return found
      await sleep(20)
    }
  }
  return { first: await ms('firstMs'), all: await ms('allMs') }
}

/** One document of as many bytes: a page of text, without script, style or a second request. */
async function barePages(bytes: number) {
  const paragraph = `<p>${textsFrom(3).next().content}</p>\n`
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>\n'
  const body = (head + paragraph.repeat(Math.ceil(bytes / paragraph.length))).slice(0, bytes)
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function bareLoad(page: Page, url: string): Promise<number> {
  await page.addInitScript(`
    addEventListener('load', () => requestAnimationFrame(() => { globalThis.bareMs = performance.now() }))`)
  await page.goto(url)
  for (;;) {
    const found = await page.evaluate('globalThis.bareMs ?? null')
    if (typeof found === 'number') return found
    await sleep(5)
  }
}

interface Hold {
  /** From the start of the longest task to its end. */
  readonly wallMs: number
  /** What it worked, without what else the machine did meanwhile. */
  readonly cpuMs: number
}

/** Each thing a few times, on pages of their own: the least wait, and the most work. */
async function holdsOf(browser: Browser, context: BrowserContext, endpoint: Endpoint) {
  const holds = new Map<string, Hold>()
  for (let time = 0; time < TRIES; time++) {
    const found = await freshPage(context, (page) => holdsOnce(browser, page, endpoint))
    for (const [what, { wallMs, cpuMs }] of Object.entries(found)) {
      const known = holds.get(what) ?? { wallMs, cpuMs }
      holds.set(what, {
        wallMs: Math.min(known.wallMs, wallMs),
        cpuMs: Math.max(known.cpuMs, cpuMs),
      })
    }
  }
  return holds
}

const TRIES = 3

async function holdsOnce(
  browser: Browser,
  page: Page,
  endpoint: Endpoint,
): Promise<Record<string, Hold>> {
  const during = (work: () => Promise<unknown>) =>
    longestTask(browser, async () => {
      await work()
      await sleep(300)
    })
  const go = async (hash: string, ready: string) => {
    await page.evaluate(`location.hash = '${hash}'`)
    await page.waitForSelector(ready)
  }
  return {
    'first view': await during(async () => {
      await page.goto(`${endpoint.url}/`)
      await page.waitForSelector('.findings')
      await page.waitForSelector('.chart canvas')
    }),
    'opening the list': await during(() => go('#/memories', '.virtual-item .row-title')),
    scrolling: await during(() => scroll(page)),
    'typing a search': await during(() => type(page)),
    'opening the graph': await during(() => go('#/graph', '.graph .nodes button')),
    'graph: laying out': await during(() =>
      page.waitForSelector('.graph[data-rests=true]', { timeout: 120_000 }),
    ),
    'graph: moving, zooming, choosing': await during(() => handle(page)),
    'opening the timeline': await during(() => go('#/timeline', '.day')),
    'opening the journal': await during(() => go('#/journal', '.batch')),
  }
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** As the browser itself traces what its page's main thread does. */
async function longestTask(browser: Browser, work: () => Promise<unknown>): Promise<Hold> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent)
  })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
    transferMode: 'ReportEvents',
  })
  await work()
  const complete = new Promise<void>((done) =>
    session.once('Tracing.tracingComplete', () => done()),
  )
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = events.filter(
    (event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)),
  )
  const longest = (of: (event: TraceEvent) => number | undefined) =>
    Math.max(0, ...tasks.map((task) => of(task) ?? 0)) / 1000
  return { wallMs: longest(({ dur }) => dur), cpuMs: longest(({ tdur }) => tdur) }
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(640, 500)
  for (let screen = 0; screen < SCREENS; screen++) {
    await page.mouse.wheel(0, VIEWPORT.height)
    await sleep(16)
  }
  const jumps = [0.9, 0.1, 0.5, 0.99, 0.33]
  for (const share of jumps) {
    await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${share})`)
    await page.waitForSelector('.virtual-item .row-title')
    await sleep(150)
  }
}

async function type(page: Page): Promise<void> {
  await page.locator('#search').focus()
  await page.keyboard.type(textsFrom(7).query(3), { delay: 40 })
  await page.waitForSelector('.found, .empty')
  await sleep(500)
}

async function handle(page: Page): Promise<void> {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('there is no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  for (let step = 0; step < 12; step++) await page.mouse.wheel(0, step < 6 ? -240 : 240)
  await page.mouse.down()
  for (let step = 0; step < 40; step++) await page.mouse.move(x + step * 5, y + step * 3)
  await page.mouse.up()
  await page.locator('.nodes button').first().click()
  await page.waitForSelector('.chosen h2')
}
