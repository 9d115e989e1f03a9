/** A session's messages as they come out of the store, through capture, into memories. */

import { expect, it } from 'vitest'
import { captureMessages } from '../../src/engine/capture/capture-messages.ts'
import { noteOwnWords } from '../../src/engine/capture/echoes.ts'
import { undoLastCapture } from '../../src/engine/capture/last-capture.ts'
import { takeUnreported } from '../../src/engine/capture/unreported.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { promptMessage, toolMessages } from '../../src/sessions/message.ts'
import type { StoredMessage, StoredSession } from '../../src/store/sessions.ts'
import { testClock } from '../support/clock.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import { agent, call, heard, putMessages, result, session, user } from './conversation.ts'

const NOW = '2026-03-01T12:00:00.000Z'

async function open(): Promise<Home> {
  const outer = await openHome({ clock: testClock(NOW), door: 'job' })
  const folder = outer.projectFolder('shop')
  const inner = await outer.at({ folder, door: 'job', session: session.id })
  return { ...outer, ...inner }
}

async function captured(
  { engine, caller }: Home,
  messages: readonly StoredMessage[],
  of: StoredSession = session,
) {
  return captureMessages(engine, { ...caller, session: of.id }, of, messages)
}

async function kept({ engine }: Home, filter = {}): Promise<Memory[]> {
  return engine.store.memories.list(filter, { limit: 100, order: 'oldest' })
}

async function links({ engine }: Home) {
  return (await engine.store.links.all()).map(({ kind }) => kind)
}

it('G-03 what a person lays down becomes a memory that knows where it was said', async () => {
  const home = await open()
  const said = heard([user('Please always use pnpm in this repo, never npm.')])
  expect(await captured(home, said)).toMatchObject({ memories: 1 })
  const [memory] = await kept(home)
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
  expect(memory?.tags).toContain('dependencies')
})

it('G-03 "never" with code in it becomes a negative memory with its trigger', async () => {
  const home = await open()
  await captured(home, heard([user('Never use `console.log` in this project.')]))
  expect(await kept(home)).toMatchObject([{ type: 'negative', triggers: ['console.log'] }])
})

it('A-04 what a person likes everywhere is global, what holds here is the project’s', async () => {
  const home = await open()
  const said = [
    user('I prefer short answers without introductions.'),
    user('We must never deploy on Fridays.'),
  ]
  await captured(home, heard(said))
  expect((await kept(home)).map(({ scope }) => scope)).toEqual(['global', 'project'])
})

it('F-08 the same messages again add nothing, whatever the cursor says', async () => {
  const home = await open()
  const said = heard([
    user('Always use pnpm in this repo.'),
    user('We must never deploy on Fridays.'),
  ])
  expect((await captured(home, said)).memories).toBe(2)
  const before = await kept(home)
  expect((await captured(home, said)).memories).toBe(0)
  const renumbered = said.map((message, index) => ({ ...message, seq: 1000 + index }))
  expect((await captured(home, renumbered)).memories).toBe(0)
  expect(await kept(home)).toEqual(before)
})

it('F-08 two processes that see the same message at once keep it once', async () => {
  const home = await open()
  const said = heard([user('Always use pnpm in this repo.')])
  const both = await Promise.all([captured(home, said), captured(home, said)])
  expect(both.reduce((sum, { memories }) => sum + memories, 0)).toBe(1)
  expect(await kept(home)).toHaveLength(1)
  expect((await kept(home))[0]?.strength).toBe(0)
})

it('B-05 a correction retires what it corrects', async () => {
  const home = await open()
  await captured(home, heard([user("In this repo, always end function names with '_fn'.")]))
  const later = heard([user("From now on, end all function names with '_c' here.")], session, 5)
  await captured(home, later)
  const [old, fresh] = await kept(home)
  expect(old).toMatchObject({ supersededBy: fresh?.id })
  expect(fresh).toMatchObject({ supersededBy: null })
  expect(fresh?.provenance.source).toBe('user-corrected')
  expect(await links(home)).toEqual(['supersedes'])
})

it('B-05 a rule that says other things too is not retired with the one that changed', async () => {
  const home = await open()
  const both = "Start variable names with 'z_' and end function names with '_d' in this repo."
  await captured(home, heard([user(both)]))
  await captured(home, heard([user("End our function names with '_x' from now on.")], session, 5))
  const [old] = await kept(home)
  expect(old).toMatchObject({ supersededBy: null })
  expect(await links(home)).toEqual(['contradicts'])
})

it('F-07 of two sayings the later holds, in whatever order they are read', async () => {
  const home = await open()
  const last = { at: '2026-02-20T10:00:00.000Z' }
  const first = { at: '2025-06-01T10:00:00.000Z' }
  const older: StoredSession = { ...session, id: 'an-older-session' }
  await captured(home, heard([user("Always end function names with '_new' here.", last)]))
  await captured(
    home,
    heard([user("Always end function names with '_old' here.", first)], older),
    older,
  )
  const living = await kept(home, { superseded: false })
  expect(living.map(({ content }) => content)).toEqual([
    "Always end function names with '_new' here.",
  ])
})

it('K-11 only a person’s own words become rules', async () => {
  const home = await open()
  const rule = 'Always use pnpm in this repo, never npm.'
  const others = heard([
    agent(rule),
    user(rule, { isMeta: true }),
    user(rule, { origin: 'agent' }),
    call('c1', { kind: 'read', name: 'Read', filesRead: ['README.md'] }),
    result('c1', rule),
  ])
  expect((await captured(home, others)).memories).toBe(0)
})

it('F-09 nothing is captured in private passages, in incognito sessions, or while memory is off', async () => {
  const home = await open()
  const secret = user('<private>Always use pnpm in this repo.</private> What time is it?')
  expect((await captured(home, heard([secret]))).memories).toBe(0)
  await home.do('off', { where: 'session' })
  const plain = heard([user('Always use pnpm in this repo.')], session, 3)
  expect((await captured(home, plain)).memories).toBe(0)
  await home.do('on', { where: 'session' })
  await home.do('off', { where: 'everywhere' })
  expect((await captured(home, plain)).memories).toBe(0)
})

it('K-09 our own words do not come back as new', async () => {
  const home = await open()
  const rule = 'Always use pnpm for installing packages in this repository.'
  await noteOwnWords(home.engine, session.id, `## Rules\n- ${rule}`)
  expect((await captured(home, heard([user(rule)]))).memories).toBe(0)
  const block = user(`<memory-context>\nNever use tabs here.\n</memory-context>\nhello`)
  expect((await captured(home, heard([block], session, 3))).memories).toBe(0)
})

it('K-09 a correction of what we said is no echo of it', async () => {
  const home = await open()
  await noteOwnWords(
    home.engine,
    session.id,
    "- Always end the names of our invoice functions with '_sum'.",
  )
  const said = user("Always end the names of our invoice functions with '_total'.")
  expect((await captured(home, heard([said]))).memories).toBe(1)
})

const FIX = [
  user('The invoice totals are wrong, find out why and repair it.'),
  call('c1', { command: 'npm test' }),
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
  call('c3', { command: 'npm test' }),
  result('c3', '12 passed'),
]

it('G-04, B-08 what tools show is kept for 90 days', async () => {
  const home = await open()
  await captured(home, heard(FIX))
  const memories = await kept(home)
  const fixed = memories.find(({ type, title }) => type === 'bugfix' && title.startsWith('Fixed:'))
  expect(fixed?.content).toContain('expected 107 but got 100')
  expect(fixed).toMatchObject({ ttlDays: expect.closeTo(90, 0), scale: 'task' })
  expect(fixed?.provenance).toMatchObject({ source: 'observed', session: session.id })
})

it('M-23 tests that pass again are one incident, and nothing beside it', async () => {
  const home = await open()
  await captured(home, heard(FIX))
  expect((await kept(home)).filter(({ type }) => type !== 'policy')).toMatchObject([
    { type: 'bugfix', content: expect.stringContaining('Symptom:') },
  ])
})

it('G-04 an answer that comes with a later reading is joined with its call', async () => {
  const whole = await open()
  await captured(whole, heard(FIX))
  const parts = await open()
  const messages = heard(FIX)
  for (const message of messages) await captured(parts, [message])
  const titles = async (home: Home) => (await kept(home)).map(({ title }) => title).sort()
  expect(await titles(parts)).toEqual(await titles(whole))
})

it('G-05 routine leaves nothing', async () => {
  const home = await open()
  const routine = heard([
    user('have a look around'),
    call('c1', { command: 'ls -la' }),
    result('c1', 'a.ts\nb.ts'),
    call('c2', { command: 'git status' }),
    result('c2', 'nothing to commit'),
    call('c3', { kind: 'read', name: 'Read', filesRead: ['a.ts'] }),
    result('c3', 'const a = 1'),
  ])
  expect((await captured(home, routine)).memories).toBe(0)
})

it('B-08 what was seen longer ago than observations live is not kept', async () => {
  const home = await open()
  const old = heard(FIX).map((message) => ({ ...message, at: '2025-01-01T00:00:00.000Z' }))
  expect((await captured(home, old)).memories).toBe(0)
})

const billing = (n: number) =>
  user(`invoice ${n} tax total rounding cents ledger payment customer billing refund`)
const travel = (n: number) =>
  user(`kubernetes ${n} cluster ingress helm chart rollout deployment certificate domain`)

it('G-06 where the work turns is a fact about the session', async () => {
  const home = await open()
  const talk = heard([1, 2, 3, 4].map(billing).concat([5, 6, 7, 8].map(travel)))
  expect(await captured(home, talk)).toMatchObject({ boundaries: 1 })
  const subject = `session:${session.id}`
  const facts = await home.engine.store.facts.find({ subject, limit: 10 })
  expect(facts).toMatchObject([{ predicate: 'boundary_at', validFrom: talk[4]?.at }])
  expect(facts[0]?.object).toContain('cluster')
  await captured(home, talk)
  expect(await home.engine.store.facts.find({ subject, limit: 10 })).toHaveLength(1)
})

it('F-05 a session that goes on is summed up where its topic turns; one of the past is not', async () => {
  const turning = [1, 2, 3, 4].map(billing).concat([5, 6, 7, 8].map(travel))
  const episodes = async (at: string) => {
    const home = await open()
    const parts = turning.map((part) => ({ ...part, at }))
    await putMessages(home, parts)
    await captured(home, heard(parts))
    await home.engine.background.settle()
    return kept(home, { types: ['episode'] })
  }
  const [summary, ...more] = await episodes('2026-03-01T11:59:00.000Z')
  expect(summary?.content).toContain('kubernetes 8')
  expect(more).toEqual([])
  expect(await episodes('2026-01-01T11:59:00.000Z')).toEqual([])
})

it('B-07 undo looks past what nobody asked for', async () => {
  const home = await open()
  const note = await home.do('remember', { content: 'The staging database is restored on Mondays' })
  await captured(home, heard([1, 2, 3, 4].map(billing).concat([5, 6, 7, 8].map(travel))))
  await home.do('undo', {})
  expect((await home.engine.store.memories.get([String(note.id)])).at(0)?.state ?? 'gone').toBe(
    'gone',
  )
})

it('G-07 what comes up again in another session belongs to the project', async () => {
  const home = await open()
  await captured(home, heard(FIX))
  const other: StoredSession = { ...session, id: 'another-session' }
  await captured(home, heard(FIX, other), other)
  const scales = (await kept(home, { types: ['bugfix'] })).map(({ scale }) => scale)
  expect(scales).toContain('project')
})

it('G-10 a credential beside a rule is nowhere to be found afterwards', async () => {
  const home = await open()
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const { engine, caller } = home
  const text = `Always use pnpm in this repo. My token is ${token}, never use ${token} in tests.`
  await engine.handlers.dispatch(engine, caller, 'prompt:submit', {
    session: { host: 'claude-code', id: session.id, parent: null },
    message: promptMessage({ eventId: 'prompt-1', text, at: null, origin: 'user' }),
  })
  expect(await kept(home)).not.toEqual([])
  expect(JSON.stringify(await kept(home))).not.toContain(token)
  const state = await engine.store.notes.get(`capture:claude-code:${session.id}`)
  expect(state).not.toBeNull()
  expect(state).not.toContain(token)
})

it('F-08 what a hook told is not captured again from the transcript', async () => {
  const home = await open()
  const { engine, caller } = home
  const ref = { host: 'claude-code', id: session.id, parent: null }
  const messages = heard(FIX)
  const [asked] = messages
  if (asked === undefined) throw new Error('nothing was asked')
  const { eventId, text, at } = asked
  const message = promptMessage({ eventId, text, at, origin: 'user' })
  await engine.handlers.dispatch(engine, caller, 'prompt:submit', { session: ref, message })
  for (const message of messages) {
    const [made] = message.calls
    const answer = messages.find(({ callId }) => callId === made?.id)
    if (!made || !answer) continue
    const told = { callId: made.id, text: answer.text, failed: answer.failed }
    const use = { call: made, result: told, at: answer.at, origin: answer.origin }
    const given = { session: ref, messages: toolMessages(use) }
    await engine.handlers.dispatch(engine, caller, 'tool:post', given)
  }
  const before = await kept(home)
  expect(before.map(({ type }) => type)).toContain('bugfix')
  expect((await captured(home, messages)).memories).toBe(0)
  expect(await kept(home)).toEqual(before)
})

it('M-24 what the last turn kept is taken back in one step, and what was kept before stays', async () => {
  const home = await open()
  const caller = { ...home.caller, session: session.id, speaker: 'person' } as typeof home.caller
  await captured(home, heard([user('Always use pnpm in this repo, never npm.')]))
  const two = 'Never push to main. And we decided to keep sessions in Redis because restarts hurt.'
  await captured(home, heard([user('Always use pnpm in this repo, never npm.'), user(two)]))
  expect(await kept(home)).toHaveLength(3)
  const undone = await undoLastCapture(home.engine, caller, false)
  expect(undone.flatMap(({ memories }) => memories)).toHaveLength(2)
  expect(await kept(home)).toMatchObject([{ title: expect.stringContaining('pnpm') }])
  await expect(undoLastCapture(home.engine, caller, false)).rejects.toThrow(
    'no captured memory to undo',
  )
})

it('M-20 a wish that cannot be kept is told with its reason, once', async () => {
  const home = await open()
  await captured(home, heard([user('Please remember my build command.')]))
  expect(await kept(home)).toEqual([])
  expect(takeUnreported(session.id)).toContain('without saying what it is')
  expect(takeUnreported(session.id)).toBeNull()
})
