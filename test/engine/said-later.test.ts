/** M-31. A memory about whose subject something else was said later is marked wherever it is shown. */
import { expect, it } from 'vitest'
import { context } from '../../src/operations/context.ts'
import { link } from '../../src/operations/link.ts'
import { reindex } from '../../src/operations/reindex.ts'
import { remember } from '../../src/operations/remember.ts'
import { sessionsBackfill } from '../../src/operations/sessions.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type TestHome, testHome } from '../support/home.ts'
import { sessionFile } from '../support/session-files.ts'

const DAY_MS = 86_400_000
const HELD = 'Seat reservations are held for 15 minutes, then they are released'

async function said(home: TestHome, content: string, session: string, type = 'decision') {
  const { id } = await home.ask(remember, { content, type, scope: 'project' }, { session })
  return id ?? ''
}

/** The line that shows this text at the start of a session. */
async function shown({ ask }: TestHome, text: string): Promise<string> {
  const { text: all } = await ask(context, { part: 'stable' }, { session: 'asking' })
  return all.split('\n').find((line) => line.includes(text)) ?? ''
}

it('M-31 of two memories that contradict each other the one said earlier is marked', async () => {
  const home = await testHome()
  const older = await said(home, HELD, 'one')
  home.clock.advance(DAY_MS)
  const newer = await said(home, 'Whoever has a cabin boards first', 'two')
  await home.ask(link, { from: older, to: newer, kind: 'contradicts' })
  const day = home.clock.now().slice(0, 10)
  expect(await shown(home, HELD)).toContain(`older, may be superseded by what was said on ${day}`)
  expect(await shown(home, 'cabin')).not.toContain('older')
})

it('M-31 what one session says in two sentences is one saying', async () => {
  const home = await testHome()
  const older = await said(home, HELD, 'one')
  home.clock.advance(1000)
  const newer = await said(home, 'Whoever has a cabin boards first', 'one')
  await home.ask(link, { from: newer, to: older, kind: 'contradicts' })
  expect(await shown(home, HELD)).not.toContain('older')
})

it('M-31 later talk that is near in meaning marks a memory once it settled something', async () => {
  const person = temporaryFolder()
  const home = await testHome({ HOME: person, MNEME_EMBED_PROVIDER: 'builtin' })
  const other = 'The harbour office wants its invoices on paper'
  await said(home, HELD, 'one')
  await said(home, other, 'one')
  home.clock.advance(DAY_MS)
  const file = sessionFile(person, 'two', { cwd: home.folder, start: home.clock.now() })
  file.prompt('so seat reservations are not held for 15 minutes any more?')
  file.answer('Not since the kiosks sell in parallel.')
  home.clock.advance(DAY_MS)
  await home.ask(sessionsBackfill, {})
  await home.ask(reindex, {})
  expect(await shown(home, HELD)).not.toContain('older')
  await said(home, 'Passengers pick their place on board', 'two')
  await home.ask(reindex, {})
  expect(await shown(home, HELD)).toContain('older, may be superseded')
  expect(await shown(home, other)).not.toContain('older')
  // Said again since, it holds.
  await said(home, HELD, 'three')
  await home.ask(reindex, {})
  expect(await shown(home, HELD)).not.toContain('older')
}, 60_000)
