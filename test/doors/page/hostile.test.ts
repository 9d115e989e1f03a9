/**
 * J-10. Stored text is hostile. It is put everywhere that text can be stored, every view is opened, and
 * nothing of it may run, load, open, lead away or break the layout.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mneme } from '../../../src/library.ts'
import { HOSTILE_TEXTS } from '../../fuzz/hostile-texts.ts'
import { CHROMIUM, type OpenPage, type PageHome, type Place, pageHome } from '../../support/page.ts'
import { sessionFile } from '../../support/session-files.ts'

const SESSION = 'd00dfeed-1111-4222-8333-444455556666'

/** Each would say so if it ran. */
const MARKUP = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror="window.pwned=1">',
  '<svg onload="window.pwned=1"><a href="javascript:window.pwned=1">x</a></svg>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '</textarea></option></select><script>window.pwned=1</script>',
  '"><img src=http://evil.example/x.png onerror=window.pwned=1>',
  '[click](javascript:window.pwned=1)',
  '![pixel](http://evil.example/p.png)',
  '<a href="http://evil.example/">go</a> <form action=http://evil.example><button>x</button></form>',
  '<style>*{display:none!important}</style>',
  '<base href="http://evil.example/"><meta http-equiv=refresh content="0;url=http://evil.example/">',
  `{{constructor.constructor("window.pwned=1")()}} \${window.pwned=1}`,
  'javascript:window.pwned=1//',
  '\u202e<script>window.pwned=1</script>\u202c',
  '\x1b]8;;http://evil.example\x07link\x1b]8;;\x07',
]
const LONG_LINE = 'x'.repeat(900_000)
const LONG_MEMORY = 'x'.repeat(90_000)
const ALL = [...MARKUP, ...HOSTILE_TEXTS.filter((text) => text.trim() !== '').slice(0, 70)]

/** Every view is opened, with texts that are slow to lay out. */
const SLOW_MS = 90_000

const ids: string[] = []
let kept = 0

async function filled(mneme: Mneme, { person, project }: Place): Promise<void> {
  const file = sessionFile(person, SESSION, { cwd: project })
  file.raw(JSON.stringify({ type: 'ai-title', aiTitle: MARKUP[1], sessionId: SESSION }))
  file.prompt('Always use <img src=x onerror=window.pwned=1> tags with an alt text, please.')
  for (const text of ALL) {
    file.prompt(text)
    file.answer(`Always use ${text} from now on.`)
    file.result(file.call('Bash', { command: text }), text)
  }
  file.prompt(LONG_LINE)
  await mneme.sessionsBackfill({ path: file.path })
  for (const [at, text] of ALL.entries()) {
    // Some are refused, as nothing but blanks or a reserved word: those never reach the page.
    const { id } = await mneme
      .remember({
        content: `${text}\nmarker-${at}`,
        title: `${text} ${at}`.slice(0, 200),
        subtitle: text.slice(0, 200),
        description: text.slice(0, 200).replaceAll('\n', ' '),
        tags: [text.slice(0, 40)],
        files: [text.slice(0, 80)],
        type: at % 7 === 0 ? text.slice(0, 20) : 'fact',
        scope: 'project',
      })
      .catch(() => ({ id: null }))
    if (id === null) continue
    ids.push(id)
    kept += 1
  }
  const long = await mneme.remember({
    content: LONG_MEMORY,
    title: LONG_LINE.slice(0, 150),
    scope: 'project',
  })
  ids.unshift(long.id ?? '')
  for (const text of MARKUP.slice(0, 6)) {
    await mneme.remember({
      content: `Always ${text}`,
      type: 'policy',
      origin: 'web',
      scope: 'project',
    })
  }
  const [first = '', second = '', third = ''] = ids.slice(1)
  await mneme.link({ from: first, to: second, kind: 'contradicts' })
  await mneme.update({ id: third, content: `${MARKUP[2]} changed ${MARKUP[3]}` })
  await mneme.update({ id: second, state: 'low' })
}

describe.skipIf(CHROMIUM === null)('hostile text on the page', () => {
  let home: PageHome
  let open: OpenPage
  beforeAll(async () => {
    home = await pageHome(filled)
    open = await home.open({ viewport: { width: 1100, height: 800 } })
  })
  afterAll(() => home.close())

  const views = (): Record<string, string> => ({
    '#/': '#lately .row',
    '#/memories': '.virtual-item .row-title',
    '#/memories?q=marker': '.explanation',
    [`#/memories?q=${encodeURIComponent(MARKUP[1] ?? '')}&tag=${encodeURIComponent(MARKUP[0] ?? '')}`]:
      '.chip.removable',
    '#/memories?q=script&compare=1': '.ranked li',
    [`#/memory/${ids[0]}`]: '.stored-block',
    [`#/memory/${ids[1]}`]: '.provenance',
    [`#/memory/${ids[3]}`]: '.provenance',
    [`#/memory/${encodeURIComponent(MARKUP[1] ?? '')}`]: '.failed',
    '#/graph': '.graph[data-rests=true] .nodes button',
    '#/timeline': '.day',
    '#/sessions': '.session-row',
    '#/sessions?q=script': '.row mark',
    [`#/session/${SESSION}`]: '.captured-card',
    '#/review': '.case',
    [`#/context?prompt=${encodeURIComponent(MARKUP.join(' '))}`]: '.given',
    '#/journal': '.batch',
  })

  it(
    'J-10 in every view: nothing runs, loads, opens or leads away, and the layout holds',
    async () => {
      expect(kept).toBeGreaterThan(60)
      for (const [hash, ready] of Object.entries(views())) {
        await open.go(hash, ready)
        const state = await open.page.evaluate<Record<string, unknown>>(`({
        pwned: 'pwned' in window,
        foreign: [...document.querySelectorAll('main script, main iframe, main img, main style, main form[action], main base, main meta')].length,
        links: [...document.querySelectorAll('main a')].filter((a) => !a.getAttribute('href').startsWith('#/')).length,
        overflow: Math.max(document.documentElement.scrollWidth - innerWidth, 0),
        hidden: getComputedStyle(document.querySelector('h1')).display === 'none',
      })`)
        expect({ hash, ...state }).toEqual({
          hash,
          pwned: false,
          foreign: 0,
          links: 0,
          overflow: 0,
          hidden: false,
        })
      }
    },
    SLOW_MS,
  )

  it('J-10 shown as the text it is, its hidden characters in sight', async () => {
    await open.go(`#/memories?q=${encodeURIComponent('marker-13')}`, '.row')
    const id = ids[14] ?? ''
    await open.go(`#/memory/${id}`, '.markdown')
    const text = await open.page.locator('.markdown').textContent()
    expect(text).toContain('<script>window.pwned=1</script>')
    expect(text).toContain('RLO')
    expect(await open.page.locator('.markdown .hidden-character').count()).toBeGreaterThan(0)
  })

  it('J-10 edited, versions compared, undone and toasted: still text', async () => {
    await open.go(`#/memory/${ids[3]}`, '.markdown')
    await open.page.keyboard.press('e')
    await open.page.waitForSelector('.editor textarea:focus')
    await open.page.keyboard.press('Control+a')
    await open.page.keyboard.insertText(`${MARKUP[0]} ${MARKUP[5]} ${MARKUP[6]}`)
    await open.page.keyboard.press('Control+Enter')
    await open.page.locator('.markdown', { hasText: 'evil.example' }).waitFor()
    await open.page.getByRole('tab', { name: 'History' }).click()
    await open.page.waitForSelector('.difference')
    await open.page.getByRole('tab', { name: 'Neighbours' }).click()
    await open.page.locator('h1').focus()
    await open.page.keyboard.press('x')
    await open.page.locator('.toast', { hasText: 'Forgot' }).waitFor()
    await open.page.keyboard.press('z')
    await open.page.locator('.toast', { hasText: 'Undone' }).waitFor()
    expect(await open.page.evaluate(`'pwned' in window`)).toBe(false)
  })

  it('J-10 a line as long as a memory may be opens on request, and the page stays at hand', async () => {
    await open.go(`#/memory/${ids[0]}`, '.stored-block button')
    await open.page.locator('.stored-block button').click()
    await open.page.locator('.stored-chunk').nth(2).waitFor({ state: 'attached' })
    const overflow = await open.page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  })

  it('J-10 even a mistake of ours could not turn text into markup: the policy refuses it', async () => {
    const refused = await open.page.evaluate(`(() => {
      try { document.createElement('div').innerHTML = '<b>x</b>'; return 'allowed' }
      catch (thrown) { return thrown.name }
    })()`)
    expect(refused).toBe('TypeError')
    open.problems.splice(0) // That refusal is told in the console, as it should be.
  })

  it('J-10 in all of this nothing was complained of and nothing left the machine', async () => {
    for (const [hash, ready] of Object.entries(views()).slice(0, 6)) await open.go(hash, ready)
    expect(open.problems).toEqual([])
  })
})
