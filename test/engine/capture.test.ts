/** A session's messages as they come out of the store, through capture, into memories. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { captureMessages } from '../../src/engine/capture/capture-messages.ts'
import { noteOwnWords } from '../../src/engine/capture/echoes.ts'
import type { Memory } from '../../src/memory/memory.ts'
import type { StoredMessage } from '../../src/store/sessions.ts'
import { testClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { call, heard, result, session, user } from './conversation.ts'

async function open(): Promise<Opened> {
  const folder = temporaryFolder()
  const project = join(folder, 'shop')
  mkdirSync(project)
  const mneme = await openMneme({
    home: join(folder, 'home'),
    folder: project,
    clock: testClock('2026-03-01T12:00:00.000Z'),
    env: {},
    door: 'job',
    session: session.id,
  })
  onTestFinished(() => mneme.close())
  return mneme
}

async function captured({ engine, caller }: Opened, messages: readonly StoredMessage[]) {
  return captureMessages(engine, caller, session, messages)
}

async function kept({ engine }: Opened, filter = {}): Promise<Memory[]> {
  return engine.store.memories.list(
    { superseded: false, ...filter },
    { limit: 100, order: 'oldest' },
  )
}

it('G-03 what a person lays down becomes a memory that knows where it was said', async () => {
  const mneme = await open()
  const said = heard([user('Please always use pnpm in this repo, never npm.')])
  expect(await captured(mneme, said)).toMatchObject({ memories: 1 })
  const [memory] = await kept(mneme)
  expect(memory).toMatchObject({ scope: 'project', state: 'new', expiresAt: null })
  expect(memory?.provenance).toMatchObject({
    source: 'user-stated',
    origin: 'user',
    host: 'claude-code',
    session: session.id,
    messages: [said[0]?.messageId, said[0]?.messageId],
    at: said[0]?.at,
  })
  expect(memory?.provenance.snippet).toContain('pnpm')
})

it('F-08 the same messages again add nothing, whatever the cursor says', async () => {
  const mneme = await open()
  const said = heard([
    user('Always use pnpm in this repo.'),
    user('We must never deploy on Fridays.'),
  ])
  expect((await captured(mneme, said)).memories).toBe(2)
  const before = await kept(mneme)
  expect((await captured(mneme, said)).memories).toBe(0)
  const renumbered = said.map((message, index) => ({ ...message, seq: 1000 + index }))
  expect((await captured(mneme, renumbered)).memories).toBe(0)
  expect(await kept(mneme)).toEqual(before)
})

it('G-04, B-08 what tools show is kept for 90 days', async () => {
  const mneme = await open()
  const news = heard([
    user('The invoice totals are wrong, find out why and repair it.'),
    call('c1', { kind: 'command', name: 'Bash', command: 'npm test' }),
    result('c1', 'FAIL test/invoice.test.ts\nError: expected 107 but got 100\n1 failed', true),
    call('c2', {
      kind: 'modify',
      name: 'Edit',
      filesModified: ['src/invoice/total.ts'],
      input: JSON.stringify({
        old_string: 'return net',
        new_string: 'return net + tax // because tax was left out of the total',
      }),
    }),
    result('c2', 'ok'),
    call('c3', { kind: 'command', name: 'Bash', command: 'npm test' }),
    result('c3', '12 passed'),
  ])
  await captured(mneme, news)
  const memories = await kept(mneme)
  const fixed = memories.find(({ type }) => type === 'bugfix')
  expect(fixed).toMatchObject({ ttlDays: expect.closeTo(90, 0), scale: 'task' })
  expect(fixed?.provenance).toMatchObject({ source: 'observed', session: session.id })
  expect(memories.some(({ type, outcome }) => type === 'episode' && outcome === 'success')).toBe(
    true,
  )
})

it('K-09 our own words do not come back as new', async () => {
  const mneme = await open()
  await noteOwnWords(
    mneme.engine,
    session.id,
    'Always use pnpm for installing packages in this repository.',
  )
  const said = heard([user('Always use pnpm for installing packages in this repository.')])
  expect((await captured(mneme, said)).memories).toBe(0)
})
