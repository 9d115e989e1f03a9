import { expect, it } from 'vitest'
import { forgetSeen, once, pruneSeen } from '../../../src/engine/capture/once.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { eventKey } from '../../../src/sessions/transcript.ts'
import { openHome } from '../../support/opened-home.ts'

const DAY_MS = 86_400_000
const session = { host: 'codex', id: 'one', parent: null }
const other = { host: 'codex', id: 'one-more', parent: null }

const wasSeen = async ({ store }: Engine, key: string) =>
  (await store.notes.get(`seen:${key}`)) !== null

it('F-08 the first who asks does the work; a failure leaves it to be tried again', async () => {
  const { engine } = await openHome()
  const key = eventKey(session, 'event')
  const failing = once(engine, key, () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow('disk full')
  expect(await wasSeen(engine, key)).toBe(false)
  expect(await once(engine, key, async () => 'done')).toBe('done')
  expect(await once(engine, key, async () => 'again')).toBeNull()
  expect(await wasSeen(engine, key)).toBe(true)
})

it('F-08 whoever died over an event leaves it to the next', async () => {
  const { engine, clock } = await openHome()
  const key = eventKey(session, 'event')
  void once(engine, key, () => new Promise(() => {})) // never comes back
  await expect.poll(() => once(engine, key, async () => 'other')).toBeNull()
  clock.advance(61_000)
  expect(await once(engine, key, async () => 'other')).toBe('other')
})

it('B-14 what was seen of a session goes with it, and of no other', async () => {
  const { engine } = await openHome()
  for (const each of [session, other]) {
    await once(engine, eventKey(each, 'event'), async () => 1)
  }
  await forgetSeen(engine, { host: 'codex', id: 'agent', parent: 'one' })
  expect(await wasSeen(engine, eventKey(session, 'event'))).toBe(true)
  await forgetSeen(engine, session)
  expect(await wasSeen(engine, eventKey(session, 'event'))).toBe(false)
  expect(await wasSeen(engine, eventKey(other, 'event'))).toBe(true)
})

it('B-16 what was seen is let go of after its days, looked at once a day', async () => {
  const { engine, clock } = await openHome({ env: { MNEME_CAPTURE_SEEN_DAYS: '10' } })
  const early = eventKey(session, 'early')
  const late = eventKey(session, 'late')
  await once(engine, early, async () => 1)
  clock.advance(9 * DAY_MS)
  await once(engine, late, async () => 1)
  await pruneSeen(engine)
  expect(await wasSeen(engine, early)).toBe(true)
  clock.advance(2 * DAY_MS)
  await pruneSeen(engine)
  expect(await wasSeen(engine, early)).toBe(false)
  expect(await wasSeen(engine, late)).toBe(true)
})

it('B-16 reading sessions lets go of what was seen long ago', async () => {
  const home = await openHome({ env: { MNEME_CAPTURE_SEEN_DAYS: '10', HOME: '/nonexistent' } })
  const key = eventKey(session, 'event')
  await once(home.engine, key, async () => 1)
  home.clock.advance(11 * DAY_MS)
  await home.do('sessions backfill', {})
  expect(await wasSeen(home.engine, key)).toBe(false)
})
